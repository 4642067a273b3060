// SPDX-License-Identifier: Apache-2.0
package import HTTPMessages
package import HTTPTransport
package import OAuthMessages
import PortableFoundation

/// An access token in the form in which a request carries it: alone, or with a proof of the key to which it is bound.
package struct PresentableToken: Sendable {
    package let token: Redacted<String>
    /// Makes the proofs; `nil` for a token that any holder can use.
    package let prover: DPoPProver?

    package init(_ token: Redacted<String>, provedBy prover: DPoPProver? = nil) {
        self.token = token
        self.prover = prover
    }

    /// Sends a request through a client with the token on it; a bound token gets a new proof for each attempt.
    ///
    /// - Throws: The errors of the client; the crypto library's own error if it cannot sign.
    package func send<Response>(
        _ request: HTTPRequest, isRepeatable: Bool = true,
        through client: (HTTPRequest) async throws -> (HTTPResponse, Response)
    ) async throws -> (HTTPResponse, Response) {
        guard let prover else { return try await client(request.authorized(by: token)) }
        return try await prover.send(presenting: token, isRepeatable: isRepeatable) {
            request
        } through: { request in
            let (head, response) = try await client(request)
            return (TransportResponse(head: head), (head, response))
        }
    }

    /// Sends a request with the token on it over a transport.
    ///
    /// - Throws: As ``send(_:isRepeatable:through:)``.
    package func send(_ request: HTTPRequest, over transport: any Transport) async throws -> TransportResponse {
        try await send(request) { request in
            let response = try await transport.send(request, body: Data())
            return (response.head, response)
        }.1
    }

    /// The request with the token, and with one proof if the token is bound: it can be sent once.
    ///
    /// - Throws: The crypto library's own error if it cannot sign.
    package func presented(on request: HTTPRequest) throws -> HTTPRequest {
        try prover?.proved(request, presenting: token) ?? request.authorized(by: token)
    }
}

extension HTTPRequest {
    /// The same request with an access token.
    ///
    /// libcurl lets no header table on the way keep this field. RFC 6750 §2.1, RFC 7541 §7.1.3, RFC 9449 §7.1
    package func authorized(by token: Redacted<String>, scheme: String = "Bearer") -> HTTPRequest {
        var request = self
        request.headerFields[.authorization] = "\(scheme) \(token.revealed)"
        return request
    }
}
