// SPDX-License-Identifier: Apache-2.0
import PortableFoundation

/// Decides which hosts are this machine; all of Tessera uses this one decision.
///
/// Client, command, and servers use it before they speak plain http, follow an address that a provider names, or listen
/// without protection. `0.0.0.0` and `::` are not loopback: other machines can reach a server that listens there.
/// RFC 1122 §3.2.1.3, RFC 4291 §2.5.3 and §2.5.5.2, RFC 6761 §6.3, RFC 8252 §7.3
package enum LoopbackHost {
    /// Whether a host, as URLs write it, is on loopback, in any spelling.
    ///
    /// Loopback is `localhost` with each name below it, 127.0.0.0/8 in each form that resolvers read (`127.1`), and
    /// `::1`. An IPv4 address of loopback inside IPv6 is too; brackets and a dot at the end make no difference.
    package static func contains(_ host: String) -> Bool {
        guard host.utf8.count <= 255 else { return false }
        return isName(host) || address(host).map { $0[0] == 127 || $0 == loopback } ?? false
    }

    /// Whether a host is `localhost` or a name below it, which means the loopback address of IPv4 or IPv6.
    package static func isName(_ host: String) -> Bool {
        let labels = withoutDot(host.lowercased()).split(separator: ".", omittingEmptySubsequences: false)
        // A URL may hold a percent-encoded `/`: after decoding, it would be part of a label but begin a path.
        return labels.last == "localhost" && labels.allSatisfy { !$0.isEmpty && nameBytes.isSuperset(of: $0.utf8) }
    }

    private static func withoutDot(_ host: String) -> String { host.hasSuffix(".") ? String(host.dropLast()) : host }

    /// The bytes of an address: four for IPv4, including inside IPv6, otherwise sixteen.
    static func address(_ host: String) -> [UInt8]? {
        if host.hasPrefix("["), host.hasSuffix("]") { return addressOfIPv6(String(host.dropFirst().dropLast())) }
        return addressOfIPv4(withoutDot(host)) ?? addressOfIPv6(host)
    }

    private static func addressOfIPv4(_ text: String) -> [UInt8]? {
        var address = in_addr()
        // `inet_aton` ignores all text after a space.
        guard numberBytes.isSuperset(of: text.utf8), inet_aton(text, &address) != 0 else { return nil }
        return withUnsafeBytes(of: address, Array.init)
    }

    private static func addressOfIPv6(_ text: String) -> [UInt8]? {
        var address = in6_addr()
        guard addressBytes.isSuperset(of: text.utf8), inet_pton(AF_INET6, text, &address) == 1 else { return nil }
        let bytes = withUnsafeBytes(of: address, Array.init)
        return bytes.starts(with: mapped) ? Array(bytes[12...]) : bytes
    }

    private static let loopback = [UInt8](repeating: 0, count: 15) + [1]
    // RFC 4291 §2.5.5.2
    private static let mapped = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]
    private static let nameBytes = Set("abcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    private static let numberBytes = Set("0123456789abcdefABCDEFxX.".utf8)
    private static let addressBytes = Set("0123456789abcdefABCDEF:.".utf8)
}
