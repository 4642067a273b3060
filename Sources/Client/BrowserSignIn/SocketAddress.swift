// SPDX-License-Identifier: Apache-2.0
import HTTPListening
import PortableFoundation

struct SocketAddress: Sendable, Equatable {
    /// 4 bytes for IPv4, 16 for IPv6.
    let bytes: [UInt8]
    let port: Int

    struct NoAddress: Error {}

    init(ipAddress text: String, port: Int) throws {
        for (family, count) in [(AF_INET, 4), (AF_INET6, 16)] {
            var bytes = [UInt8](repeating: 0, count: count)
            guard inet_pton(family, text, &bytes) == 1 else { continue }
            (self.bytes, self.port) = (bytes, port)
            return
        }
        throw NoAddress()
    }

    fileprivate init?(_ ask: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32) {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let answer = withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { ask($0, &length) }
        }
        guard answer == 0 else { return nil }
        // The storage is large enough and aligned for each kind of address.
        let found: (bytes: [UInt8], port: in_port_t)? = withUnsafeBytes(of: storage) { raw in
            switch Int32(raw.load(as: sockaddr.self).sa_family) {
            case AF_INET:
                let address = raw.load(as: sockaddr_in.self)
                return (withUnsafeBytes(of: address.sin_addr) { Array($0) }, address.sin_port)
            case AF_INET6:
                let address = raw.load(as: sockaddr_in6.self)
                return (withUnsafeBytes(of: address.sin6_addr) { Array($0) }, address.sin6_port)
            default: return nil
            }
        }
        guard let found else { return nil }
        (bytes, port) = (found.bytes, Int(in_port_t(bigEndian: found.port)))
    }
}

struct SocketEnds: Sendable {
    let own: SocketAddress
    let peer: SocketAddress

    /// `nil` after a reset, which leaves no address.
    init?(of socket: SocketStream) {
        let descriptor = socket.source.descriptor
        guard let own = SocketAddress({ getsockname(descriptor, $0, $1) }),
            let peer = SocketAddress({ getpeername(descriptor, $0, $1) })
        else { return nil }
        (self.own, self.peer) = (own, peer)
    }
}
