// SPDX-License-Identifier: Apache-2.0

extension String {
    /// The text escaped for HTML, as content or within a quoted attribute.
    public var escapedForHTML: String {
        // As bytes: each special character is one byte of UTF-8, also before a combining mark. Appending a string to a
        // view of scalars would copy all earlier text each time.
        var escaped: [UInt8] = []
        escaped.reserveCapacity(utf8.count)
        for byte in utf8 {
            switch byte {
            case UInt8(ascii: "<"): escaped += "&lt;".utf8
            case UInt8(ascii: ">"): escaped += "&gt;".utf8
            case UInt8(ascii: "&"): escaped += "&amp;".utf8
            case UInt8(ascii: "\""): escaped += "&quot;".utf8
            case UInt8(ascii: "'"): escaped += "&#39;".utf8
            default: escaped.append(byte)
            }
        }
        return String(decoding: escaped, as: UTF8.self)
    }
}

extension String {
    /// Without control and format characters and line separators, which could forge a log line, or move a cursor.
    package var inOneLine: String {
        guard !utf8.allSatisfy({ (0x20...0x7e).contains($0) }) else { return self }
        let scalars = unicodeScalars.map { scalar -> Unicode.Scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: " "
            default: scalar
            }
        }
        return String(String.UnicodeScalarView(scalars))
    }
}
