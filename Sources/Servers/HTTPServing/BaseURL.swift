// SPDX-License-Identifier: Apache-2.0
import Hosts

/// The address that clients use for a server: scheme, host and port, without a path.
///
/// The server may listen elsewhere: a container or a proxy may stand between.
package struct BaseURL: Sendable, Hashable {
    /// The scheme that clients use.
    package let scheme: ServerScheme
    /// The host and the port, also if the address leaves the port out.
    package let authority: HostAndPort

    package init(scheme: ServerScheme, authority: HostAndPort) {
        (self.scheme, self.authority) = (scheme, authority)
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

/// A host with its port, as in the `Host` field of a request.
///
/// RFC 3986 §3.2, RFC 9110 §7.2
package struct HostAndPort: Sendable, Hashable {
    /// The host in lower case; an IPv6 address has brackets.
    package let host: String
    /// The port; the scheme's default if the text names none.
    package let port: Int

    /// Creates it from its parts.
    package init(host: String, port: Int) {
        self.host = host.lowercased()
        self.port = port
    }

    /// Reads `host`, `host:port` or `[address]:port`; `nil` for any other text, such as one with a user name.
    package init?(_ text: String, defaultPort: Int = 80) {
        let end =
            text.hasPrefix("[") ? text.firstIndex(of: "]").map(text.index(after:)) : text.firstIndex(of: ":")
        let host = text[..<(end ?? text.endIndex)]
        guard Self.isAddress(host) || Self.isName(host) else { return nil }
        self.host = host.lowercased()
        guard let end, end < text.endIndex else {
            port = defaultPort
            return
        }
        guard text[end] == ":", let port = Self.port(text[text.index(after: end)...]) else { return nil }
        self.port = port
    }

    private static func isName(_ text: Substring) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { nameBytes.contains($0) }
    }

    private static func isAddress(_ text: Substring) -> Bool {
        guard text.first == "[", text.last == "]" else { return false }
        let digits = text.dropFirst().dropLast()
        return !digits.isEmpty && digits.utf8.allSatisfy { addressBytes.contains($0) }
    }

    private static func port(_ text: Substring) -> Int? {
        guard (1...5).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int(text).flatMap { (1...65535).contains($0) ? $0 : nil }
    }

    private static let nameBytes = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._".utf8)
    private static let addressBytes = Set("ABCDEFabcdef0123456789:.".utf8)
}

extension HostAndPort: CustomStringConvertible {
    /// The host and the port, always both.
    package var description: String { "\(host):\(port)" }
}

/// All names of a server: its base URL, the address at which it listens, and further names.
package struct ServerNames: Sendable, Hashable {
    /// The server's own base URL.
    package let base: BaseURL
    /// The hosts that requests may name; see ``HostGate``.
    package let authorities: Set<HostAndPort>
    /// The origins of the server's own pages; see ``CSRFProtection``.
    package let origins: Set<String>
    /// Whether the server listens on loopback and all its names are on loopback.
    ///
    /// If a proxy stands before a server on loopback, the server has another name too.
    package let isLoopback: Bool

    /// Collects the names.
    ///
    /// - Parameters:
    ///   - address: The address at which the server listens.
    ///   - base: The server's own base URL; `nil` for the address itself.
    ///   - others: Further names of the server, for http and https.
    package init(_ address: ServerAddress, base: BaseURL? = nil, others: Set<HostAndPort> = []) {
        let base = base ?? address.base
        self.base = base
        authorities = address.authorities.union(others).union([base.authority])
        isLoopback = address.isLoopback && authorities.allSatisfy { LoopbackHost.contains($0.host) }
        let schemes: Set = [address.scheme, base.scheme]
        let otherOrigins = others.flatMap { other in
            schemes.map { BaseURL(scheme: $0, authority: other).description }
        }
        origins = address.origins.union(otherOrigins).union([base.description])
    }
}
