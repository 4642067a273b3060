// SPDX-License-Identifier: Apache-2.0
import HTTPServing
package import Hummingbird
import OAuth
import TenantAuthorization

/// Lets authorization requests in, and says why one is refused: on a page while nobody knows where an answer may go,
/// to the client afterwards.
///
/// RFC 6749 §4.1.2.1
package struct StandardAuthorizationDoor: Sendable {
    package let provider: StandardProvider
    /// The HTTP request that brought it.
    package let request: Request

    package init(provider: StandardProvider, request: Request) {
        (self.provider, self.request) = (provider, request)
    }

    /// Runs `body` with a request that was judged, or answers the refusal.
    func withRequest(
        _ parameters: FormParameters, isPushed: Bool,
        _ body: (StandardAuthorizationRequest) async throws -> Response
    ) async throws -> Response {
        try await withPage {
            guard !parameters.isTooLong else { throw StandardProblem.tooLong }
            let target = try await StandardTarget(parameters, in: provider)
            do {
                return try await body(
                    try StandardAuthorizationRequest(
                        parameters, isPushed: isPushed, to: target, keys: provider.keys, issuer: provider.issuer))
            } catch let error as StandardError {
                return try await AuthorizationAnswer(provider: provider).refuse(error, to: target, request: request)
            }
        }
    }

    /// Runs `body` with the request of a device that still waits, or answers the refusal.
    ///
    /// The code alone travels through the pages; everything else is looked up again behind each form.
    func withDevice(
        _ userCode: String, _ body: (StandardAuthorizationRequest) async throws -> Response
    ) async throws -> Response {
        try await withPage {
            guard let row = try await provider.devices.pending(userCode),
                let client = try await provider.client(row.clientID)
            else { throw StandardProblem.deviceGone }
            RefusalNote.about(app: client.id)
            let target = StandardTarget(client, device: userCode)
            do {
                return try await body(StandardAuthorizationRequest(row, to: target))
            } catch let error as StandardError {
                return try await AuthorizationAnswer(provider: provider).refuse(error, to: target, request: request)
            }
        }
    }

    /// Runs `body`, and shows on a page what cannot be sent on.
    ///
    /// Apps open these pages in windows of their own and wait there for the answer; the policy that the other pages
    /// have would part the window from the app that opened it.
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
        } catch is StandardError {
            return provider.pages.standardProblem(.unreadable)
        } catch is Refusal {
            return provider.pages.standardProblem(.unreadable)
        }
    }
}
