// SPDX-License-Identifier: Apache-2.0
import HTTPMessages

/// Refuses requests for other hosts than this server.
///
/// A foreign page can point its own host name at 127.0.0.1 and then read the server's responses (DNS rebinding). But
/// its browser sends that name in `Host`, and the gate refuses it with 421.
///
/// ```swift
/// let router = Router(context: AppContext.self)
/// router.add(middleware: HostGate(ServerNames(ServerAddress(port: 8080))))
/// router.get("/") { _, _ in "hello" }
/// ```
///
/// RFC 9110 §7.4
public struct HostGate<Context: RequestContext>: RouterMiddleware {
    private let allowed: Set<HostAndPort>
    /// The authorities as browsers usually write them, which need no parser.
    private let usual: Set<String>
    private let addresses: [String]

    /// Creates a gate.
    package init(allowed: Set<HostAndPort>, openedAt addresses: Set<String>? = nil) {
        self.allowed = allowed
        usual = Set(allowed.map(\.description))
        self.addresses = (addresses ?? Set(allowed.map { "http://\($0)" })).sorted()
    }

    /// Creates a gate for the names of a server; a request may name the host with or without a default port.
    public init(_ names: ServerNames) {
        self.init(allowed: names.authorities, openedAt: names.origins)
    }

    /// Passes the request on if its host is an allowed authority.
    ///
    /// - Throws: ``RequestRefusal`` (`hostNotAllowed`, `hostRepeated`).
    public func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        // The server has refused two `Host` fields already; a request in process may have one beside its authority.
        if request.headers.contains(.host) {
            throw RequestRefusal(.hostRepeated, "The request contains several hosts.")
        }
        try judge(request.head.authority)
        return try await next(request, context)
    }

    /// Whether the request would be passed on.
    package func admits(_ request: Request) -> Bool {
        !request.headers.contains(.host) && (try? judge(request.head.authority)) != nil
    }

    /// Judges the `Host` field of a request.
    ///
    /// - Throws: ``RequestRefusal`` (`hostNotAllowed`).
    package func judge(_ host: String?) throws {
        if let host, isAllowed(host) { return }
        let names = addresses.joined(separator: ", ")
        throw RequestRefusal(
            .hostNotAllowed, "This server does not accept that host name. Use one of: \(names)")
    }

    /// A name without a port may have either default port: a proxy may have ended TLS.
    private func isAllowed(_ host: String) -> Bool {
        usual.contains(host)
            || [ServerScheme.http, .https].contains { scheme in
                HostAndPort(host, defaultPort: scheme.defaultPort).map(allowed.contains) == true
            }
    }
}
