// SPDX-License-Identifier: Apache-2.0

package import PortableFoundation
package import ProgramLifecycle
import Synchronization

/// A responder that the program can replace while the server runs; requests in progress keep theirs.
package final class CurrentResponder<Responder: HTTPResponder>: HTTPResponder {
    package typealias Context = Responder.Context

    private let latest: Mutex<Responder>

    package init(_ responder: Responder) { latest = Mutex(responder) }

    package func replace(with responder: Responder) { latest.withLock { $0 = responder } }

    package func respond(to request: Request, context: Context) async throws -> Response {
        try await latest.withLock { $0 }.respond(to: request, context: context)
    }
}

/// Sends requests to a router without a network, through the same middleware, and adds a missing `Content-Length`.
package struct InProcessResponder<Responder: HTTPResponder>: Sendable {
    private let responder: Responder
    private let logger: Log

    package init(_ responder: Responder, logger: Log) {
        self.responder = responder
        self.logger = logger
    }

    /// Rethrows errors that no middleware turned into a response.
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
