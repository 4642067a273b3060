// SPDX-License-Identifier: Apache-2.0
/// Where a server listens, and what it is called there.
package struct ServerAddress: Sendable, Hashable {
    /// The host or address to listen at; an IPv6 address stands in brackets.
    package let host: String
    /// The port.
    package let port: Int

    /// Creates an address, on loopback unless told otherwise.
    package init(host: String = "127.0.0.1", port: Int) {
        let isBareIPv6 = host.contains(":") && !host.hasPrefix("[")
        self.host = isBareIPv6 ? "[\(host)]" : host
        self.port = port
    }

    /// The base URL, without a slash at its end.
    package var url: String { "http://\(host):\(port)" }

    /// The one line on standard output that says the server is ready.
    package var listeningLine: String { "Listening on \(url)" }

    /// What a browser may call this server: on loopback every name that leads there, elsewhere the host
    /// alone.
    package var authorities: Set<Authority> {
        let loopback = ["127.0.0.1", "localhost", "[::1]"]
        let names = loopback.contains(host.lowercased()) ? loopback : [host]
        return Set(names.map { Authority(host: $0, port: port) })
    }

    /// The origins of this server's own pages. RFC 6454 §6.2
    package var origins: Set<String> {
        Set(authorities.map { $0.port == 80 ? "http://\($0.host)" : "http://\($0)" })
    }
}
