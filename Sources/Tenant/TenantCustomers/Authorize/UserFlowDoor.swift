// SPDX-License-Identifier: Apache-2.0
package import Hummingbird
package import OAuth
package import TenantAuthorization
import TenantDirectory
import TenantEntra

/// Accepts authorization requests, and answers refused ones: on a page until the redirect URI is known to be valid,
/// then by a redirect.
package struct UserFlowDoor: Sendable {
    package let platform: PlatformContext
    package let place: UserFlowPlace
    package let request: Request

    package init(platform: PlatformContext, place: UserFlowPlace, request: Request) {
        (self.platform, self.place, self.request) = (platform, place, request)
    }

    /// Runs `body` with a checked request, or answers the refusal; `nil` is a request that cannot be parsed.
    package func withRequest(
        _ parameters: FormParameters?, _ body: (UserFlowRequest) async throws -> Response
    ) async throws -> Response {
        do {
            let parameters = try UserFlowProblem.checked(parameters)
            let target = try await RedirectTarget(parameters, at: place, in: platform.database)
            do {
                return try await body(try await judged(parameters, for: target))
            } catch let error as UserFlowError {
                let reply = UserFlowErrorReply(
                    error, service: place.flow.service, settings: platform.settings,
                    correlationID: CorrelationID(in: parameters))
                return RedirectReply(pages: platform.pages).answer(reply.parameters, to: target, request: request)
            } catch let error as EntraError {
                let reply = ErrorReply(
                    error, settings: platform.settings, correlationID: CorrelationID(in: parameters))
                return RedirectReply(pages: platform.pages).answer(reply.parameters, to: target, request: request)
            }
        } catch let problem as UserFlowProblem {
            return platform.pages.userFlowProblem(
                problem, service: place.flow.service, correlationID: CorrelationID(in: parameters))
        }
    }

    /// Checks the rest of a request, by the rules of its service.
    private func judged(_ parameters: FormParameters, for target: RedirectTarget) async throws -> UserFlowRequest {
        let apps = try await platform.database.apps()
        guard place.flow.service == .azureADB2C else {
            let resolution = ExternalIDScopeResolution(apps: apps, client: target.client, tenantName: place.tenant.id)
            return try UserFlowRequest(externalID: parameters, to: target, at: place, resolution: resolution)
        }
        let resolution = UserFlowScopeResolution(apps: apps, client: target.client)
        return try UserFlowRequest(parameters, to: target, at: place, resolution: resolution)
    }
}
