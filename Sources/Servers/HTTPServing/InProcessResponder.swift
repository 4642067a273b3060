// SPDX-License-Identifier: Apache-2.0
package import HTTPMessages
package import PortableFoundation
package import ProgramLifecycle

/// Sends requests to a router without a network.
///
/// Requests pass the same middleware as from a connection; a missing `Content-Length` is added.
package struct InProcessResponder<Responder: HTTPResponder>: Sendable {
    private let responder: Responder
    private let logger: Log

    /// Creates a responder for `responder`.
    package init(_ responder: Responder, logger: Log) {
        self.responder = responder
        self.logger = logger
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
        let connection = ClientConnection(certificate: certificate)
        let context = Responder.Context(core: RequestCore(logger: logger, connection: connection))
        let response = try await responder.respond(
            to: Request(head: head, body: IncomingBody(body)), context: context)
        return (response.head, head.method == .head ? Data() : response.content)
    }
}
