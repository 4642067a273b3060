// SPDX-License-Identifier: Apache-2.0

/// Distinguishes internet addresses from those of special ranges; all of Tessera uses this one table.
package enum IPAddress {
    /// Whether an address is in no special range. RFC 6890, RFC 8190
    package static func isGlobal(_ address: [UInt8]) -> Bool {
        switch address.count {
        case 4: !specialIPv4.contains { $0.contains(address) }
        case 16: isGlobalIPv6(address)
        default: false
        }
    }

    /// An IPv6 address may carry an IPv4 address, at which the packets arrive. RFC 4291 §2.5.5.2, RFC 6052, RFC 3056
    private static func isGlobalIPv6(_ address: [UInt8]) -> Bool {
        if mapped.contains(address) || translated.contains(address) { return isGlobal(Array(address[12...])) }
        if sixToFour.contains(address) { return isGlobal(Array(address[2..<6])) }
        return unicast.contains(address) && !specialIPv6.contains { $0.contains(address) }
    }

    private struct Prefix: Sendable {
        let bytes: [UInt8]
        let bits: Int

        init(_ bytes: UInt8..., bits: Int) { (self.bytes, self.bits) = (bytes, bits) }

        func contains(_ address: [UInt8]) -> Bool {
            (0..<bits).allSatisfy { bit in
                let mask = UInt8(0x80) >> UInt8(bit % 8)
                let own = bit / 8 < bytes.count ? bytes[bit / 8] : 0
                return address[bit / 8] & mask == own & mask
            }
        }
    }

    private static let specialIPv4: [Prefix] = [
        Prefix(0, bits: 8), Prefix(10, bits: 8), Prefix(100, 64, bits: 10), Prefix(127, bits: 8),
        Prefix(169, 254, bits: 16), Prefix(172, 16, bits: 12), Prefix(192, 0, 0, bits: 24),
        Prefix(192, 0, 2, bits: 24), Prefix(192, 88, 99, bits: 24), Prefix(192, 168, bits: 16),
        Prefix(198, 18, bits: 15), Prefix(198, 51, 100, bits: 24), Prefix(203, 0, 113, bits: 24),
        Prefix(224, bits: 4), Prefix(240, bits: 4),
    ]
    private static let mapped = Prefix(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, bits: 96)
    private static let translated = Prefix(0, 0x64, 0xFF, 0x9B, bits: 96)
    private static let sixToFour = Prefix(0x20, 0x02, bits: 16)
    private static let unicast = Prefix(0x20, bits: 3)
    private static let specialIPv6: [Prefix] = [
        Prefix(0x20, 0x01, bits: 23), Prefix(0x20, 0x01, 0x0D, 0xB8, bits: 32), Prefix(0x3F, 0xFF, bits: 20),
    ]
}
