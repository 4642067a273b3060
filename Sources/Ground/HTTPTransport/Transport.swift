// SPDX-License-Identifier: Apache-2.0
public import HTTPMessages
public import PortableFoundation

/// A type that sends a request and returns its response.
///
/// Tessera sends every request through a transport: the system's, an in-process one in tests, or the authorized one
/// that adds a token. A transport never follows redirects: the caller chose the URL, and no token must be sent to
/// another.
///
/// ```swift
/// struct EmptyTaskList: Transport {  // an API, for a test
///     func send(_ request: HTTPRequest, body: Data) async throws -> TransportResponse {
///         TransportResponse(head: HTTPResponse(status: .ok), body: Data("[]".utf8))
///     }
/// }
/// ```
public protocol Transport: Sendable {
    /// Sends a request, and waits for the complete response.
    ///
    /// Every HTTP status is returned as a response, including 401 and 500; only a missing response is an error.
    ///
    /// - Parameters:
    ///   - request: The request, with an absolute target.
    ///   - body: The request body; empty if there is none.
    /// - Returns: The response with its body.
    /// - Throws: ``TransportError``; `CancellationError` if the task was canceled.
    func send(_ request: HTTPRequest, body: Data) async throws -> TransportResponse

    /// Sends a request, and returns the response when its head arrives.
    ///
    /// The transports of the system, and those around them, hold neither body in memory. For any other transport, the
    /// default implementation uses ``send(_:body:)``, with both bodies in memory.
    ///
    /// - Parameters:
    ///   - request: The request, with an absolute target.
    ///   - body: The request body.
    /// - Returns: The response, whose body follows.
    /// - Throws: The same errors as ``send(_:body:)``, or an error of the request body.
    func stream(_ request: HTTPRequest, body: RequestBody) async throws -> StreamedResponse

    /// Whether the transport presents a client certificate to servers that request one; `false` by default.
    ///
    /// If it is `false`, a client that binds its tokens to its certificate cannot sign in. RFC 8705 §3
    var presentsCertificate: Bool { get }
}

extension Transport {
    /// `false`: no certificate is presented.
    public var presentsCertificate: Bool { false }

    /// Sends a request without a body, and waits for the complete response.
    ///
    /// - Throws: The same errors as ``send(_:body:)``.
    public func send(_ request: HTTPRequest) async throws -> TransportResponse {
        try await send(request, body: Data())
    }

    /// Sends a request without a body, and returns the response when its head arrives.
    ///
    /// - Throws: The same errors as ``stream(_:body:)``.
    public func stream(_ request: HTTPRequest) async throws -> StreamedResponse {
        try await stream(request, body: .empty)
    }

    /// Sends the complete body, and waits for the complete response.
    ///
    /// - Throws: The same errors as ``send(_:body:)``, or an error of the request body.
    public func stream(_ request: HTTPRequest, body: RequestBody) async throws -> StreamedResponse {
        StreamedResponse(try await send(request, body: body.collect()))
    }
}
