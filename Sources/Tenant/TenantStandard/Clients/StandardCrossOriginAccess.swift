// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import HTTPTypes
package import Hummingbird
import OAuth

/// Lets the pages of registered public clients read answers, as single-page apps need it.
///
/// Nothing here depends on a cookie, so no credentials are ever allowed. Fetch §3.2
package struct StandardCrossOriginAccess: Sendable {
    /// Whose pages may read.
    package enum Readers: Sendable {
        case everybody
        /// The origins that public clients registered, by their redirect URIs or by name.
        case clients
    }

    package let provider: StandardProvider
    package let readers: Readers

    package init(provider: StandardProvider, readers: Readers) {
        (self.provider, self.readers) = (provider, readers)
    }

    /// Answers the question of a browser what a page may send.
    func add(_ endpoint: StandardEndpoint, to router: Router<ServingContext>) {
        router.on(endpoint.routerPath, method: .options) { request, _ in
            var response = Response(status: .noContent)
            guard try await add(to: &response, answering: request) else { return response }
            response.headers.set("Access-Control-Allow-Methods", to: "GET, POST")
            response.headers.set("Access-Control-Allow-Headers", to: "Authorization, Content-Type, DPoP")
            response.headers.set("Access-Control-Max-Age", to: "600")
            return response
        }
    }

    /// The answer of `body`, readable for the pages that may; a page that may not cannot make the provider do anything.
    package func answer(_ request: Request, _ body: () async throws -> Response) async throws -> Response {
        var response =
            if let origin = request.headers[.origin], try await !allows(origin) {
                StandardReply(provider: provider).refusal(.originUnknown)
            } else {
                try await body()
            }
        if try await add(to: &response, answering: request) {
            response.headers.set("Access-Control-Expose-Headers", to: "DPoP-Nonce, WWW-Authenticate")
        }
        return response
    }

    /// Adds what lets a page read the response.
    ///
    /// - Returns: Whether a page asked, and may read it.
    private func add(to response: inout Response, answering request: Request) async throws -> Bool {
        guard let origin = request.headers[.origin] else { return false }
        if readers == .clients { response.headers[.vary] = "Origin" }
        guard try await allows(origin) else { return false }
        response.headers[.accessControlAllowOrigin] = readers == .everybody ? "*" : origin
        return true
    }

    private func allows(_ origin: String) async throws -> Bool {
        guard readers == .clients else { return true }
        return try await provider.clients().contains { $0.allowsOrigin(origin) }
    }
}
