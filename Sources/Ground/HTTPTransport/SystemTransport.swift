// SPDX-License-Identifier: Apache-2.0

/// Runs `body` with the system's transport, and closes its connections afterwards.
///
/// On Apple systems, requests go through `URLSession`, elsewhere through libcurl. Neither follows redirects,
/// stores cookies, or caches responses.
///
/// The system validates certificates, and on Apple systems it also selects the proxy. On other systems, `SSL_CERT_FILE`
/// adds certificate authorities, and `https_proxy`, `http_proxy`, and `no_proxy` configure the proxy.
///
/// - Parameters:
///   - deadline: The time limit for each request, up to the last byte of the response; not for streams. Except on
///     Apple systems, connecting has its own limit: ten seconds.
///   - maximumResponseBytes: The maximum size of a response body in memory.
///   - idleTimeout: The time after which a request or a stream ends if no byte moves, whichever side waits; by default
///     one minute, or the deadline if it is longer.
///   - streamDeadline: The time limit for each stream, up to the last byte of the response; none by default.
///   - identity: The certificate for servers that request one; `nil` for none.
///   - body: Uses the transport, but not after it returns.
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
