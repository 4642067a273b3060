// SPDX-License-Identifier: Apache-2.0
import HTTPTransport
import Hosts
import PortableFoundation

/// Whether the addresses of a host belong to the internet, judged by the addresses and not by the spelling of the host.
///
/// An API on the internet must not make a client send requests into the client's own network.
package enum NetworkReach: Sendable, Hashable {
    /// Each address is one of the internet.
    case global
    /// At least one address is of this machine, a private network, or another special range.
    case local

    /// Looks up the addresses of a host: 4 bytes for IPv4, 16 for IPv6; none if the name is not known here.
    package typealias Resolver = @Sendable (_ host: String) async throws -> [[UInt8]]

    /// Judges the addresses of a host; `nil` without any.
    package init?(_ addresses: [[UInt8]]) {
        guard !addresses.isEmpty else { return nil }
        self = addresses.allSatisfy(IPAddress.isGlobal) ? .global : .local
    }

    /// Whether at least one of the addresses belongs to the internet; the owner of a name may add others to it.
    package static func hasGlobal(_ addresses: [[UInt8]]) -> Bool { addresses.contains(where: IPAddress.isGlobal) }
}

extension NetworkReach {
    /// The system's own look-up.
    package static let system: Resolver = { host in try await offThePool { addresses(of: host) } }

    private static func addresses(of host: String) -> [[UInt8]] {
        // URLs write IPv6 in brackets.
        let name = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        var list: UnsafeMutablePointer<addrinfo>?
        var hints = addrinfo()
        guard getaddrinfo(name, nil, &hints, &list) == 0 else { return [] }
        defer { freeaddrinfo(list) }
        var found: [[UInt8]] = []
        var next = list
        while let entry = next?.pointee, found.count < most {
            if let address = bytes(of: entry), !found.contains(address) { found.append(address) }
            next = entry.ai_next
        }
        return found
    }

    private static func bytes(of entry: addrinfo) -> [UInt8]? {
        guard let address = entry.ai_addr else { return nil }
        return switch entry.ai_family {
        case AF_INET:
            address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                withUnsafeBytes(of: $0.pointee.sin_addr, Array.init)
            }
        case AF_INET6:
            address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
                withUnsafeBytes(of: $0.pointee.sin6_addr, Array.init)
            }
        default: nil
        }
    }

    private static let most = 64
}
