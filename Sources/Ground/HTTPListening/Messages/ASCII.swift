// SPDX-License-Identifier: Apache-2.0

enum ASCII {
    static let tab: UInt8 = 0x09
    static let lineFeed: UInt8 = 0x0a
    static let carriageReturn: UInt8 = 0x0d
    static let space: UInt8 = 0x20
    static let numberSign: UInt8 = 0x23
    static let percent: UInt8 = 0x25
    static let slash: UInt8 = 0x2f
    static let zero: UInt8 = 0x30
    static let colon: UInt8 = 0x3a
}

extension String {
    /// Ignores the case of ASCII letters.
    func isSame(_ other: String) -> Bool {
        utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8, by: Self.isSameLetter)
    }

    /// Whether a comma-separated list has a token, in any case (RFC 9110 §5.6.1).
    func hasToken(_ token: String) -> Bool {
        // Tokens have no quotes, so every comma separates.
        let blanks: [UInt8] = [ASCII.space, ASCII.tab]
        return utf8.split(separator: UInt8(ascii: ",")).contains { element in
            let tail = element.drop(while: blanks.contains)
            return tail.starts(with: token.utf8, by: Self.isSameLetter)
                && tail.dropFirst(token.utf8.count).allSatisfy(blanks.contains)
        }
    }

    private static func isSameLetter(_ one: UInt8, _ other: UInt8) -> Bool {
        let isLetter = (one | 0x20) &- 0x61 < 26
        return one == other || (isLetter && one ^ other == 0x20)
    }
}

extension ArraySlice<UInt8> {
    var text: String {
        // The pointer ends with the call.
        withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
    }
}
