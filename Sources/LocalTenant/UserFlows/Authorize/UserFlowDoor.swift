// SPDX-License-Identifier: Apache-2.0
import Hummingbird
import OAuth

/// Lets authorization requests in, and answers when one is refused: on a page while nobody knows where an answer may
/// go, by a redirect afterwards.
struct UserFlowDoor: Sendable {
    let platform: IdentityPlatform
    let place: UserFlowPlace
    let request: Request

    /// Runs `body` with a request that was judged, or answers the refusal; `nil` is a request that could not be read.
    func withRequest(
        _ parameters: FormParameters?, _ body: (UserFlowRequest) async throws -> Response
    ) async throws -> Response {
        do {
            guard let parameters else { throw UserFlowProblem.unreadable("it is not percent-encoded UTF-8") }
            let target = try await RedirectTarget(parameters, at: place, in: platform.database)
            do {
                let resolution = UserFlowScopeResolution(
                    apps: try await platform.database.apps(), client: target.client, service: place.flow.service)
                return try await body(
                    try UserFlowRequest(parameters, to: target, at: place, resolution: resolution))
            } catch let error as UserFlowError {
                let reply = UserFlowErrorReply(
                    error, service: place.flow.service, settings: platform.settings,
                    correlationID: CorrelationID(in: parameters))
                return RedirectReply(pages: platform.pages).answer(reply.parameters, to: target, request: request)
            } catch let error as EntraError {
                // External ID has Entra ID's numbers.
                let reply = ErrorReply(
                    error, settings: platform.settings, correlationID: CorrelationID(in: parameters))
                return RedirectReply(pages: platform.pages).answer(
                    ["error": reply.error.code, "error_description": reply.description], to: target, request: request)
            }
        } catch let problem as UserFlowProblem {
            return platform.pages.userFlowProblem(
                problem, service: place.flow.service, correlationID: CorrelationID(in: parameters))
        }
    }
}
