// SPDX-License-Identifier: Apache-2.0
public import Foundation
public import HTTPTypes

/// Sends one request and gives one response.
///
/// Everything that Tessera asks of a network passes through here: the system's transport, the in-process transport
/// of the tests, and the authorized transport that adds a token. A transport never follows a redirect: a token must not
/// travel to an address that nobody chose.
public protocol Transport: Sendable {
    /// Sends a request and waits for the whole response.
    ///
    /// Any HTTP status is an answer and is returned, also 401 or 500; only the absence of an answer is an error.
    ///
    /// - Parameters:
    ///   - request: The request, with an absolute target.
    ///   - body: The request's content; empty for none.
    /// - Returns: The response with its content.
    /// - Throws: ``TransportError``; `CancellationError` if the task was cancelled.
    func send(_ request: HTTPRequest, body: Data) async throws -> TransportResponse
}

extension Transport {
    /// Sends a request that has no content.
    ///
    /// - Throws: As ``send(_:body:)``.
    public func send(_ request: HTTPRequest) async throws -> TransportResponse {
        try await send(request, body: Data())
    }
}
