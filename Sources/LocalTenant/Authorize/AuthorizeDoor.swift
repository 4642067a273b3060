// SPDX-License-Identifier: Apache-2.0
import Hummingbird
import OAuth

/// Lets authorization requests in, in the order of the real service, and answers in its way when one is refused: on a
/// page while nobody knows where an answer may go, by a redirect afterwards.
struct AuthorizeDoor: Sendable {
    let platform: IdentityPlatform
    /// The HTTP request that brought it.
    let request: Request

    /// Runs `body` with a request that was judged, or answers the refusal; `nil` is a request that could not be read.
    func withRequest(
        _ parameters: FormParameters?, tenant: String,
        _ body: (AuthorizeRequest) async throws -> Response
    ) async throws -> Response {
        do {
            guard let parameters else { throw SignInProblem.unreadable("it is not percent-encoded UTF-8") }
            let selector = try await selector(tenant)
            let target = try await AuthorizeTarget(parameters, at: selector, in: platform.database)
            do {
                let resolution = try await platform.scopeResolution(at: selector)
                return try await body(
                    try AuthorizeRequest(parameters, to: target, at: selector, resolution: resolution))
            } catch let error as EntraError {
                return answer(error, to: target.redirect, correlationID: CorrelationID(in: parameters))
            }
        } catch let problem as SignInProblem {
            return try platform.pages.problem(problem, correlationID: CorrelationID(in: parameters))
        }
    }

    private func selector(_ tenant: String) async throws -> TenantSelector {
        do {
            return try await TenantSelector.find(tenant, in: platform.database)
        } catch let error as EntraError {
            throw SignInProblem.unknownTenant(error, known: try await platform.database.tenants())
        }
    }

    private func answer(_ error: EntraError, to target: RedirectTarget, correlationID: CorrelationID?) -> Response {
        let reply = ErrorReply(error, settings: platform.settings, correlationID: correlationID)
        var answer: FormParameters = [
            "error": error.authorizeCode, "error_description": reply.description,
        ]
        answer.append("claims", error.claims)
        if error == .cancelled { answer.append("error_subcode", "cancel") }
        return RedirectReply(pages: platform.pages).answer(answer, to: target, request: request)
    }
}

extension EntraError {
    /// Missing consent is `invalid_grant` at the token endpoint and a matter of pages here.
    fileprivate var authorizeCode: String { suberror == "consent_required" ? "consent_required" : code }
}
