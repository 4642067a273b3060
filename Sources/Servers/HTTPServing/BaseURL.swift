// SPDX-License-Identifier: Apache-2.0
/// The address under which a server is known: scheme, host and port, and no path.
///
/// It need not be where the server listens: a container or a proxy may stand between the two.
package struct BaseURL: Sendable, Hashable {
    /// How the server is spoken to.
    package let scheme: ServerScheme
    /// The host, and the port even where the address leaves it out.
    package let authority: HostAndPort

    /// Creates an address from its parts.
    package init(scheme: ServerScheme, authority: HostAndPort) {
        self.scheme = scheme
        self.authority = authority
    }

    /// Reads `http://host`, `https://host:port` and the like, with or without a slash at the end.
    ///
    /// `nil` for anything else: other schemes, paths, queries, fragments and user names included.
    package init?(_ text: String) {
        guard let separator = text.firstRange(of: "://"),
            let scheme = ServerScheme(rawValue: text[..<separator.lowerBound].lowercased())
        else { return nil }
        let rest = text[separator.upperBound...]
        let place = rest.hasSuffix("/") ? rest.dropLast() : rest
        guard let authority = HostAndPort(String(place), defaultPort: scheme.defaultPort) else { return nil }
        self.init(scheme: scheme, authority: authority)
    }

    /// Whether browsers reach the server over TLS, whoever ends it.
    package var isSecure: Bool { scheme == .https }
}

extension BaseURL: CustomStringConvertible {
    /// The address without a slash at its end, and without the scheme's own port: the origin of the server's pages.
    ///
    /// RFC 6454 §6.2
    package var description: String { "\(scheme.rawValue)://\(place)" }

    /// Host and port as the address writes them: without the scheme's own port.
    package var place: String { authority.port == scheme.defaultPort ? authority.host : authority.description }
}
