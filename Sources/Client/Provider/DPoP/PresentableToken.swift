// SPDX-License-Identifier: Apache-2.0
package import Foundation
package import HTTPTransport
package import HTTPTypes
package import OAuth

/// An access token in the form in which a request carries it: alone, or with a proof of the key to which it is bound.
package struct PresentableToken: Sendable {
    /// The token.
    package let token: Redacted<String>
    /// Makes the proofs; `nil` for a token that any holder can use.
    package let prover: DPoPProver?

    /// Creates a token to present.
    package init(_ token: Redacted<String>, provedBy prover: DPoPProver? = nil) {
        self.token = token
        self.prover = prover
    }

    /// Sends a request with the token on it; a bound token gets a new proof for each attempt.
    ///
    /// - Throws: The errors of the transport; the crypto library's own error if it cannot sign.
    package func send(
        _ request: HTTPRequest, body: Data = Data(), over transport: any Transport
    ) async throws -> TransportResponse {
        guard let prover else { return try await transport.send(request.authorized(by: token), body: body) }
        return try await prover.send(over: transport, presenting: token) { (request, body) }
    }

    /// The request with the token, and with one proof if the token is bound: it can be sent once.
    ///
    /// - Throws: The crypto library's own error if it cannot sign.
    package func presented(on request: HTTPRequest) throws -> HTTPRequest {
        try prover?.proved(request, presenting: token) ?? request.authorized(by: token)
    }
}
