// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import Hummingbird
import OAuth

extension StandardProvider {
    /// Adds an endpoint to which clients send forms directly; pages of public clients may use it, and errors are JSON.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint.
    ///   - router: The router that gets the routes.
    ///   - answer: Answers a form.
    func takeForms(
        at endpoint: StandardEndpoint, of router: Router<ServingContext>,
        _ answer: @escaping @Sendable (FormParameters, Request) async throws -> Response
    ) {
        let access = StandardCrossOriginAccess(provider: self, readers: .clients)
        access.add(endpoint, to: router)
        router.allowOnlyPost(at: endpoint)
        router.post(endpoint.routerPath) { request, _ in
            try await access.answer(request) {
                try await StandardReply(provider: self).answer(request) { try await answer($0, request) }
            }
        }
    }
}
