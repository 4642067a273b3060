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
    private let allowed: Set<HostAndPort>
    private let addresses: [String]

    /// Creates a gate.
    ///
    /// - Parameters:
    ///   - allowed: The authorities to answer to; see ``ServerAddress/authorities``.
    ///   - addresses: What to open instead, as the refusal says; `nil` for all of them, without TLS.
    package init(allowed: Set<HostAndPort>, openedAt addresses: Set<String>? = nil) {
        self.allowed = allowed
        self.addresses = (addresses ?? Set(allowed.map { "http://\($0)" })).sorted()
    }

    /// Creates a gate for everything that a server may be called.
    package init(_ names: ServerNames) {
        self.init(allowed: names.authorities, openedAt: names.origins)
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
        if let host, isAllowed(host) { return }
        let names = addresses.joined(separator: ", ")
        throw RequestRefusal(
            .hostNotAllowed, "This server does not answer to that host name. Open it as one of: \(names)")
    }

    /// A name without a port may be for either scheme: a proxy may have ended TLS.
    private func isAllowed(_ host: String) -> Bool {
        [ServerScheme.http, .https].contains { scheme in
            HostAndPort(host, defaultPort: scheme.defaultPort).map(allowed.contains) == true
        }
    }
}
