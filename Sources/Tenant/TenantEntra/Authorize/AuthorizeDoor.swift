// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import HTTPTypes
package import Hummingbird
package import OAuth
package import TenantAuthorization
import TenantDirectory

/// Judges authorization requests in the order of the real service; refusals are shown on a page while the redirect URI
/// is unknown, later sent by a redirect.
package struct AuthorizeDoor: Sendable {
    package let platform: PlatformContext
    /// The HTTP request that carries the authorization request.
    package let request: Request
    /// The kind of request.
    var kind = Kind.signIn

    package init(platform: PlatformContext, request: Request, kind: Kind = .signIn) {
        (self.platform, self.request, self.kind) = (platform, request, kind)
    }

    /// The requests that an app can send people here with.
    package enum Kind: Sendable {
        case signIn, adminConsent
    }

    /// Runs `body` with a judged request, or answers the refusal; `nil` stands for an unreadable request.
    package func withRequest(
        _ parameters: FormParameters?, tenant: String,
        _ body: (AuthorizeRequest) async throws -> Response
    ) async throws -> Response {
        var response = try await judged(parameters, tenant: tenant, body)
        // A page that opened this one in a window waits for its address to change, so it must keep its reference to it.
        response.headers.set("Cross-Origin-Opener-Policy", to: "unsafe-none")
        return response
    }

    private func judged(
        _ parameters: FormParameters?, tenant: String,
        _ body: (AuthorizeRequest) async throws -> Response
    ) async throws -> Response {
        do {
            let parameters = try SignInProblem.checked(parameters)
            let selector = try await selector(tenant)
            let target = try await AuthorizeTarget(parameters, at: selector, in: platform.database)
            do {
                let resolution = try await platform.scopeResolution(at: selector)
                return try await body(
                    kind == .signIn
                        ? try AuthorizeRequest(parameters, to: target, at: selector, resolution: resolution)
                        : try AuthorizeRequest(
                            adminConsent: parameters, to: target, at: selector, resolution: resolution))
            } catch let error as EntraError {
                return answer(error, to: target.redirect, correlationID: CorrelationID(in: parameters))
            }
        } catch let problem as SignInProblem {
            return try platform.pages.problem(problem, correlationID: CorrelationID(in: parameters))
        }
    }

    private func selector(_ tenant: String) async throws -> TenantSelector {
        do {
            guard TenantSelector.isWellFormed(tenant) else { throw EntraError.malformedTenant(tenant) }
            return try await TenantSelector.find(tenant, in: platform.database)
        } catch let error as EntraError {
            throw SignInProblem.unknownTenant(error, known: try await platform.database.tenants())
        }
    }

    private func answer(_ error: EntraError, to target: RedirectTarget, correlationID: CorrelationID?) -> Response {
        let reply = ErrorReply(error, settings: platform.settings, correlationID: correlationID)
        var answer = FormParameters()
        if kind == .adminConsent { answer.append("admin_consent", "True") }
        for pair in reply.parameters.pairs { answer.append(pair.name, pair.value) }
        return RedirectReply(pages: platform.pages).answer(answer, to: target, request: request)
    }
}
