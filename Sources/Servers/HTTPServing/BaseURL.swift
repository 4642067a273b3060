// SPDX-License-Identifier: Apache-2.0

import Hosts

/// The URL that clients use for a server: scheme, host, and port, without a path.
///
/// The server may listen elsewhere, for example behind a proxy or in a container.
///
/// ```swift
/// guard let base = BaseURL("https://tasks.example.com") else { throw SettingsError.baseURL }
/// let names = ServerNames(address, base: base)
/// router.add(middleware: HostGate(names))
/// ```
public struct BaseURL: Sendable, Hashable {
    package let scheme: ServerScheme
    /// The host and the port, which is the scheme's default if the URL has none.
    public let authority: HostAndPort

    package init(scheme: ServerScheme, authority: HostAndPort) {
        self.scheme = scheme
        self.authority = authority
    }

    /// Parses `http://host`, `https://host:port`, and the like, with or without a slash at the end.
    ///
    /// Returns `nil` for other schemes, and for a URL with a path, a query, a fragment, or a user name.
    public init?(_ text: String) {
        guard let separator = text.firstRange(of: "://"),
            let scheme = ServerScheme(rawValue: text[..<separator.lowerBound].lowercased())
        else { return nil }
        let rest = text[separator.upperBound...]
        let place = rest.hasSuffix("/") ? rest.dropLast() : rest
        guard let authority = HostAndPort(String(place), defaultPort: scheme.defaultPort) else { return nil }
        self.init(scheme: scheme, authority: authority)
    }

    /// Whether browsers reach the server over TLS, which a proxy can terminate.
    public var isSecure: Bool { scheme == .https }
}

extension BaseURL: CustomStringConvertible {
    /// The origin of the server's pages: the URL without a trailing slash and without a default port. RFC 6454 §6.2
    public var description: String { "\(scheme.rawValue)://\(place)" }

    package var place: String { authority.port == scheme.defaultPort ? authority.host : authority.description }
}

package enum ServerScheme: String, Sendable, Hashable {
    case http
    case https

    package var defaultPort: Int {
        switch self {
        case .http: 80
        case .https: 443
        }
    }
}

/// A host with its port, as in the `Host` field of a request. RFC 3986 §3.2, RFC 9110 §7.2
///
/// ```swift
/// let aliases = Set(["tasks", "tasks.internal:8080"].compactMap { HostAndPort($0) })
/// let names = ServerNames(address, others: aliases)
/// router.add(middleware: HostGate(names))
/// ```
public struct HostAndPort: Sendable, Hashable {
    /// The host in lower case; an IPv6 address has brackets.
    public let host: String
    /// The port; the scheme's default if the text contains none.
    public let port: Int

    package init(host: String, port: Int) {
        self.host = host.lowercased()
        self.port = port
    }

    /// Parses `host`, `host:port`, or `[address]:port`; `nil` for any other text, such as one with a user name.
    public init?(_ text: String, defaultPort: Int = 80) {
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
    /// The host and the port, including a default port.
    public var description: String { "\(host):\(port)" }
}

/// All names of a server: its base URL, the address at which it listens, and further names.
///
/// ```swift
/// let names = ServerNames(address, base: BaseURL("https://tasks.example.com"))
/// router.add(middleware: SecurityHeaders())
/// router.add(middleware: HostGate(names))
/// ```
public struct ServerNames: Sendable, Hashable {
    /// The server's own base URL.
    public let base: BaseURL
    package let authorities: Set<HostAndPort>
    package let origins: Set<String>
    /// Whether the server listens on loopback and all its names are on loopback, unlike behind a proxy.
    package let isLoopback: Bool

    /// Collects the names; a server on loopback, or on all addresses, also has the names of loopback.
    ///
    /// - Parameters:
    ///   - address: The address at which the server listens.
    ///   - base: The server's own base URL; `nil` for the address itself.
    ///   - others: Further names of the server, such as a container's, for http and https.
    public init(_ address: ServerAddress, base: BaseURL? = nil, others: Set<HostAndPort> = []) {
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
