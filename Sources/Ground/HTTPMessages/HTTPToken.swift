// SPDX-License-Identifier: Apache-2.0

/// The syntax of tokens, such as the names of methods and fields. RFC 9110 §5.6.2
package enum HTTPToken {
    // One bit per byte of ASCII, lowest first: letters, digits, and !#$%&'*+-.^_`|~
    private static let below64: UInt64 = 0x03FF_6CFA_0000_0000
    private static let from64: UInt64 = 0x57FF_FFFF_C7FF_FFFE

    /// Whether bytes are a token.
    ///
    /// It takes a buffer, because other modules would call a generic function unspecialized, twenty times as slow.
    package static func isToken(_ bytes: UnsafeRawBufferPointer) -> Bool {
        !bytes.isEmpty && bytes.allSatisfy(isTokenByte)
    }

    /// Whether a text is a token.
    static func isToken(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { isToken(UnsafeRawBufferPointer($0)) }
    }

    private static func isTokenByte(_ byte: UInt8) -> Bool {
        guard byte < 0x80 else { return false }
        let allowed = byte < 64 ? below64 : from64
        return allowed >> (byte & 63) & 1 == 1
    }
}
