// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import HTTPTypes
package import Hummingbird
import OAuth

/// Lets pages of registered public clients read responses, as single-page apps require.
///
/// No endpoint here uses a cookie, so credentials are never allowed. Fetch §3.2
package struct StandardCrossOriginAccess: Sendable {
    /// The pages that may read responses.
    package enum Readers: Sendable {
        case everybody
        /// The origins that public clients registered, as redirect URIs or as allowed origins.
        case clients
    }

    package let provider: StandardProvider
    package let readers: Readers

    package init(provider: StandardProvider, readers: Readers) {
        (self.provider, self.readers) = (provider, readers)
    }

    /// Answers CORS preflight requests.
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

    /// The answer of `body`, readable for allowed pages; a request of any other page is refused without running `body`.
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

    /// Adds the CORS fields that let a page read the response.
    ///
    /// - Returns: Whether a page sent the request, and may read the response.
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
