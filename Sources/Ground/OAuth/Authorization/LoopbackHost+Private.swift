// SPDX-License-Identifier: Apache-2.0
extension LoopbackHost {
    /// Whether a host is an address that is not of the public internet, in any spelling: private, shared, of this
    /// machine or link, for tests, for many receivers, or unspecified.
    ///
    /// A name is none, whatever it resolves to.
    ///
    /// RFC 6890 §2.2, RFC 4291 §2.7, RFC 1112 §4
    package static func isPrivateAddress(_ host: String) -> Bool {
        guard host.utf8.count <= 255, let address = address(host) else { return false }
        return address.count == 4 ? isPrivate(address[...]) : isPrivateOfIPv6(address)
    }

    private static func isPrivate(_ address: ArraySlice<UInt8>) -> Bool {
        let bytes = Array(address)
        switch (bytes[0], bytes[1]) {
        case (0, _), (10, _), (127, _), (224..., _), (169, 254), (192, 168), (198, 18...19), (100, 64...127),
            (172, 16...31):
            return true
        case (192, 0): return bytes[2] == 0 || bytes[2] == 2
        case (198, 51): return bytes[2] == 100
        case (203, 0): return bytes[2] == 113
        default: return false
        }
    }

    private static func isPrivateOfIPv6(_ address: [UInt8]) -> Bool {
        // Only 2000::/3 is of the public internet, but for translated addresses. RFC 4291 §2.4, RFC 6052 §2.1
        if address.starts(with: [0x00, 0x64, 0xFF, 0x9B] + [UInt8](repeating: 0, count: 8)) {
            return isPrivate(address[12...])
        }
        // RFC 3056 §2
        if address.starts(with: [0x20, 0x02]) { return isPrivate(address[2..<6]) }
        return address[0] & 0xE0 != 0x20 || address.starts(with: [0x20, 0x01, 0x0D, 0xB8])
    }
}
