// SPDX-License-Identifier: Apache-2.0
import HTTPServing
package import Hummingbird
package import OAuth

/// The endpoint to which clients send people to sign in.
///
/// RFC 6749 §3.1, OpenID Connect Core §3.1.2
package struct AuthorizationEndpoint: Sendable {
    package let provider: StandardProvider

    package init(provider: StandardProvider) {
        self.provider = provider
    }

    func add(to router: Router<ServingContext>) {
        router.get(StandardEndpoint.authorization.routerPath) { request, _ in
            try await begin(FormParameters(encoded: request.uri.query ?? ""), request)
        }
        router.post(StandardEndpoint.authorization.routerPath) { request, _ in
            try await StandardAuthorizationDoor(provider: provider, request: request).withPage {
                let form: FormParameters
                do {
                    form = try await RequestContent(of: request).form()
                } catch is RequestRefusal {
                    throw StandardProblem.unreadable
                }
                return try await begin(form, request)
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
        let door = StandardAuthorizationDoor(provider: provider, request: request)
        return try await door.withPage {
            guard let parameters else { throw StandardProblem.unreadable }
            let pushed = try await PushedRequests(provider: provider).take(namedIn: parameters)
            return try await door.withRequest(pushed ?? parameters, isPushed: pushed != nil, body)
        }
    }
}
