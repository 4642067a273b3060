// SPDX-License-Identifier: Apache-2.0
import PortableFoundation

/// The forms of texts, both stored and searched, that the index of people compares.
package enum FoldedText {
    /// Ignores case and the composition of letters, and replaces null characters, at which SQLite's texts end.
    package static func comparable(_ text: String) -> String {
        if let quick = ascii(text) { return quick }
        let lower = text.lowercased().replacing("\0", with: "\u{FFFD}")
        // Composition takes quadratic time in the number of marks on one letter, and no name is as long.
        guard lower.utf8.count <= 4096, !lower.unicodeScalars.allSatisfy(\.isComposed) else { return lower }
        return lower.canonicalComposition
    }

    package static func words(of folded: String) -> [Substring] {
        if folded.utf8.allSatisfy({ $0 < 0x80 }) {
            return folded.utf8.split { !(0x61...0x7A).contains($0) && !(0x30...0x39).contains($0) }.map(Substring.init)
        }
        return folded.unicodeScalars.split { !$0.isInWords }.map(Substring.init)
    }

    /// For an alphabetical order: letters without their marks, and symbols before digits and letters.
    package static func sortable(_ folded: String) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(folded.utf8.count)
        for scalar in folded.unicodeScalars {
            switch scalar.value {
            // ASCII symbols that come after the digits.
            case 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E: bytes.append(0x20)
            case ..<0x80: bytes.append(UInt8(scalar.value))
            default: bytes += baseLetters[scalar] ?? Array(UTF8.encode(scalar) ?? .init())
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    static func reversed(_ folded: String) -> String {
        if folded.utf8.allSatisfy({ $0 < 0x80 }) { return String(decoding: folded.utf8.reversed(), as: UTF8.self) }
        return String(String.UnicodeScalarView(folded.unicodeScalars.reversed()))
    }

    private static let baseLetters: [Unicode.Scalar: [UInt8]] = {
        // Letters whose mark is not a separate scalar in Unicode.
        var letters = [
            "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ħ": "h", "ı": "i",
        ]
        .reduce(into: [Unicode.Scalar: [UInt8]]()) { $0[$1.key] = Array($1.value.utf8) }
        let ranges: [ClosedRange<UInt32>] = [0xC0...0x24F, 0x386...0x3CE, 0x400...0x45F, 0x1E00...0x1FFF]
        for scalar in ranges.joined().compactMap(Unicode.Scalar.init) where letters[scalar] == nil {
            let parts = String(scalar).canonicalDecomposition
            // Symbols keep their marks.
            guard let first = parts.first, first.value < 0x510 else { continue }
            let base = parts.filter { !$0.properties.isGraphemeExtend }
            letters[scalar] = Array(String(String.UnicodeScalarView(base)).utf8)
        }
        for mark in (0x300...0x36F).compactMap(Unicode.Scalar.init) { letters[mark] = [] }
        return letters
    }()

    /// A shortcut for ASCII, which most names are.
    private static func ascii(_ text: String) -> String? {
        var isLower = true
        for byte in text.utf8 {
            guard (1..<0x80).contains(byte) else { return nil }
            if (0x41...0x5A).contains(byte) { isLower = false }
        }
        if isLower { return text }
        return String(decoding: text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }
}

extension Unicode.Scalar {
    /// By scalars, because a character can begin with a letter and end with a quotation mark.
    fileprivate var isInWords: Bool {
        if properties.isAlphabetic || properties.numericType != nil || isJoiner { return true }
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: return true
        default: return false
        }
    }

    /// Whether texts of such scalars need no normalization, for the scripts of most names. Unicode Standard Annex 15 §9
    fileprivate var isComposed: Bool {
        switch value {
        case ..<0x300, 0x388..<0x3D0, 0x400..<0x483, 0x5D0..<0x5EB, 0x621..<0x64B, 0x3041..<0x3097, 0x30A1..<0x30FB,
            0x4E00..<0xA000, 0xAC00..<0xD7A4:
            true
        default: false
        }
    }
}
