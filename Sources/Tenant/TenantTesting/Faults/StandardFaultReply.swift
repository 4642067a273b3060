// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import HTTPTypes
import Hummingbird
import JOSE
import OAuth
import TenantControl
import TenantStandard

/// Writes an error in the standard provider's form: JSON, a redirect to the client, or a page.
struct StandardFaultReply: Sendable {
    let asked: AskedEndpoint
    let answer: ErrorAnswer

    private var code: String { answer.code ?? StandardError.Code.invalidRequest.rawValue }
    private var text: String { answer.description ?? "The request failed by a fault rule of this tenant." }

    /// The error response.
    func response() async throws -> Response {
        let provider = asked.standardProvider
        RefusalNote.refuse(RefusalNote.Rule(code, reason: "A fault rule of this tenant answers so."))
        switch asked.address.endpoint {
        case .authorize:
            return try await StandardAuthorizationDoor(provider: provider, request: asked.request).withPage {
                let target = try await StandardTarget(asked.parameters, in: provider)
                return AuthorizationAnswer(provider: provider)
                    .send(["error": code, "error_description": text], to: target, request: asked.request)
            }
        case .pages, .logout:
            let known = StandardError.Code(rawValue: code) ?? .invalidRequest
            return provider.pages.standardProblem(
                StandardProblem(
                    title: "The sign-in failed", error: StandardError(known, text),
                    hint: "A fault rule of this tenant answers so; remove it to go on."))
        default:
            let isClient = code == StandardError.Code.invalidClient.rawValue
            let status = answer.status.map { HTTPResponse.Status(code: $0) } ?? (isClient ? .unauthorized : .badRequest)
            var response = StandardReply.json(
                ["error": .string(code), "error_description": .string(text)], status: status)
            if status == .unauthorized {
                // RFC 6750 §3, RFC 6749 §5.2
                response.headers[.wwwAuthenticate] =
                    asked.address.endpoint == .userInfo
                    ? "Bearer error=\"\(code)\"" : "Basic realm=\"\(provider.issuer)\""
            }
            return response
        }
    }
}
