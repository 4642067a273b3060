// SPDX-License-Identifier: Apache-2.0
public import Foundation
public import HTTPMessages

/// Sends one request and returns one response.
///
/// Tessera sends every request through a transport: that of the system, that of the tests in process, or the authorized
/// one that adds a token. A transport never follows a redirect: the caller chose the address, and no token may travel
/// to another.
///
/// ```swift
/// struct EmptyTaskList: Transport {  // an API, for a test
///     func send(_ request: HTTPRequest, body: Data) async throws -> TransportResponse {
///         TransportResponse(head: HTTPResponse(status: .ok), body: Data("[]".utf8))
///     }
/// }
/// ```
public protocol Transport: Sendable {
    /// Sends a request and waits for the whole response.
    ///
    /// Any HTTP status is a response and is returned, also 401 or 500; only a missing response is an error.
    ///
    /// - Parameters:
    ///   - request: The request, with an absolute target.
    ///   - body: The request's content; empty if it has none.
    /// - Returns: The response with its content.
    /// - Throws: ``TransportError``; `CancellationError` if the task was cancelled.
    func send(_ request: HTTPRequest, body: Data) async throws -> TransportResponse

    /// Sends a request, and returns the response as soon as its head is there.
    ///
    /// Neither content is held in memory: only the transports of the system and those around them do this. Any other
    /// transport gets it from ``send(_:body:)``, with both contents in memory.
    ///
    /// - Parameters:
    ///   - request: The request, with an absolute target.
    ///   - body: The request's content.
    /// - Returns: The response; its content follows.
    /// - Throws: As ``send(_:body:)``; the errors of the request's content.
    func stream(_ request: HTTPRequest, body: RequestBody) async throws -> StreamedResponse

    /// Whether it presents the client's certificate to servers that ask for one; `false` unless a transport says so.
    ///
    /// Without it, a client that binds its tokens to its certificate refuses to sign in. RFC 8705 §3
    var presentsCertificate: Bool { get }
}

extension Transport {
    /// No certificate.
    public var presentsCertificate: Bool { false }

    /// Sends a request that has no content.
    ///
    /// - Throws: As ``send(_:body:)``.
    public func send(_ request: HTTPRequest) async throws -> TransportResponse {
        try await send(request, body: Data())
    }

    /// Sends a request that has no content, and returns the response as soon as its head is there.
    ///
    /// - Throws: As ``stream(_:body:)``.
    public func stream(_ request: HTTPRequest) async throws -> StreamedResponse {
        try await stream(request, body: .empty)
    }

    /// Sends the whole content, and waits for the whole response.
    ///
    /// - Throws: As ``send(_:body:)``; the errors of the request's content.
    public func stream(_ request: HTTPRequest, body: RequestBody) async throws -> StreamedResponse {
        StreamedResponse(try await send(request, body: body.collect()))
    }
}
