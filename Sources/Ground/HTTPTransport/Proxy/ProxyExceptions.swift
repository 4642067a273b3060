// SPDX-License-Identifier: Apache-2.0
#if !canImport(Darwin)
import PortableFoundation

/// The hosts that requests reach without a proxy: those of `no_proxy`, and this machine.
package struct ProxyExceptions: Sendable {
    private enum Rule {
        case all
        case domain(String)
        case network([UInt8], bits: Int)
    }

    private static let thisMachine = ["localhost", "127.0.0.0/8", "::1", "::ffff:127.0.0.0/104"].compactMap(rule)
    private let rules: [Rule]

    /// Reads names, addresses and networks such as `10.0.0.0/8`, with commas or spaces between them; `*` is every host.
    ///
    /// A name also excepts the names below it; a dot before it changes nothing.
    package init(_ text: String) {
        rules = Self.thisMachine + text.split { $0 == "," || $0.isWhitespace }.compactMap { Self.rule(String($0)) }
    }

    package func contains(_ host: String) -> Bool {
        let host = host.trimmed { "[]".contains($0) }
        let name = Self.name(host)
        let address = Self.bytes(of: host)
        return rules.contains { rule in
            switch rule {
            case .all: true
            case .domain(let domain): address == nil && (name == domain || name.hasSuffix(".\(domain)"))
            case .network(let network, let bits): address.map { Self.isIn(network, bits, $0) } ?? false
            }
        }
    }

    private static func rule(_ text: String) -> Rule? {
        if text == "*" { return .all }
        let halves = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        let address = halves[0].trimmed { "[]".contains($0) }
        guard let bytes = bytes(of: address) else {
            let name = name(text.hasPrefix(".") ? String(text.dropFirst()) : text)
            return name.isEmpty ? nil : .domain(name)
        }
        guard halves.count > 1 else { return .network(bytes, bits: bytes.count * 8) }
        guard let bits = Int(halves[1]), (0...bytes.count * 8).contains(bits) else { return nil }
        return .network(bytes, bits: bits)
    }

    private static func name(_ host: String) -> String {
        (host.hasSuffix(".") ? String(host.dropLast()) : host).lowercased()
    }

    private static func isIn(_ network: [UInt8], _ bits: Int, _ address: [UInt8]) -> Bool {
        guard network.count == address.count else { return false }
        let (whole, rest) = bits.quotientAndRemainder(dividingBy: 8)
        guard network.prefix(whole) == address.prefix(whole) else { return false }
        return rest == 0 || (network[whole] ^ address[whole]) >> (8 - rest) == 0
    }

    static func bytes(of text: String) -> [UInt8]? {
        for (family, count) in [(AF_INET, 4), (AF_INET6, 16)] {
            var bytes = [UInt8](repeating: 0, count: count)
            if inet_pton(family, text, &bytes) == 1 { return bytes }
        }
        return nil
    }
}
#endif
