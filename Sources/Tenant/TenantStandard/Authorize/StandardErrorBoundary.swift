// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
package import HTTPServing
package import OAuthMessages
import TenantAuthorization

extension StandardProvider {
    /// RFC 6749 §3.1, OpenID Connect Core §3.1.2.
    func addAuthorization(to router: Router<ServingContext>) {
        let path = StandardEndpoint.authorization.routerPath
        router.getWithEffect(path) { request, _ in
            try await begin(FormParameters(encoded: request.uri.query ?? ""), request)
        }
        router.post(path) { request, _ in
            let boundary = StandardErrorBoundary(provider: self, request: request)
            return try await boundary.withPage { try await begin(try await boundary.form(), request) }
        }
    }

    private func begin(_ parameters: FormParameters?, _ request: Request) async throws -> Response {
        try await StandardErrorBoundary(provider: self, request: request).withRequest(parameters) { authorize in
            try await InteractionSteps(authorize, provider: self, request: request).begin()
        }
    }
}

/// Validates authorization requests, and sends responses to clients, always with `iss`. RFC 6749 §4.1.2, RFC 9207 §2
///
/// Errors show on a page until the redirect URI is known, then go to the client. A device polls for its response.
package struct StandardErrorBoundary: Sendable {
    package let provider: StandardProvider
    package let request: Request

    package init(provider: StandardProvider, request: Request) {
        (self.provider, self.request) = (provider, request)
    }

    /// Runs `body` with a valid request; a pushed request replaces its `request_uri`.
    package func withRequest(
        _ parameters: FormParameters?, _ body: (StandardAuthorizationRequest) async throws -> Response
    ) async throws -> Response {
        try await withPage {
            guard let parameters else { throw StandardProblem.unreadable }
            let pushed = try await PushedRequests(provider: provider).take(namedIn: parameters)
            return try await withRequest(pushed ?? parameters, isPushed: pushed != nil, body)
        }
    }

    /// Runs `body` with a valid request; call it in ``withPage(_:)``.
    func withRequest(
        _ parameters: FormParameters, isPushed: Bool,
        _ body: (StandardAuthorizationRequest) async throws -> Response
    ) async throws -> Response {
        guard !parameters.isTooLong else { throw StandardProblem.tooLong }
        let target = try await StandardTarget(parameters, in: provider)
        do {
            return try await body(
                try await StandardAuthorizationRequest(parameters, isPushed: isPushed, to: target, in: provider))
        } catch let error as StandardError {
            return try await refuse(error, to: target)
        }
    }

    /// Call it in ``withPage(_:)``; the pages carry only the user code, and each form looks up the rest again.
    func withDevice(
        _ userCode: String, _ body: (StandardAuthorizationRequest) async throws -> Response
    ) async throws -> Response {
        guard let row = try await provider.devices.pending(userCode),
            let client = try await provider.client(row.clientID)
        else { throw StandardProblem.deviceGone }
        RefusalNote.about(app: client.id, ofStranger: client.isSelfRegistered)
        let target = StandardTarget(client, device: userCode)
        do {
            return try await body(StandardAuthorizationRequest(row, to: target))
        } catch let error as StandardError {
            return try await refuse(error, to: target)
        }
    }

    /// Apps open these pages in separate windows, and the stricter opener policy of other pages would disconnect them.
    package func withPage(_ body: () async throws -> Response) async throws -> Response {
        var response: Response
        do {
            response = try await body()
        } catch let problem as StandardProblem {
            response = provider.pages.standardProblem(problem)
        } catch  where error is StandardError || error is Refusal {
            response = provider.pages.standardProblem(.unreadable)
        }
        response.headers.set("Cross-Origin-Opener-Policy", to: "unsafe-none")
        return response
    }

    func form() async throws -> FormParameters {
        do {
            return try await RequestContent(of: request).form()
        } catch is RequestRefusal {
            throw StandardProblem.unreadable
        }
    }

    /// A device gets only a cancellation: after other errors another person may sign in. RFC 6749 §4.1.2.1
    private func refuse(_ error: StandardError, to target: StandardTarget) async throws -> Response {
        error.note()
        guard let userCode = target.userCode else {
            return send(["error": error.code.rawValue, "error_description": error.description], to: target)
        }
        guard error.code == .accessDenied else {
            throw StandardProblem(
                title: "You cannot sign in on your device", error: error,
                hint: "Open \(provider.url(.device)) again and choose another account.")
        }
        try await provider.devices.settle(userCode, with: nil)
        return provider.pages.message(
            "The sign-in was canceled",
            "You were not signed in to \(target.client.name) on the device. You can close this window.")
    }

    package func send(_ answer: FormParameters, to target: StandardTarget) -> Response {
        var answer = answer
        answer.append("state", target.state)
        answer.append("iss", provider.issuer)
        if target.mode == .formPost, let redirectURI = target.redirectURI {
            let form = FormPostPage(answer: answer, redirectURI: redirectURI, appName: target.client.name)
            if let page = provider.pages.formPost(form) { return page }
        }
        // After a form, which may contain a password, the browser must not resend it to the client. RFC 9700 §4.12
        return Response(
            status: request.method == .post ? .seeOther : .found,
            headers: [.location: target.address(carrying: answer)])
    }
}
