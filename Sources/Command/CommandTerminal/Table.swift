// SPDX-License-Identifier: Apache-2.0
import PortableFoundation

/// Rows in aligned columns, also with characters that are two cells wide.
public struct Table {
    let rows: [[String]]

    /// Creates a table, whose rows have a cell for each word of the heading.
    public init(heading: [String], rows: [[String]]) { self.rows = [heading] + rows }

    init(numbering table: Table) {
        rows = table.rows.enumerated().map { [$0.offset == 0 ? "" : String($0.offset)] + $0.element }
    }

    /// The lines of the table.
    public var lines: [String] {
        let cells = rows.map { $0.map(Terminal.singleLine) }
        let widths = (rows.first ?? []).indices.map { column in
            cells.map { Self.width(of: $0[column]) }.max() ?? 0
        }
        return cells.map { row in
            let padded = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - Self.width(of: $0)) }
            return padded.joined(separator: "  ").trimmingSuffix { $0 == " " }
        }
    }

    static func width(of text: String) -> Int { text.reduce(0) { $0 + width(of: $1) } }

    private static func width(of character: Character) -> Int {
        guard let scalar = character.unicodeScalars.first else { return 0 }
        return wide.contains { $0.contains(scalar.value) } ? 2 : 1
    }

    /// East Asian wide and full-width blocks, and emoji. Unicode Standard Annex 11
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
        0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE4F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
        0x1F300...0x1FAFF,
        0x20000...0x3FFFD,
    ]
}

extension String {
    fileprivate func trimmingSuffix(while isTrimmed: (Character) -> Bool) -> String {
        var text = self[...]
        while let last = text.last, isTrimmed(last) { text.removeLast() }
        return String(text)
    }

    /// This text as one word of a shell; in quotes if the shell would split or expand it.
    public var shellWord: String {
        let isPlain = utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...:
                true
            default: "/._-+@%:,".utf8.contains(byte)
            }
        }
        return isPlain && !isEmpty ? self : "'\(replacing("'", with: #"'\''"#))'"
    }
}
