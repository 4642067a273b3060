// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Writes results to standard output, and everything else to standard error.
enum Terminal {
    /// A result.
    static func result(_ line: String) { write(clean(line), to: .standardOutput) }

    /// A result as JSON, on one line.
    static func json(_ value: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        write(String(decoding: try encoder.encode(value), as: UTF8.self), to: .standardOutput)
    }

    /// Something that a person should know and a script should not read.
    static func note(_ line: String) { write(clean(line), to: .standardError) }

    /// An error.
    static func error(_ text: String) { write(clean(text), to: .standardError) }

    private static func write(_ text: String, to file: FileHandle) {
        try? file.write(contentsOf: Data((text + "\n").utf8))
    }

    /// Names come from elsewhere: control characters in one must not command the terminal.
    static func clean(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { scalar in
                    let commands = scalar.properties.generalCategory == .control && scalar != "\n"
                    let reorders =
                        ("\u{202A}"..."\u{202E}").contains(scalar)
                        || ("\u{2066}"..."\u{2069}").contains(scalar)
                    return commands || reorders ? "\u{FFFD}" : scalar
                }))
    }
}
