// SPDX-License-Identifier: Apache-2.0
package import HTTPServing
package import OAuthMessages
import TenantAuthorization

/// The endpoint to which clients send people to sign in.
///
/// RFC 6749 §3.1, OpenID Connect Core §3.1.2
package struct AuthorizationEndpoint: Sendable {
    package let provider: StandardProvider

    package init(provider: StandardProvider) {
        self.provider = provider
    }

    func add(to router: Router<ServingContext>) {
        router.getWithEffect(StandardEndpoint.authorization.routerPath) { request, _ in
            try await begin(FormParameters(encoded: request.uri.query ?? ""), request)
        }
        router.post(StandardEndpoint.authorization.routerPath) { request, _ in
            try await StandardErrorBoundary(provider: provider, request: request).withPage {
                try await begin(try await StandardErrorBoundary.form(of: request), request)
            }
        }
    }

    private func begin(_ parameters: FormParameters?, _ request: Request) async throws -> Response {
        try await answer(parameters, request) { authorize in
            try await InteractionSteps(provider: provider, request: request).begin(authorize)
        }
    }

    /// Runs `body` with a checked request; a `request_uri` is replaced by the request that the client pushed.
    package func answer(
        _ parameters: FormParameters?, _ request: Request,
        _ body: (StandardAuthorizationRequest) async throws -> Response
    ) async throws -> Response {
        let boundary = StandardErrorBoundary(provider: provider, request: request)
        return try await boundary.withPage {
            guard let parameters else { throw StandardProblem.unreadable }
            let pushed = try await PushedRequests(provider: provider).take(namedIn: parameters)
            return try await boundary.withRequest(pushed ?? parameters, isPushed: pushed != nil, body)
        }
    }
}

/// Accepts authorization requests, and reports refused ones: on a page until the redirect URI is known to be valid,
/// then to the client.
///
/// RFC 6749 §4.1.2.1
package struct StandardErrorBoundary: Sendable {
    package let provider: StandardProvider
    /// The HTTP request that carries it.
    package let request: Request

    package init(provider: StandardProvider, request: Request) {
        (self.provider, self.request) = (provider, request)
    }

    /// Runs `body` with a checked request, or answers the refusal.
    func withRequest(
        _ parameters: FormParameters, isPushed: Bool,
        _ body: (StandardAuthorizationRequest) async throws -> Response
    ) async throws -> Response {
        try await withPage {
            guard !parameters.isTooLong else { throw StandardProblem.tooLong }
            let target = try await StandardTarget(parameters, in: provider)
            do {
                return try await body(
                    try await StandardAuthorizationRequest(
                        parameters, isPushed: isPushed, to: target, in: provider))
            } catch let error as StandardError {
                return try await AuthorizationAnswer(provider: provider).refuse(error, to: target, request: request)
            }
        }
    }

    /// Runs `body` with the pending request of a device, or answers the refusal.
    ///
    /// The pages carry only the user code; all other data are looked up again for each form.
    func withDevice(
        _ userCode: String, _ body: (StandardAuthorizationRequest) async throws -> Response
    ) async throws -> Response {
        try await withPage {
            guard let row = try await provider.devices.pending(userCode),
                let client = try await provider.client(row.clientID)
            else { throw StandardProblem.deviceGone }
            RefusalNote.about(app: client.id, ofStranger: client.isSelfRegistered)
            let target = StandardTarget(client, device: userCode)
            do {
                return try await body(StandardAuthorizationRequest(row, to: target))
            } catch let error as StandardError {
                return try await AuthorizationAnswer(provider: provider).refuse(error, to: target, request: request)
            }
        }
    }

    /// Runs `body`, and shows on a page the errors that must not be sent to the client.
    ///
    /// Apps open these pages in separate windows and wait there for the answer. The stricter opener policy of the other
    /// pages would cut the window off from the app that opened it.
    package func withPage(_ body: () async throws -> Response) async throws -> Response {
        var response = try await page(body)
        response.headers.set("Cross-Origin-Opener-Policy", to: "unsafe-none")
        return response
    }

    private func page(_ body: () async throws -> Response) async throws -> Response {
        do {
            return try await body()
        } catch let problem as StandardProblem {
            return provider.pages.standardProblem(problem)
        } catch  where error is StandardError || error is Refusal {
            return provider.pages.standardProblem(.unreadable)
        }
    }

    /// The form in a request of a page.
    static func form(of request: Request) async throws -> FormParameters {
        do {
            return try await RequestContent(of: request).form()
        } catch is RequestRefusal {
            throw StandardProblem.unreadable
        }
    }
}
