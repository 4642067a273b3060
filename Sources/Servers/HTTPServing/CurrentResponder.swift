// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// The responder of a server, which the program may replace while the server runs.
///
/// Each request takes the latest; open requests keep theirs.
package final class CurrentResponder<Responder: HTTPResponder>: HTTPResponder {
    /// The context of the responder.
    package typealias Context = Responder.Context

    private let latest: Mutex<Responder>

    /// Creates it with the first responder, usually a router's `buildResponder()`.
    package init(_ responder: Responder) { latest = Mutex(responder) }

    /// Takes another responder for the requests from now on.
    package func replace(with responder: Responder) { latest.withLock { $0 = responder } }

    /// Answers a request.
    package func respond(to request: Request, context: Context) async throws -> Response {
        try await latest.withLock { $0 }.respond(to: request, context: context)
    }
}
