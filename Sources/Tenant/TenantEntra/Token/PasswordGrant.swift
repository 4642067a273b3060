// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import OAuthMessages
package import TenantAuthorization
import TenantDirectory

/// Issues tokens for a user name and a password that the app collected. RFC 6749 §4.3
///
/// No page can be shown: a person who needs a second factor, a new password, or consent must sign in on a page.
struct PasswordGrant: Sendable {
    let platform: PlatformContext

    func answer(_ request: GrantRequest) async throws -> TokenReply {
        guard request.selector.takesPasswords else { throw EntraError.directoryNeeded("password") }
        let name = try request.form.required("username")
        let password = try request.form.required("password")
        let scope = try request.requiredScope()
        let person = try await person(name, for: request)
        RefusalNote.about(person: person.userPrincipalName)
        do {
            try await platform.passwords.check(password, of: person)
        } catch let refusal as PasswordRefusal {
            throw EntraError(refusal)
        }
        let scopes = try await platform.scopeResolution(at: request.selector).resolve(scope)
        let grant = Grant(
            clientID: request.client.app.id, personID: person.id, scopes: scopes,
            authenticatedAt: platform.settings.now())
        return try await platform.tokens.reply(
            to: grant, for: request, asking: nil, severalResources: false, nonce: nil)
    }

    /// Like the real service, the error says that the name is unknown.
    private func person(_ name: String, for request: GrantRequest) async throws -> DirectoryPerson {
        let directories = try await platform.database.tenants()
            .filter { request.client.app.admits($0, at: request.selector) }
        guard name.contains("@"), let person = try await platform.database.person(name, in: directories) else {
            throw EntraError.unknownPerson(name, tenant: request.selector.name)
        }
        return person
    }
}

extension TenantSelector {
    /// Apps may never send passwords of personal accounts.
    fileprivate var takesPasswords: Bool {
        switch self {
        case .directory(let tenant): tenant.kind == .organization
        case .shared(let shared): shared == .organizations
        }
    }
}

/// Issues an app's own token, with the permissions that an administrator assigned at one API. RFC 6749 §4.4
package struct ClientCredentialsGrant: Sendable {
    package let platform: PlatformContext

    package init(platform: PlatformContext) { self.platform = platform }

    package func answer(_ request: GrantRequest) async throws -> TokenReply {
        if request.selector == .shared(.organizations) { throw EntraError.directoryUnknown }
        guard case .directory(let tenant) = request.selector, tenant.kind != .consumers else {
            throw EntraError.directoryNeeded(GrantType.clientCredentials.rawValue)
        }
        guard request.client.method != .none else { throw EntraError.secretMissing }
        let api = try await resource(
            try request.requiredScope(), named: request.form["resource"], at: request.selector)
        let lifetime = try platform.tokens.lifetime(for: request, at: api)
        return TokenReply(
            scope: nil, expiresIn: lifetime,
            accessToken: try platform.tokens.appToken(
                for: request.client, in: tenant, api: api, lifetime: lifetime, now: platform.settings.now()))
    }

    /// The one API of a scope such as `https://graph.microsoft.com/.default`.
    ///
    /// Some libraries add default scopes of OpenID Connect; without a person, these have no effect.
    private func resource(
        _ scope: ScopeSet, named: String?, at selector: TenantSelector
    ) async throws -> RegisteredApp {
        let asked = scope.resourcePart.scopes
        guard asked.count == 1, asked[0].hasSuffix("/.default") else { throw EntraError.scopeNotDefault(scope.text) }
        let name = String(asked[0].dropLast("/.default".count))
        guard let api = try await platform.resources.api(named: name) else {
            throw EntraError.unknownResource(name, tenant: selector.name)
        }
        try await platform.scopeResolution(at: selector).check(
            resource: named, against: [ResolvedScope(apiID: api.id, value: ResolvedScope.defaultValue, text: asked[0])])
        return api
    }
}
