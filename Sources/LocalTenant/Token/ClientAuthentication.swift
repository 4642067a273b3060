// SPDX-License-Identifier: Apache-2.0
import Foundation
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
        -> RegisteredApp
    {
        let inForm = try (id: form.once("client_id"), secret: form.once("client_secret") ?? "")
        let inField = try Self.basic(fields[.authorization])
        if let inField {
            guard inForm.id == nil || inForm.id == inField.id, inForm.secret.isEmpty else {
                throw EntraError.malformedRequest("the client presents itself in two ways")
            }
        }
        guard let id = inField?.id ?? inForm.id, !id.isEmpty else { throw EntraError.missingParameter("client_id") }
        let client = try await client(id, at: selector)
        try judge(inField?.secret ?? inForm.secret, of: client)
        return client
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
        } else if !client.accepts(secret: secret) {
            throw EntraError.wrongSecret(client)
        }
    }

    /// Id and secret of a field, both form-encoded within it; `nil` without a field.
    private static func basic(_ field: String?) throws -> (id: String, secret: String)? {
        guard let field else { return nil }
        let parts = field.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "basic",
            let data = Data(base64Encoded: parts[1].trimmingCharacters(in: .whitespaces)),
            let text = String(validating: data, as: UTF8.self), let colon = text.firstIndex(of: ":"),
            let id = decoded(text[..<colon]), let secret = decoded(text[text.index(after: colon)...])
        else { throw EntraError.malformedRequest("the Authorization field holds no client id and secret") }
        return (id, secret)
    }

    private static func decoded(_ text: Substring) -> String? {
        text.replacing("+", with: " ").removingPercentEncoding
    }
}
