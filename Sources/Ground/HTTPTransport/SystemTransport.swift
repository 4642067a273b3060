// SPDX-License-Identifier: Apache-2.0

/// Runs `body` with the transport of this system, and closes its connections afterwards.
///
/// On Apple systems requests go through `URLSession`, elsewhere through AsyncHTTPClient. Neither follows redirects,
/// keeps cookies or caches a response.
///
/// The system judges certificates. On other systems than Apple's, the transport also trusts the authorities in the file
/// that `SSL_CERT_FILE` names.
///
/// - Parameters:
///   - limits: The deadline of each request, and the largest content of a response.
///   - body: Sends requests with the transport; it must not use the transport after it returned.
/// - Returns: The result of `body`.
/// - Throws: The error that `body` throws.
public func withSystemTransport<Result>(
    limits: TransportLimits = TransportLimits(),
    _ body: (any Transport) async throws -> Result
) async throws -> Result {
    #if canImport(Darwin)
    let transport = URLSessionTransport(limits: limits)
    #else
    let transport = AsyncHTTPClientTransport(limits: limits)
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
