// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The one judgement of which hosts are the machine that a program runs on.
///
/// Client, command and servers ask it before they speak plain http, follow an address that a provider names, or leave
/// an interface open. `0.0.0.0` and `::` are not among them: a server that listens there is reached from elsewhere.
///
/// RFC 1122 §3.2.1.3, RFC 4291 §2.5.3 and §2.5.5.2, RFC 6761 §6.3, RFC 8252 §7.3
public enum LoopbackHost {
    /// Whether a host, as URLs write it, is on loopback, whatever its spelling.
    ///
    /// Loopback is `localhost` and each name below it, 127.0.0.0/8 in each form that resolvers read (`127.1`), `::1`,
    /// and an IPv4 address of loopback inside IPv6; brackets and a dot at the end make no difference.
    public static func contains(_ host: String) -> Bool {
        guard host.utf8.count <= 255 else { return false }
        if host.hasPrefix("["), host.hasSuffix("]") { return isIPv6(String(host.dropFirst().dropLast())) }
        return isName(host) || isIPv4(withoutDot(host)) || isIPv6(host)
    }

    /// Whether a host is `localhost` or a name below it, which leads to the loopback address of either family.
    package static func isName(_ host: String) -> Bool {
        let labels = withoutDot(host.lowercased()).split(separator: ".", omittingEmptySubsequences: false)
        // A URL may hold a percent-encoded `/`; once decoded, what looks like a label would be a path.
        return labels.last == "localhost" && labels.allSatisfy { !$0.isEmpty && nameBytes.isSuperset(of: $0.utf8) }
    }

    private static func withoutDot(_ host: String) -> String { host.hasSuffix(".") ? String(host.dropLast()) : host }

    private static func isIPv4(_ text: String) -> Bool {
        var address = in_addr()
        // The function overlooks whatever follows a space.
        guard numberBytes.isSuperset(of: text.utf8), inet_aton(text, &address) != 0 else { return false }
        return withUnsafeBytes(of: address) { $0[0] } == 127
    }

    private static func isIPv6(_ text: String) -> Bool {
        var address = in6_addr()
        guard addressBytes.isSuperset(of: text.utf8), inet_pton(AF_INET6, text, &address) == 1 else { return false }
        let bytes = withUnsafeBytes(of: address, Array.init)
        guard bytes[..<10].allSatisfy({ $0 == 0 }) else { return false }
        return bytes[10...] == [0, 0, 0, 0, 0, 1] || bytes[10...12] == [0xFF, 0xFF, 127]
    }

    private static let nameBytes = Set("abcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    private static let numberBytes = Set("0123456789abcdefABCDEFxX.".utf8)
    private static let addressBytes = Set("0123456789abcdefABCDEF:.".utf8)
}
