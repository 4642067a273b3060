// SPDX-License-Identifier: Apache-2.0
package import HTTPMessages
package import HTTPTransport
package import OAuthMessages
import PortableFoundation

/// Sends requests with DPoP proofs, and retries when a server requires a nonce or another time. RFC 9449 §4
package struct DPoPProver: Sendable {
    package let key: DPoPKey
    private let servers: DPoPServers
    private let time: TimeSource
    private let random: RandomSource

    package init(_ key: DPoPKey, servers: DPoPServers, time: TimeSource, random: RandomSource = .system) {
        self.key = key
        self.servers = servers
        self.time = time
        self.random = random
    }

    /// Sends a request with a proof, and retries it at most once for a nonce and once for the clock.
    ///
    /// `request` returns a new request for each attempt, because a client assertion is valid once. `client` returns the
    /// response, which the prover reads for errors and nonces, and the caller's own value.
    package func send<Response>(
        presenting token: Redacted<String>? = nil, isRepeatable: Bool = true,
        _ request: () async throws -> HTTPRequest,
        through client: (HTTPRequest) async throws -> (TransportResponse, Response)
    ) async throws -> Response {
        var (hasNonceRetry, hasClockRetry) = (false, false)
        while true {
            let plain = try await request()
            let origin = plain.server
            let server = servers.server(at: origin)
            let (judged, response) = try await client(try proved(plain, at: origin, as: server, presenting: token))
            let refusal = servers.learn(
                from: judged, of: origin, to: server, presentingToken: token != nil, now: time.date())
            switch refusal {
            case .nonce where isRepeatable && !hasNonceRetry: hasNonceRetry = true
            case .clock where isRepeatable && !hasClockRetry: hasClockRetry = true
            default: return response
            }
        }
    }

    package func proved(_ request: HTTPRequest, presenting token: Redacted<String>?) throws -> HTTPRequest {
        try proved(request, at: request.server, as: servers.server(at: request.server), presenting: token)
    }

    private func proved(
        _ request: HTTPRequest, at origin: String, as server: DPoPServers.Server, presenting token: Redacted<String>?
    ) throws -> HTTPRequest {
        let path = (request.path ?? "/").prefix { $0 != "?" && $0 != "#" }
        let proof = try key.proof(
            method: request.method.rawValue, address: origin + path, issuedAt: time.date() + server.clockLead,
            identifier: random.text(bytes: 16), nonce: server.nonce, accessToken: token)
        var request = token.map { request.authorized(by: $0, scheme: "DPoP") } ?? request
        request.headerFields[.dPoP] = proof
        return request
    }
}
