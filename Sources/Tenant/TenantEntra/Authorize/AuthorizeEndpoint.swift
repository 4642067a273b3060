// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
package import HTTPServing
package import OAuthMessages
package import TenantAuthorization
import TenantDirectory

struct AuthorizeEndpoint: Sendable {
    let platform: PlatformContext

    func add(to router: Router<ServingContext>) {
        router.getWithEffect("/:tenant/oauth2/v2.0/authorize") { request, context in
            let parameters = FormParameters(encoded: request.uri.query ?? "")
            return try await answer(request, parameters, tenant: try context.parameters.require("tenant"))
        }
        router.post("/:tenant/oauth2/v2.0/authorize") { request, context in
            let parameters = try await RequestContent(of: request).form()
            return try await answer(request, parameters, tenant: try context.parameters.require("tenant"))
        }
    }

    private func answer(_ request: Request, _ parameters: FormParameters?, tenant: String) async throws -> Response {
        let boundary = AuthorizeErrorBoundary(platform: platform, request: request)
        return try await boundary.withRequest(parameters, tenant: tenant) { authorize in
            let arrivals = try await platform.sessions.arrivals(of: request)
            if let member = try authorize.silentMember(among: arrivals) {
                return try await SignInSteps(platform: platform).proceed(authorize, as: member, request: request)
            }
            // With `prompt=select_account`, the account picker shows the hinted account first.
            if !authorize.prompt.contains("select_account"), let person = try await hinted(by: authorize) {
                return try await platform.pages.password(authorize, person: person, request: request)
            }
            return try await AccountChoice(platform: platform).page(
                authorize, among: arrivals, hinted: try await hinted(by: authorize), request: request)
        }
    }

    private func hinted(by authorize: AuthorizeRequest) async throws -> DirectoryPerson? {
        guard let hint = authorize.loginHint else { return nil }
        return try await platform.database.person(LoginHint(hint)?.personID ?? hint, in: authorize.target.directories)
    }
}

/// Validates authorization requests in the order of the real service; errors show on a page until the redirect URI is
/// known, then go to the app.
package struct AuthorizeErrorBoundary: Sendable {
    package let platform: PlatformContext
    package let request: Request
    var kind = Kind.signIn

    package init(platform: PlatformContext, request: Request, kind: Kind = .signIn) {
        (self.platform, self.request, self.kind) = (platform, request, kind)
    }

    package enum Kind: Sendable {
        case signIn, adminConsent
    }

    /// Runs `body` with a valid request, or responds with the error; `nil` parameters are unreadable.
    package func withRequest(
        _ parameters: FormParameters?, tenant: String,
        _ body: (AuthorizeRequest) async throws -> Response
    ) async throws -> Response {
        var response = try await judged(parameters, tenant: tenant, body)
        // A page that opened this one in a window polls the window's URL, so it must keep its reference.
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
        guard TenantSelector.isWellFormed(tenant) else {
            throw SignInProblem.unknownTenant(.malformedTenant(tenant), known: try await platform.database.tenants())
        }
        return try await TenantSelector.find(tenant, explainingIn: platform.database)
    }

    private func answer(_ error: EntraError, to target: RedirectTarget, correlationID: CorrelationID?) -> Response {
        let reply = ErrorReply(error, settings: platform.settings, correlationID: correlationID)
        var answer = FormParameters()
        if kind == .adminConsent { answer.append("admin_consent", "True") }
        for pair in reply.parameters.pairs { answer.append(pair.name, pair.value) }
        return RedirectReply(pages: platform.pages).answer(answer, to: target, request: request)
    }
}

/// The blank page where embedded browsers of native apps end; its URL carries the code, so no cache may keep it.
struct NativeClientEndpoint: Sendable {
    func add(to router: Router<ServingContext>) {
        router.get("/:tenant/oauth2/nativeclient") { _, _ in
            Response(
                status: .ok,
                headers: [.contentType: "text/html; charset=utf-8", .cacheControl: "no-store"],
                body: ResponseBody("<!doctype html><title>Signed in</title>\n"))
        }
    }
}
