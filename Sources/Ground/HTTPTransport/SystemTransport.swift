// SPDX-License-Identifier: Apache-2.0

/// Runs `body` with the transport of this system, and closes its connections afterwards.
///
/// On Apple systems requests go through `URLSession`, elsewhere through libcurl. Neither follows redirects,
/// keeps cookies or caches a response.
///
/// The system judges certificates, and Apple's names the proxy. On other systems, the transport also trusts the
/// authorities in the file that `SSL_CERT_FILE` names, and `https_proxy`, `http_proxy` and `no_proxy` name the proxy.
///
/// - Parameters:
///   - deadline: The time of each request, from sending to the last byte of the response; streams have none.
///   - maximumResponseBytes: The largest content of a response that is held in memory.
///   - idleTimeout: The time after which a request or a stream ends in which no byte moves, whichever side waits; by
///     default a minute, or the deadline if it is longer.
///   - streamDeadline: The time of each stream, from sending to the last byte of the response; any by default.
///   - identity: The certificate that the transport presents to servers that ask for one; `nil` presents none.
///   - body: Sends requests with the transport; it must not use the transport after it returned.
/// - Returns: The result of `body`.
/// - Throws: The error that `body` throws.
public func withSystemTransport<Result>(
    deadline: Duration = .seconds(10), maximumResponseBytes: Int = 4 << 20, idleTimeout: Duration? = nil,
    streamDeadline: Duration? = nil, presenting identity: TransportIdentity? = nil,
    _ body: (any Transport) async throws -> Result
) async throws -> Result {
    try await withSystemTransport(
        limits: TransportLimits(
            deadline: deadline, maximumResponseBytes: maximumResponseBytes, idleTimeout: idleTimeout,
            streamDeadline: streamDeadline), presenting: identity, body)
}

/// Runs `body` with the transport of this system within these limits, and closes its connections afterwards.
package func withSystemTransport<Result>(
    limits: TransportLimits, presenting identity: TransportIdentity? = nil,
    _ body: (any Transport) async throws -> Result
) async throws -> Result {
    #if canImport(Darwin)
    let transport = URLSessionTransport(limits: limits)
    #else
    let transport = CurlTransport(limits: limits, presenting: identity)
    #endif
    do {
        let result = try await body(transport)
        try await transport.shutDown()
        return result
    } catch {
        try? await transport.shutDown()
        throw error
    }
}
