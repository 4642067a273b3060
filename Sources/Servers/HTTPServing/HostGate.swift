// SPDX-License-Identifier: Apache-2.0
import HTTPMessages

/// A middleware that rejects requests for other hosts than this server. RFC 9110 §7.4
///
/// An attacker's page can point its own host name at 127.0.0.1, to read the server's responses (DNS rebinding). Its
/// browser sends that name in `Host`, so the gate rejects it with 421.
///
/// ```swift
/// let router = Router(context: AppContext.self)
/// router.add(middleware: HostGate(ServerNames(ServerAddress(port: 8080))))
/// router.get("/") { _, _ in "hello" }
/// ```
public struct HostGate<Context: RequestContext>: RouterMiddleware {
    private let allowed: Set<HostAndPort>
    /// The authorities as browsers usually write them, which need no parsing.
    private let usual: Set<String>
    private let addresses: [String]

    package init(allowed: Set<HostAndPort>, openedAt addresses: Set<String>? = nil) {
        self.allowed = allowed
        usual = Set(allowed.map(\.description))
        self.addresses = (addresses ?? Set(allowed.map { "http://\($0)" })).sorted()
    }

    /// Creates a gate for the names of a server; a request can contain or omit a default port.
    public init(_ names: ServerNames) { self.init(allowed: names.authorities, openedAt: names.origins) }

    /// Forwards the request if its host is allowed.
    ///
    /// - Throws: ``RequestRefusal`` (`hostNotAllowed`, `hostRepeated`).
    public func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        // The server itself refuses two `Host` fields; an in-process request can have one besides its authority.
        if request.headers.contains(.host) {
            throw RequestRefusal(.hostRepeated, "The request contains several hosts.")
        }
        try judge(request.head.authority)
        return try await next(request, context)
    }

    package func admits(_ request: Request) -> Bool {
        !request.headers.contains(.host) && (try? judge(request.head.authority)) != nil
    }

    package func judge(_ host: String?) throws {
        if let host, isAllowed(host) { return }
        let names = addresses.joined(separator: ", ")
        throw RequestRefusal(
            .hostNotAllowed, "This server does not accept that host name. Use one of: \(names)")
    }

    /// A name without a port may have either default port, because a proxy may terminate TLS.
    private func isAllowed(_ host: String) -> Bool {
        usual.contains(host)
            || [ServerScheme.http, .https].contains { scheme in
                HostAndPort(host, defaultPort: scheme.defaultPort).map(allowed.contains) == true
            }
    }
}
