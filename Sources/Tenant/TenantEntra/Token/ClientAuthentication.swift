// SPDX-License-Identifier: Apache-2.0
package import HTTPMessages
import HTTPServing
package import OAuthMessages
import PortableFoundation
package import TenantAuthorization
import TenantDirectory

package struct ClientAuthentication: Sendable {
    package let platform: PlatformContext

    package init(platform: PlatformContext) { self.platform = platform }

    /// A page in a browser can keep no secret, so even the page of a confidential app is a public client.
    package func client(
        of form: FormParameters, _ fields: HTTPFields, at selector: TenantSelector
    ) async throws
        -> AuthenticatedClient
    {
        let presented = try ClientCredentials(presentedIn: form, fields)
        guard let id = presented.id else { throw EntraError.missingParameter("client_id") }
        let app = try await client(id, at: selector)
        if let origin = fields[.origin] {
            guard !app.spaRedirectURIs.isEmpty else { throw EntraError.crossOriginRefused(origin) }
            guard !presented.hasProof else { throw EntraError.secretFromPublicClient }
            return AuthenticatedClient(app: app, method: .none)
        }
        return AuthenticatedClient(app: app, method: try await method(presented, of: app, at: selector))
    }

    func client(_ id: String, at selector: TenantSelector) async throws -> RegisteredApp {
        guard Identifier.canBeApp(id) else { throw EntraError.noApplicationID(id) }
        guard let client = try await platform.database.app(id) else {
            throw EntraError.unknownClient(id, tenant: selector.displayName)
        }
        RefusalNote.about(app: client.id)
        guard client.isEnabled else { throw EntraError.appDisabled(client) }
        if let refusal = client.refusal(at: selector) { throw refusal }
        return client
    }

    private func method(
        _ presented: ClientCredentials, of client: RegisteredApp, at selector: TenantSelector
    ) async throws -> AuthenticatedClient.Method {
        // NXOAuth2Client sends an empty secret for a public client, and the real service accepts it.
        guard !client.isPublic || !presented.hasProof else { throw EntraError.secretFromPublicClient }
        if client.isPublic { return .none }
        if let assertion = presented.assertion {
            return try await ClientAssertion(platform: platform).judge(assertion, of: client, at: selector)
        }
        guard !presented.secret.isEmpty else { throw EntraError.secretMissing }
        guard let credential = client.credential(of: presented.secret) else { throw EntraError.wrongSecret(client) }
        if let end = credential.endsAt, end <= platform.settings.now() { throw EntraError.secretExpired(client) }
        return .secret
    }
}

extension ClientCredentials {
    package init(presentedIn form: FormParameters, _ fields: HTTPFields) throws {
        do {
            try self.init(form, fields)
        } catch let refusal as AssertionTypeRefusal {
            guard !refusal.type.isEmpty else { throw EntraError.missingParameter(AssertionTypeRefusal.parameter) }
            throw EntraError.badParameter(AssertionTypeRefusal.parameter, refusal.type)
        }
    }
}
