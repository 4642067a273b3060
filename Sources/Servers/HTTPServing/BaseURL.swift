// SPDX-License-Identifier: Apache-2.0

/// The address that clients use for a server: scheme, host and port, without a path.
///
/// The server may listen elsewhere: a container or a proxy may stand between.
package struct BaseURL: Sendable, Hashable {
    /// The scheme that clients use.
    package let scheme: ServerScheme
    /// The host and the port, also if the address leaves the port out.
    package let authority: HostAndPort

    package init(scheme: ServerScheme, authority: HostAndPort) {
        self.scheme = scheme
        self.authority = authority
    }

    /// Reads `http://host`, `https://host:port` and the like, with or without a slash at the end.
    ///
    /// `nil` for any other text: other schemes, paths, queries, fragments and user names.
    package init?(_ text: String) {
        guard let separator = text.firstRange(of: "://"),
            let scheme = ServerScheme(rawValue: text[..<separator.lowerBound].lowercased())
        else { return nil }
        let rest = text[separator.upperBound...]
        let place = rest.hasSuffix("/") ? rest.dropLast() : rest
        guard let authority = HostAndPort(String(place), defaultPort: scheme.defaultPort) else { return nil }
        self.init(scheme: scheme, authority: authority)
    }

    /// Whether browsers reach the server over TLS, which a proxy may end.
    package var isSecure: Bool { scheme == .https }
}

extension BaseURL: CustomStringConvertible {
    /// The address without a slash at its end and without the scheme's default port: the origin of the server's pages.
    ///
    /// RFC 6454 §6.2
    package var description: String { "\(scheme.rawValue)://\(place)" }

    /// The host and the port, without the scheme's default port.
    package var place: String { authority.port == scheme.defaultPort ? authority.host : authority.description }
}

/// The schemes of HTTP that a server can use.
///
/// RFC 9110 §4.2
package enum ServerScheme: String, Sendable, Hashable {
    /// Without TLS.
    case http
    /// Over TLS.
    case https

    /// The port of an address without one.
    package var defaultPort: Int {
        switch self {
        case .http: 80
        case .https: 443
        }
    }
}
