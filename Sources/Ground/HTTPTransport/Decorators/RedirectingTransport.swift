// SPDX-License-Identifier: Apache-2.0
public import HTTPMessages
public import PortableFoundation

/// A transport that follows redirects within the request's own scheme, host, and port.
///
/// A redirect elsewhere is returned as the response, so no token or body is sent there. This also applies after too
/// many redirects, if the body would have to be resent but cannot be, and to a request with a proof of possession
/// (`DPoP`), which is for one URL. For bound tokens, wrap the authorized transport in this one.
///
/// ```swift
/// let following = RedirectingTransport(over: transport)
/// let calls = AuthorizedTransport(flow.session(of: account), scopes: ["Files.Read"], to: api, over: following)
/// let response = try await calls.send(HTTPRequest(url: api.appending(path: "latest")))
/// ```
///
/// RFC 9110 §15.4
public struct RedirectingTransport: Transport {
    private let transport: any Transport
    private let maximum: Int

    /// Creates a transport around another one, with the maximum number of redirects per request.
    public init(over transport: any Transport, upTo maximum: Int = 5) {
        self.transport = transport
        self.maximum = max(maximum, 0)
    }

    /// The value of the underlying transport.
    public var presentsCertificate: Bool { transport.presentsCertificate }

    /// Sends a request, and follows same-origin redirects.
    ///
    /// - Throws: The errors of the underlying transport.
    public func send(_ request: HTTPRequest, body: Data) async throws -> TransportResponse {
        var (request, body) = (request, body)
        for _ in 0..<maximum {
            let response = try await transport.send(request, body: body)
            guard let next = Redirect(of: request, by: response.head) else { return response }
            request = next.request
            if !next.keepsBody { body = Data() }
        }
        return try await transport.send(request, body: body)
    }

    /// Sends a request, follows same-origin redirects, and returns the response when its head arrives.
    ///
    /// - Throws: The errors of the underlying transport.
    public func stream(_ request: HTTPRequest, body: RequestBody) async throws -> StreamedResponse {
        var (request, body) = (request, body)
        for _ in 0..<maximum {
            let response = try await transport.stream(request, body: body)
            guard let next = Redirect(of: request, by: response.head), !next.keepsBody || body.isRepeatable else {
                return response
            }
            await response.discard()
            request = next.request
            if !next.keepsBody { body = .empty }
        }
        return try await transport.stream(request, body: body)
    }
}
