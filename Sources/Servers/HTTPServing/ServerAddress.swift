// SPDX-License-Identifier: Apache-2.0
import OAuth

/// Where a server listens, and what it is called there.
package struct ServerAddress: Sendable, Hashable {
    /// The host or address to listen at; an IPv6 address stands in brackets.
    package let host: String
    /// The port.
    package let port: Int
    /// Whether it speaks TLS there.
    package let scheme: ServerScheme

    /// Creates an address, on loopback and without TLS unless told otherwise.
    package init(host: String = "127.0.0.1", port: Int, scheme: ServerScheme = .http) {
        let isBareIPv6 = host.contains(":") && !host.hasPrefix("[")
        self.host = isBareIPv6 ? "[\(host)]" : host
        self.port = port
        self.scheme = scheme
    }

    /// Where it listens, as a URL without a slash at its end.
    package var url: String { named(host).description }

    /// What the server is called unless told otherwise: nobody can call a server by the address that means every
    /// address, so that it is called as on loopback.
    package var base: BaseURL { named(isEveryAddress ? Self.loopback : host) }

    /// The one line on standard output that says the server is ready.
    package var listeningLine: String { "Listening on \(url)" }

    /// The host to listen at; no resolver is asked where names below `localhost` lead. RFC 6761 §6.3
    var hostToBind: String { LoopbackHost.isName(host) ? "localhost" : host.trimming(brackets: "[]") }

    /// Whether only programs on this machine get there.
    package var isLoopback: Bool { LoopbackHost.contains(host) }

    /// Whether it listens at every address of the machine, which has no name of its own.
    private var isEveryAddress: Bool { ["0.0.0.0", "[::]"].contains(host) }

    /// What a browser may call this server: on loopback every name that leads there, elsewhere the host
    /// alone.
    package var authorities: Set<HostAndPort> {
        let leadsToLoopback = isEveryAddress || Self.loopbackNames.contains(host.lowercased())
        let names = leadsToLoopback ? Self.loopbackNames : [host]
        return Set(names.map { HostAndPort(host: $0, port: port) })
    }

    /// The origins of this server's own pages. RFC 6454 §6.2
    package var origins: Set<String> {
        Set(authorities.map { BaseURL(scheme: scheme, authority: $0).description })
    }

    /// Client libraries that insist on https were written for names, and some know no certificate for an address.
    private func named(_ host: String) -> BaseURL {
        let name = scheme == .https && host == Self.loopback ? "localhost" : host
        return BaseURL(scheme: scheme, authority: HostAndPort(host: name, port: port))
    }

    private static let loopback = "127.0.0.1"
    private static let loopbackNames = [loopback, "localhost", "[::1]"]
}
