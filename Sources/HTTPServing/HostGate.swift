// SPDX-License-Identifier: Apache-2.0
import HTTPTypes
package import Hummingbird

/// Lets only those requests in that were meant for this server.
///
/// A page anywhere can point a name of its own at 127.0.0.1 and then read what we answer (DNS rebinding); but
/// its browser says that name in `Host`, and is turned away with 421.
///
/// RFC 9110 §7.4
package struct HostGate<Context: RequestContext>: RouterMiddleware {
    private let allowed: Set<Authority>

    /// Creates a gate.
    ///
    /// - Parameter allowed: The authorities to answer to; see ``ServerAddress/authorities``.
    package init(allowed: Set<Authority>) {
        self.allowed = allowed
    }

    /// Passes the request on if it is for one of the allowed authorities.
    ///
    /// - Throws: ``RequestRefusal`` (`hostNotAllowed`, `hostRepeated`).
    package func handle(
        _ request: Request, context: Context, next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        // The first `Host` field is the authority; a second one stands among the other fields. RFC 9112 §3.2
        if let name = HTTPField.Name("Host"), request.headers.contains(name) {
            throw RequestRefusal(.hostRepeated, "The request names several hosts.")
        }
        try judge(request.head.authority)
        return try await next(request, context)
    }

    /// Judges the `Host` field of a request.
    ///
    /// - Throws: ``RequestRefusal`` (`hostNotAllowed`).
    package func judge(_ host: String?) throws {
        if let host, let authority = Authority(host), allowed.contains(authority) { return }
        let names = allowed.map { "http://\($0)" }.sorted().joined(separator: ", ")
        throw RequestRefusal(
            .hostNotAllowed, "This server does not answer to that host name. Open it as one of: \(names)")
    }
}
