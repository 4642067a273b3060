// SPDX-License-Identifier: Apache-2.0
package import Foundation
package import HTTPTransport
package import HTTPTypes
package import OAuth

/// Sends requests with proofs of one key, and answers the demands of the servers for a nonce or another time.
///
/// RFC 9449 §4
package struct DPoPProver: Sendable {
    /// The key that the proofs show.
    package let key: DPoPKey
    private let servers: DPoPServers
    private let time: TimeSource
    private let random: RandomSource

    /// Creates a prover.
    ///
    /// - Parameters:
    ///   - key: The key that the proofs show.
    ///   - servers: What the servers have said so far.
    ///   - time: The clocks.
    ///   - random: The source of the proofs' ids.
    package init(_ key: DPoPKey, servers: DPoPServers, time: TimeSource, random: RandomSource = .system) {
        self.key = key
        self.servers = servers
        self.time = time
        self.random = random
    }

    /// Sends a request with a proof, once more for each reason that another proof removes, and never in a loop.
    ///
    /// - Parameters:
    ///   - transport: Sends the request.
    ///   - token: The access token to present; `nil` at the provider's endpoints for clients.
    ///   - request: Makes the request anew for each attempt, since what a client signs for it counts once.
    /// - Returns: The response.
    /// - Throws: The errors of the transport and of `request`; the crypto library's own error if it cannot sign.
    package func send(
        over transport: any Transport, presenting token: Redacted<String>? = nil,
        _ request: () async throws -> (HTTPRequest, Data)
    ) async throws -> TransportResponse {
        var (hasNonceRetry, hasClockRetry) = (false, false)
        while true {
            let (plain, body) = try await request()
            let origin = Self.origin(of: plain)
            let server = servers.server(at: origin)
            let response = try await transport.send(
                try proved(plain, at: origin, as: server, presenting: token), body: body)
            let refusal = servers.learn(
                from: response, of: origin, to: server, presentingToken: token != nil, now: time.date())
            switch refusal {
            case .nonce where !hasNonceRetry: hasNonceRetry = true
            case .clock where !hasClockRetry: hasClockRetry = true
            default: return response
            }
        }
    }

    /// A request with a proof, and with the token if one is presented.
    ///
    /// - Throws: The crypto library's own error if it cannot sign.
    package func proved(_ request: HTTPRequest, presenting token: Redacted<String>?) throws -> HTTPRequest {
        let origin = Self.origin(of: request)
        return try proved(request, at: origin, as: servers.server(at: origin), presenting: token)
    }

    private func proved(
        _ request: HTTPRequest, at origin: String, as server: DPoPServers.Server, presenting token: Redacted<String>?
    ) throws -> HTTPRequest {
        let path = (request.path ?? "/").prefix { $0 != "?" && $0 != "#" }
        let proof = try key.proof(
            of: DPoPProofContent(
                method: request.method.rawValue, address: origin + path,
                issuedAt: time.date() + server.clockLead, identifier: random.text(bytes: 16), nonce: server.nonce,
                accessToken: token))
        var request = token.map { request.authorized(by: $0, scheme: "DPoP") } ?? request
        if let name = HTTPField.Name("DPoP") {
            var field = HTTPField(name: name, value: proof)
            field.indexingStrategy = .disallow
            request.headerFields[fields: name] = [field]
        }
        return request
    }

    /// The beginning of `htu`, and the key of what is known of the server.
    private static func origin(of request: HTTPRequest) -> String {
        "\(request.scheme ?? "https")://\(request.authority ?? "")"
    }
}
