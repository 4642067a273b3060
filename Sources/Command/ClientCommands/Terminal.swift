// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Writes results to standard output, and all other texts to standard error.
package enum Terminal {
    /// Prints a result on one line, also if a name in it has line breaks.
    package static func result(_ line: String) { write(singleLine(line), to: .standardOutput) }

    /// Prints a result as JSON on one line.
    package static func json(_ value: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        write(escaped(String(decoding: try encoder.encode(value), as: UTF8.self)), to: .standardOutput)
    }

    /// Prints a note for the person, not for scripts.
    package static func note(_ line: String) { write(clean(line), to: .standardError) }

    /// Prints a question; the person answers on the same line.
    static func prompt(_ question: String) {
        try? FileHandle.standardError.write(contentsOf: Data(singleLine(question).utf8))
    }

    /// Prints an error.
    package static func error(_ text: String) { write(clean(text), to: .standardError) }

    private static func write(_ text: String, to file: FileHandle) {
        try? file.write(contentsOf: Data((text + "\n").utf8))
    }

    /// Removes characters with which names of other programs could control the terminal, reorder the text beside them,
    /// or hide text.
    ///
    /// Line feeds stay; use ``singleLine(_:)`` for texts without any.
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

    /// A foreign text as part of a sentence: without line breaks, it cannot imitate one of our lines.
    static func singleLine(_ text: String) -> String {
        clean(String(text.map { $0.isNewline || $0 == "\t" ? " " : $0 }))
    }

    /// JSON with escapes for all characters that ``clean(_:)`` removes; its readers lose nothing.
    static func escaped(_ json: String) -> String {
        json.unicodeScalars.reduce(into: "") { escaped, scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: escaped += escapeSequence(of: scalar)
            case .format where !joiners.contains(scalar): escaped += escapeSequence(of: scalar)
            default: escaped.unicodeScalars.append(scalar)
            }
        }
    }

    /// These scalars only shape scripts and emoji.
    private static let joiners: Set<Unicode.Scalar> = ["\u{200C}", "\u{200D}"]

    /// A scalar as an ASCII escape of JSON strings. RFC 8259 §7
    private static func escapeSequence(of scalar: Unicode.Scalar) -> String {
        UTF16.encode(scalar).map { units in
            units.map { unit in
                let digits = String(unit, radix: 16)
                return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }.joined()
        } ?? ""
    }
}
