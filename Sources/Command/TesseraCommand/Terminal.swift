// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Writes results to standard output, and everything else to standard error.
enum Terminal {
    /// A result, on one line whatever the names in it hold.
    static func result(_ line: String) { write(singleLine(line), to: .standardOutput) }

    /// A result as JSON, on one line.
    static func json(_ value: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        write(escaped(String(decoding: try encoder.encode(value), as: UTF8.self)), to: .standardOutput)
    }

    /// Something that a person should know and a script should not read.
    static func note(_ line: String) { write(clean(line), to: .standardError) }

    /// A question, on the line on which it will be answered.
    static func prompt(_ question: String) {
        try? FileHandle.standardError.write(contentsOf: Data(singleLine(question).utf8))
    }

    /// An error.
    static func error(_ text: String) { write(clean(text), to: .standardError) }

    private static func write(_ text: String, to file: FileHandle) {
        try? file.write(contentsOf: Data((text + "\n").utf8))
    }

    /// Names come from elsewhere: what is in one must not command the terminal, reorder what stands beside it,
    /// or hide.
    ///
    /// Line feeds stay; ``singleLine(_:)`` is for texts that may have none.
    static func clean(_ text: String) -> String {
        var cleaned = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control where scalar != "\n": cleaned.append("\u{FFFD}")
            case .lineSeparator, .paragraphSeparator: cleaned.append(" ")
            case .format where !joiners.contains(scalar): break
            default: cleaned.append(scalar)
            }
        }
        return String(cleaned)
    }

    /// A text from elsewhere as part of a sentence: it cannot begin a line, and so forge one of ours.
    static func singleLine(_ text: String) -> String {
        clean(String(text.map { $0.isNewline || $0 == "\t" ? " " : $0 }))
    }

    /// JSON with everything escaped that ``clean(_:)`` would not let through; readers of it lose nothing.
    static func escaped(_ json: String) -> String {
        json.unicodeScalars.reduce(into: "") { escaped, scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: escaped += escapeSequence(of: scalar)
            case .format where !joiners.contains(scalar): escaped += escapeSequence(of: scalar)
            default: escaped.unicodeScalars.append(scalar)
            }
        }
    }

    /// They shape scripts and emoji, and do nothing else.
    private static let joiners: Set<Unicode.Scalar> = ["\u{200C}", "\u{200D}"]

    /// A scalar as JSON strings spell it in ASCII. RFC 8259 §7
    private static func escapeSequence(of scalar: Unicode.Scalar) -> String {
        UTF16.encode(scalar).map { units in
            units.map { unit in
                let digits = String(unit, radix: 16)
                return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }.joined()
        } ?? ""
    }
}
