// SPDX-License-Identifier: Apache-2.0
import HTTPTypes
import OAuth

/// Finds out which app asks, and that nobody else asks in its name.
///
/// RFC 6749 §2.3.1: the secret stands in the form or in `Authorization: Basic`.
struct ClientAuthentication: Sendable {
    let platform: IdentityPlatform

    /// The app that sent a form, after it proved to be the one.
    ///
    /// - Throws: ``EntraError`` (700016, 700025, 7000215, 7000218).
    func client(
        of form: FormParameters, _ fields: HTTPFields, at selector: TenantSelector
    ) async throws
        -> AuthenticatedClient
    {
        let presented = try ClientCredentials(form, fields)
        guard let id = presented.id else { throw EntraError.missingParameter("client_id") }
        let client = try await client(id, at: selector)
        try judge(presented.secret, of: client)
        return AuthenticatedClient(app: client, method: client.isPublic ? .none : .secret)
    }

    /// An app that has something to do at an address.
    ///
    /// - Throws: ``EntraError`` (700016 and others).
    func client(_ id: String, at selector: TenantSelector) async throws -> RegisteredApp {
        guard let client = try await platform.database.app(id) else {
            throw EntraError.unknownClient(id, tenant: selector.displayName)
        }
        if let refusal = client.refusal(at: selector) { throw refusal }
        return client
    }

    private func judge(_ secret: String, of client: RegisteredApp) throws {
        // NXOAuth2Client sends an empty secret for a public client, and the real service takes it.
        if client.isPublic {
            guard secret.isEmpty else { throw EntraError.secretFromPublicClient }
        } else if secret.isEmpty {
            throw EntraError.secretMissing
        } else if client.credential(of: secret) == nil {
            throw EntraError.wrongSecret(client)
        }
    }
}
