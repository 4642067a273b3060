// SPDX-License-Identifier: Apache-2.0
import CTesseraSockets
import Hosts

/// The address at which a server listens, and the server's names there.
///
/// ```swift
/// let address = ServerAddress(host: "localhost", port: 8080)
/// let server = HTTPServer(responder: responder, at: address, logger: log)
/// print("The server will listen at \(address.url)")
/// ```
public struct ServerAddress: Sendable, Hashable {
    /// The host or address to listen at; an IPv6 address has brackets.
    public let host: String
    /// The port.
    public let port: Int
    package let scheme: ServerScheme

    /// Creates an address, by default on loopback.
    public init(host: String = "127.0.0.1", port: Int) { self.init(host: host, port: port, scheme: .http) }

    package init(host: String = "127.0.0.1", port: Int, scheme: ServerScheme) {
        let isBareIPv6 = host.contains(":") && !host.hasPrefix("[")
        self.host = isBareIPv6 ? "[\(host)]" : host
        self.port = port
        self.scheme = scheme
    }

    /// The address as a URL without a trailing slash.
    public var url: String { named(host).description }

    /// The default base URL; loopback replaces the wildcard address, which clients cannot use.
    package var base: BaseURL { named(isEveryAddress ? Self.loopback : host) }

    package var listeningLine: String { "Listening on \(url)" }

    /// Names below `localhost` need no resolver. RFC 6761 §6.3
    var hostToBind: String { LoopbackHost.isName(host) ? "localhost" : host.withoutBrackets }

    package var isLoopback: Bool { LoopbackHost.contains(host) }

    private var isEveryAddress: Bool { ["0.0.0.0", "[::]"].contains(host) }

    /// The authorities that a browser may send: for loopback and the wildcard address, all names of loopback.
    package var authorities: Set<HostAndPort> {
        let leadsToLoopback = isEveryAddress || Self.loopbackNames.contains(host.lowercased())
        let names = leadsToLoopback ? Self.loopbackNames : [host]
        return Set(names.map { HostAndPort(host: $0, port: port) })
    }

    package var origins: Set<String> { Set(authorities.map { BaseURL(scheme: scheme, authority: $0).description }) }

    /// Replaces 127.0.0.1 with `localhost` for https: some client libraries accept no certificate for an address.
    private func named(_ host: String) -> BaseURL {
        let name = scheme == .https && host == Self.loopback ? "localhost" : host
        return BaseURL(scheme: scheme, authority: HostAndPort(host: name, port: port))
    }

    private static let loopback = "127.0.0.1"
    private static let loopbackNames = [loopback, "localhost", "[::1]"]

    /// Finds a free port, for servers that need their address before they listen.
    ///
    /// It does not hold the port: if another program takes it before the server listens, the server throws
    /// ``ListeningError`` (`portInUse`), and the caller can reserve again with ``retrying(_:)``.
    ///
    /// Without a preferred port, or with 0, it picks any free one; with `orFree`, also if the preferred one is in use.
    package static func reserve(
        host: String = "127.0.0.1", preferred: Int? = nil, orFree: Bool = false, scheme: ServerScheme = .http
    ) async throws -> ServerAddress {
        let wanted = ServerAddress(host: host, port: preferred ?? 0, scheme: scheme)
        do {
            return try await wanted.probed()
        } catch let error as ListeningError where error.code == .portInUse && orFree {
            return try await ServerAddress(host: host, port: 0, scheme: scheme).probed()
        }
    }

    /// Retries twice if another program took a port in between.
    package static func retrying(_ reserveAndRun: () async throws -> Void) async throws {
        for _ in 1...2 {
            do {
                return try await reserveAndRun()
            } catch let error as ListeningError where error.code == .portInUse {
                continue
            }
        }
        try await reserveAndRun()
    }

    /// Listens for a moment, with the same options as the server.
    package func probed() async throws -> ServerAddress {
        guard (0...65535).contains(port) else { throw ListeningError.notAPort(port) }
        let descriptor = ct_listen(hostToBind, UInt16(port), 1)
        guard descriptor >= 0 else { throw ListeningError.explaining(-descriptor, at: self) }
        defer { ct_close(descriptor) }
        return ServerAddress(host: host, port: Int(ct_port(descriptor)), scheme: scheme)
    }
}

extension String {
    /// Sockets accept IPv6 addresses only without brackets.
    fileprivate var withoutBrackets: String {
        count >= 2 && hasPrefix("[") && hasSuffix("]") ? String(dropFirst().dropLast()) : self
    }
}
