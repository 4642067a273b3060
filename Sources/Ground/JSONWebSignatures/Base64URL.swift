// SPDX-License-Identifier: Apache-2.0

/// Base64url without padding, the only text form of bytes in JOSE.
///
/// One byte sequence has exactly one text. Padding, whitespace, the characters `+` and `/`, and left-over bits that are
/// not zero are refused, so that two different tokens never mean the same. RFC 7515 §2, RFC 4648 §5
package enum Base64URL {
    package static func encode(_ bytes: some Collection<UInt8>) -> String {
        var text: [UInt8] = []
        append(Array(bytes), to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    package static func append(_ bytes: [UInt8], to text: inout [UInt8]) {
        let length = (bytes.count * 8 + 5) / 6
        text += [UInt8](unsafeUninitializedCapacity: length) { text, count in
            alphabet.withUnsafeBufferPointer { alphabet in
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

    /// Throws `base64URLInvalid` for any text that ``encode(_:)`` would not have written.
    package static func decode(_ text: some StringProtocol) throws(JOSEError) -> [UInt8] {
        try decode(ascii: text.utf8)
    }

    package static func decode(ascii text: some Collection<UInt8>) throws(JOSEError) -> [UInt8] {
        let decoded =
            text.withContiguousStorageIfAvailable { decode(contiguous: $0) }
            ?? Array(text).withUnsafeBufferPointer { decode(contiguous: $0) }
        guard let decoded else { throw JOSEError(.base64URLInvalid) }
        return decoded
    }

    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    private static let invalidSextet: UInt8 = 0xFF

    private static let sextets: [UInt8] = {
        var sextets = [UInt8](repeating: invalidSextet, count: 256)
        for (value, character) in alphabet.enumerated() { sextets[Int(character)] = UInt8(value) }
        return sextets
    }()

    /// Decodes each token before its signature check: for speed, it collects invalid characters in one byte and tests
    /// them once at the end.
    private static func decode(contiguous text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        guard text.count % 4 != 1 else { return nil }
        var invalid: UInt8 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: text.count * 3 / 4) { output, count in
            sextets.withUnsafeBufferPointer { sextets in
                var position = 0
                func next() -> UInt8 {
                    let sextet = sextets[Int(text[position])]
                    position += 1
                    invalid |= sextet
                    return sextet
                }
                while position + 4 <= text.count {
                    let (first, second, third, fourth) = (next(), next(), next(), next())
                    output[count] = first << 2 | second >> 4
                    output[count + 1] = second << 4 | third >> 2
                    output[count + 2] = third << 6 | fourth
                    count += 3
                }
                guard position < text.count else { return }
                let (first, second) = (next(), next())
                output[count] = first << 2 | second >> 4
                count += 1
                var leftOver = second << 4
                if position < text.count {
                    let third = next()
                    output[count] = second << 4 | third >> 2
                    count += 1
                    leftOver = third << 6
                }
                if leftOver != 0 { invalid = invalidSextet }
            }
        }
        return invalid & 0xC0 == 0 ? bytes : nil
    }
}
