// SPDX-License-Identifier: Apache-2.0
/// The syntax of tokens, such as the names of methods and fields. RFC 9110 §5.6.2
package enum HTTPToken {
    /// Takes a buffer: other modules would call a generic function unspecialized, twenty times as slow.
    package static func isToken(_ bytes: UnsafeRawBufferPointer) -> Bool {
        !bytes.isEmpty && bytes.allSatisfy(isToken)
    }

    static func isToken(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { isToken(UnsafeRawBufferPointer($0)) }
    }

    /// Inlined: parsers call it for each byte of methods and names; two masks need no memory access, unlike a table.
    @inlinable @inline(__always) package static func isToken(_ byte: UInt8) -> Bool {
        // One bit per byte of ASCII, lowest first: letters, digits, and !#$%&'*+-.^_`|~
        let below64: UInt64 = 0x03FF_6CFA_0000_0000
        let from64: UInt64 = 0x57FF_FFFF_C7FF_FFFE
        return byte < 0x80 && (byte < 64 ? below64 : from64) >> UInt64(byte & 63) & 1 == 1
    }
}

extension UInt64 {
    /// Creates a number from 1 to 18 decimal digits, which always fit; `nil` for other bytes.
    @inlinable package init?(digits: some Collection<UInt8>) {
        guard (1...18).contains(digits.count) else { return nil }
        self = 0
        for byte in digits {
            let digit = byte &- UInt8(ascii: "0")
            guard digit < 10 else { return nil }
            self = self * 10 + UInt64(digit)
        }
    }
}
