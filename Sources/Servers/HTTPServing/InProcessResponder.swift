// SPDX-License-Identifier: Apache-2.0
package import Foundation
package import HTTPTypes
package import Hummingbird
package import Logging
import NIOCore
import Synchronization

/// Sends requests to a router without a network.
///
/// Requests pass the same middleware as from a connection; a missing `Content-Length` is added.
package struct InProcessResponder<Responder: HTTPResponder>: Sendable
where Responder.Context: InitializableFromSource<ServingContextSource> {
    private let responder: Responder
    private let logger: Logger

    /// Creates a responder for `responder`.
    package init(_ responder: Responder, logger: Logger) {
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
        var logger = logger
        logger[metadataKey: RequestID.logKey] = "\(UUID())"
        let response = try await responder.respond(
            to: Request(head: head, body: RequestBody(buffer: ByteBuffer(bytes: body))),
            context: Responder.Context(source: ServingContextSource(logger: logger, certificate: certificate)))
        let content = try await response.content()
        return (response.head, head.method == .head ? Data() : content)
    }
}

extension Response {
    /// The whole content of the response.
    ///
    /// - Throws: The error that the response's body throws while it writes.
    package func content() async throws -> Data {
        let content = CollectedContent()
        try await body.write(content)
        return content.bytes
    }
}

private final class CollectedContent: ResponseBodyWriter, Sendable {
    private let collected = Mutex(Data())

    var bytes: Data { collected.withLock { $0 } }

    func write(_ buffer: ByteBuffer) async throws {
        collected.withLock { $0.append(contentsOf: buffer.readableBytesView) }
    }

    func finish(_ trailingHeaders: HTTPFields?) async throws {}
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
