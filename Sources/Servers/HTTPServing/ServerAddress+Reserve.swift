// SPDX-License-Identifier: Apache-2.0
import NIOCore
import NIOPosix

extension ServerAddress {
    /// Finds a free port, for servers that need their address before they listen.
    ///
    /// It does not hold the port: another program may take it before the server listens. The server then throws
    /// ``ListeningError`` (`portInUse`), and the caller may reserve again.
    ///
    /// - Parameters:
    ///   - host: The host or address to listen at.
    ///   - preferred: The port to try first; `nil` or 0 takes any free one.
    ///   - orFree: Whether to take any free port if the preferred one is in use.
    ///   - scheme: The scheme of the server.
    /// - Returns: The address with the free port.
    /// - Throws: ``ListeningError``.
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

    /// Listens for a moment, with the same options as the server.
    ///
    /// - Returns: The address with the free port.
    /// - Throws: ``ListeningError``.
    package func probed() async throws -> ServerAddress {
        guard (0...65535).contains(port) else {
            throw ListeningError(
                .notAPort, "\(port) is not a port number; choose one from 1 to 65535, or 0 for a free one")
        }
        do {
            let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                .bind(host: hostToBind, port: port).get()
            let found = channel.localAddress?.port ?? port
            try await channel.close()
            return ServerAddress(host: host, port: found, scheme: scheme)
        } catch {
            throw ListeningError.explaining(error, at: self)
        }
    }
}

extension String {
    /// The text without its brackets: sockets take IPv6 addresses without them.
    func trimming(brackets: String) -> String {
        guard brackets.count == 2, first == brackets.first, last == brackets.last, count >= 2 else {
            return self
        }
        return String(dropFirst().dropLast())
    }
}
