// SPDX-License-Identifier: Apache-2.0

extension Sequence<UInt8> {
    /// Base64url without padding (RFC 4648 §5); to read it, use the strict decoder of `JSONWebSignatures`.
    package var unpaddedBase64URL: String {
        var text: [UInt8] = []
        text.appendBase64URL(Array(self))
        return String(decoding: text, as: UTF8.self)
    }
}

extension [UInt8] {
    /// Appends bytes as base64url without padding. RFC 4648 §5
    mutating func appendBase64URL(_ bytes: [UInt8]) {
        let length = (bytes.count * 8 + 5) / 6
        self += [UInt8](unsafeUninitializedCapacity: length) { text, count in
            Self.base64URLAlphabet.withUnsafeBufferPointer { alphabet in
                for index in 0..<length {
                    // Three bytes are four characters; a character has the rest of one byte and the start of the next.
                    let (byte, shift) = (index * 6 / 8, index * 6 % 8)
                    let pair = UInt16(bytes[byte]) << 8 | UInt16(byte + 1 < bytes.count ? bytes[byte + 1] : 0)
                    text.initializeElement(at: index, to: alphabet[Int(pair >> (10 - shift)) & 0x3F])
                }
            }
            count = length
        }
    }

    private static let base64URLAlphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
}
