// SPDX-License-Identifier: Apache-2.0
package import Foundation
package import HTTPTypes
package import Hummingbird
package import Logging
import NIOCore

/// Sends requests to a router without a network.
///
/// Requests pass the same middleware as from a connection; a missing `Content-Length` is added.
package struct InProcessResponder<Responder: HTTPResponder>: Sendable
where Responder.Context: InitializableFromSource<ServingContextSource> {
    private let responder: Responder
    private let logger: Logger

    /// Creates a responder for `responder`.
    package init(_ responder: Responder, logger: Logger) {
        self.responder = responder
        self.logger = logger
    }

    /// Returns the response to one request.
    ///
    /// - Throws: An error that no middleware turned into a response; ``SecurityHeaders`` leaves only cancellation,
    ///   ``DroppedConnection`` and ``StalledConnection``.
    package func respond(to head: HTTPRequest, body: Data) async throws -> (HTTPResponse, Data) {
        var head = head
        if !body.isEmpty, !head.headerFields.contains(.contentLength) {
            head.headerFields[.contentLength] = String(body.count)
        }
        var logger = logger
        logger[metadataKey: "hb.request.id"] = "\(UUID())"
        let response = try await responder.respond(
            to: Request(head: head, body: RequestBody(buffer: ByteBuffer(bytes: body))),
            context: Responder.Context(source: ServingContextSource(logger: logger)))
        let content = try await response.content()
        return (response.head, head.method == .head ? Data() : content)
    }
}
