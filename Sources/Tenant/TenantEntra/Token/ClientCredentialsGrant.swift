// SPDX-License-Identifier: Apache-2.0
import OAuth
package import TenantAuthorization
import TenantDirectory

/// Gives an app its own token, without a person: with the permissions that an administrator assigned to it at one API.
///
/// RFC 6749 §4.4
package struct ClientCredentialsGrant: Sendable {
    package let platform: PlatformContext

    package init(platform: PlatformContext) {
        self.platform = platform
    }

    package func answer(_ request: GrantRequest) async throws -> TokenReply {
        if request.selector == .shared(.organizations) { throw EntraError.directoryUnknown }
        guard case .directory(let tenant) = request.selector, tenant.kind != .consumers else {
            throw EntraError.directoryNeeded(GrantType.clientCredentials.rawValue)
        }
        guard request.client.method != .none else { throw EntraError.secretMissing }
        let api = try await resource(try request.requiredScope(), at: request.selector)
        let lifetime = try platform.tokens.lifetime(for: request)
        return TokenReply(
            scope: nil, expiresIn: lifetime,
            accessToken: try platform.tokens.appToken(
                for: request.client, in: tenant, api: api, lifetime: lifetime, now: platform.settings.now()))
    }

    /// The one API of a scope such as `https://graph.microsoft.com/.default`.
    ///
    /// Some libraries add their default scopes of OpenID Connect; without a person these have no meaning.
    private func resource(_ scope: ScopeSet, at selector: TenantSelector) async throws -> RegisteredApp {
        let asked = scope.resourcePart.scopes
        guard asked.count == 1, asked[0].hasSuffix("/.default") else { throw EntraError.scopeNotDefault(scope.text) }
        let name = String(asked[0].dropLast("/.default".count))
        guard let api = try await platform.resources.api(named: name) else {
            throw EntraError.unknownResource(name, tenant: selector.name)
        }
        return api
    }
}
