// SPDX-License-Identifier: Apache-2.0
import OAuth

/// The address at which a server listens, and the names of the server there.
package struct ServerAddress: Sendable, Hashable {
    /// The host or address to listen at; an IPv6 address has brackets.
    package let host: String
    /// The port.
    package let port: Int
    /// Whether the server uses TLS.
    package let scheme: ServerScheme

    /// Creates an address, by default on loopback and without TLS.
    package init(host: String = "127.0.0.1", port: Int, scheme: ServerScheme = .http) {
        let isBareIPv6 = host.contains(":") && !host.hasPrefix("[")
        self.host = isBareIPv6 ? "[\(host)]" : host
        self.port = port
        self.scheme = scheme
    }

    /// The address as a URL without a slash at its end.
    package var url: String { named(host).description }

    /// The default base URL of the server; clients cannot use the address that means every address, so loopback
    /// replaces it.
    package var base: BaseURL { named(isEveryAddress ? Self.loopback : host) }

    /// The line on standard output that reports that the server is ready.
    package var listeningLine: String { "Listening on \(url)" }

    /// The host to listen at; for names below `localhost`, no resolver is used. RFC 6761 §6.3
    var hostToBind: String { LoopbackHost.isName(host) ? "localhost" : host.trimming(brackets: "[]") }

    /// Whether only programs on this machine can reach the server.
    package var isLoopback: Bool { LoopbackHost.contains(host) }

    /// Whether it listens at every address of the machine.
    private var isEveryAddress: Bool { ["0.0.0.0", "[::]"].contains(host) }

    /// The authorities that a browser may send: for loopback and for every address all names of loopback, otherwise
    /// only the host.
    package var authorities: Set<HostAndPort> {
        let leadsToLoopback = isEveryAddress || Self.loopbackNames.contains(host.lowercased())
        let names = leadsToLoopback ? Self.loopbackNames : [host]
        return Set(names.map { HostAndPort(host: $0, port: port) })
    }

    /// The origins of this server's own pages. RFC 6454 §6.2
    package var origins: Set<String> {
        Set(authorities.map { BaseURL(scheme: scheme, authority: $0).description })
    }

    /// Replaces 127.0.0.1 by `localhost` for https: some client libraries accept no certificate for an address.
    private func named(_ host: String) -> BaseURL {
        let name = scheme == .https && host == Self.loopback ? "localhost" : host
        return BaseURL(scheme: scheme, authority: HostAndPort(host: name, port: port))
    }

    private static let loopback = "127.0.0.1"
    private static let loopbackNames = [loopback, "localhost", "[::1]"]
}
