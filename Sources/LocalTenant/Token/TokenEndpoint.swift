// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPServing
import HTTPTypes
import Hummingbird
import OAuth

/// Gives tokens for codes and refresh tokens.
///
/// RFC 6749 §3.2
struct TokenEndpoint: Sendable {
    let platform: IdentityPlatform

    func add(to router: Router<ServingContext>) {
        router.post("/:tenant/oauth2/v2.0/token") { request, context in
            var correlationID = CorrelationID(in: request.headers)
            do {
                let form = try await RequestContent(of: request).form()
                // Some libraries send it as a field of the form.
                correlationID = correlationID ?? CorrelationID(in: form)
                let selector = try await TenantSelector.find(
                    try context.parameters.require("tenant"), in: platform.database)
                return try JSONReply.make(try await answer(form, at: selector))
            } catch {
                guard let error = EntraError(answering: error) else { throw error }
                return try ErrorReply(error, settings: platform.settings, correlationID: correlationID).json()
            }
        }
        router.get("/:tenant/oauth2/v2.0/token") { _, _ in
            var response = try ErrorReply(.onlyPost, settings: platform.settings).json()
            response.status = .methodNotAllowed
            response.headers[.allow] = "POST"
            return response
        }
    }

    /// In the order of the real service: what is asked, who asks, then the grant itself.
    private func answer(_ form: FormParameters, at selector: TenantSelector) async throws -> TokenReply {
        let grantType = try form.required("grant_type")
        let clientID = try form.required("client_id")
        guard let client = try await platform.database.app(clientID) else {
            throw EntraError.unknownClient(clientID, tenant: selector.displayName)
        }
        if let refusal = client.refusal(at: selector) { throw refusal }
        // NXOAuth2Client sends an empty secret for a public client, and the real service takes it.
        guard try (form.once("client_secret") ?? "").isEmpty else { throw EntraError.secretFromPublicClient }
        switch grantType {
        case "authorization_code":
            return try await CodeGrant(platform: platform).answer(form, client: client, at: selector)
        case "refresh_token":
            return try await RefreshGrant(platform: platform).answer(form, client: client, at: selector)
        default:
            throw EntraError.unsupportedGrant(grantType)
        }
    }
}

extension EntraError {
    /// What clients are told in JSON of an error on the way to their tokens; `nil` if the server made a mistake.
    fileprivate init?(answering error: any Error) {
        switch error {
        case let error as EntraError: self = error
        case let refusal as Refusal: self = .malformedRequest(refusal.message)
        case let refusal as RequestRefusal:
            self = .malformedRequest(refusal.message)
            status = refusal.status
        default: return nil
        }
    }
}
