// SPDX-License-Identifier: Apache-2.0

extension StrictJSON {
    mutating func string() throws(JOSEError) -> String {
        try require("\"")
        let plain = takePlainCharacters()
        if accept("\"") { return try text(plain) }
        var unescaped = Array(plain)
        while !accept("\"") {
            try require("\\")
            unescaped.append(contentsOf: String(try escapedScalar()).utf8)
            unescaped.append(contentsOf: takePlainCharacters())
        }
        return try text(unescaped[...])
    }

    private mutating func takePlainCharacters() -> ArraySlice<UInt8> {
        let start = position
        while position < bytes.count {
            let byte = bytes[position]
            guard byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") else { break }
            position += 1
        }
        return bytes[start..<position]
    }

    private func text(_ utf8: ArraySlice<UInt8>) throws(JOSEError) -> String {
        // ASCII needs no validation, which would cost a lookup of a generic type.
        if utf8.allSatisfy({ $0 < 0x80 }) { return String(decoding: utf8, as: UTF8.self) }
        guard let text = String(validating: utf8, as: UTF8.self) else { throw JOSEError(.jsonInvalid) }
        return text
    }

    private mutating func escapedScalar() throws(JOSEError) -> Unicode.Scalar {
        guard let letter = peek() else { throw JOSEError(.jsonInvalid) }
        position += 1
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(letter)
        case UInt8(ascii: "b"): return "\u{08}"
        case UInt8(ascii: "f"): return "\u{0C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return try unicodeEscape()
        default: throw JOSEError(.jsonInvalid)
        }
    }

    private mutating func unicodeEscape() throws(JOSEError) -> Unicode.Scalar {
        let first = try hexadecimalUnit()
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard UTF16.isLeadSurrogate(first) else { throw JOSEError(.jsonInvalid) }
        try require("\\")
        try require("u")
        let second = try hexadecimalUnit()
        guard
            UTF16.isTrailSurrogate(second),
            let scalar = Unicode.Scalar(0x1_0000 + (UInt32(first & 0x3FF) << 10) + UInt32(second & 0x3FF))
        else { throw JOSEError(.jsonInvalid) }
        return scalar
    }

    private mutating func hexadecimalUnit() throws(JOSEError) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let byte = peek(), let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw JOSEError(.jsonInvalid)
            }
            unit = unit << 4 | UInt16(digit)
            position += 1
        }
        return unit
    }

    mutating func number() throws(JOSEError) -> String {
        let start = position
        _ = accept("-")
        if !accept("0") { try digits() }
        if accept(".") { try digits() }
        if accept("e") || accept("E") {
            if !accept("+") { _ = accept("-") }
            try digits()
        }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    static func isNumber(_ text: String) -> Bool {
        var reader = StrictJSON(bytes: Array(text.utf8), remainingDepth: 0)
        return (try? reader.number()) != nil && reader.peek() == nil
    }

    private mutating func digits() throws(JOSEError) {
        let start = position
        while let byte = peek(), (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
        guard position > start else { throw JOSEError(.jsonInvalid) }
    }
}
