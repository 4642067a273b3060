// SPDX-License-Identifier: Apache-2.0
package import Foundation
package import HTTPMessages
package import ProgramLifecycle

/// Sends requests to a router without a network.
///
/// Requests pass the same middleware as from a connection; a missing `Content-Length` is added.
package struct InProcessResponder<Responder: HTTPResponder>: Sendable {
    private let responder: Responder
    private let logger: Log

    /// Creates a responder for `responder`.
    package init(_ responder: Responder, logger: Log) {
        (self.responder, self.logger) = (responder, logger)
    }

    /// Returns the response to one request.
    ///
    /// - Parameters:
    ///   - head: The request.
    ///   - body: Its content.
    ///   - certificate: The certificate that the client presents, in DER; `nil` for none.
    /// - Returns: The response, with its content.
    /// - Throws: An error that no middleware turned into a response; ``SecurityHeaders`` leaves only cancellation,
    ///   ``DroppedConnection`` and ``StalledConnection``.
    package func respond(
        to head: HTTPRequest, body: Data, presenting certificate: Data? = nil
    ) async throws -> (HTTPResponse, Data) {
        var head = head
        if !body.isEmpty, !head.headerFields.contains(.contentLength) {
            head.headerFields[.contentLength] = String(body.count)
        }
        let context = Responder.Context(core: RequestCore(logger: logger, certificate: certificate))
        let response = try await responder.respond(
            to: Request(head: head, body: IncomingBody(body)), context: context)
        return (response.head, head.method == .head ? Data() : response.content)
    }
}

/// A handler throws this error to close the connection after it let the client wait without a response.
///
/// In process ``InProcessResponder`` throws it on; it stands for a deadline that passes on a network.
package struct StalledConnection: Error, Sendable, Hashable {
    package init() {}
}

/// A handler throws this error to close the connection without a response.
///
/// In process there is no connection, and ``InProcessResponder`` throws it on.
package struct DroppedConnection: Error, Sendable, Hashable {
    package init() {}
}
