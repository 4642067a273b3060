// SPDX-License-Identifier: Apache-2.0
package import Foundation

/// Writes a list of one owner's tasks as JSON, row by row, in the bytes of ``TaskListFormat/encoder()``.
///
/// An encoder takes ten times as long, and a list is the most frequent response of the task API.
package struct TaskListWriter {
    private var bytes: [UInt8] = [UInt8(ascii: "[")]
    /// The end of each row: its owner, in JSON.
    private let end: [UInt8]

    /// Begins a list.
    package init(owner: String) {
        var text: [UInt8] = Array("\",\"owner\":\"".utf8)
        var owner = owner
        owner.withUTF8 { Self.append(UnsafeRawBufferPointer($0), to: &text) }
        end = text + Array("\"}".utf8)
        bytes.reserveCapacity(4096)
    }

    /// Adds a task, with id and text in UTF-8.
    package mutating func append(
        id: UnsafeRawBufferPointer, text: UnsafeRawBufferPointer, completed: Bool, milliseconds: Int64
    ) {
        bytes += bytes.count > 1 ? ",{\"Text\":\"".utf8 : "{\"Text\":\"".utf8
        Self.append(text, to: &bytes)
        bytes += "\",\"_id\":\"".utf8
        Self.append(id, to: &bytes)
        bytes += completed ? "\",\"completed\":true,\"date\":\"".utf8 : "\",\"completed\":false,\"date\":\"".utf8
        appendDate(milliseconds)
        bytes += end
    }

    /// Ends the list.
    package consuming func list() -> [UInt8] {
        bytes.append(UInt8(ascii: "]"))
        return bytes
    }

    /// Escapes what JSON demands, and nothing else. RFC 8259 §7
    private static func append(_ text: UnsafeRawBufferPointer, to bytes: inout [UInt8]) {
        var start = text.startIndex
        for index in text.indices where text[index] < 0x20 || text[index] == 0x22 || text[index] == 0x5c {
            bytes += text[start..<index]
            bytes += escape(text[index])
            start = index + 1
        }
        bytes += text[start...]
    }

    private static func escape(_ byte: UInt8) -> [UInt8] {
        switch byte {
        case 0x22: Array("\\\"".utf8)
        case 0x5c: Array("\\\\".utf8)
        case 0x08: Array("\\b".utf8)
        case 0x09: Array("\\t".utf8)
        case 0x0a: Array("\\n".utf8)
        case 0x0c: Array("\\f".utf8)
        case 0x0d: Array("\\r".utf8)
        default: Array("\\u00\(byte < 0x10 ? "0" : "")\(String(byte, radix: 16))".utf8)
        }
    }

    /// Writes RFC 3339 text with milliseconds.
    private mutating func appendDate(_ milliseconds: Int64) {
        // Outside these years, dates have another form.
        guard (0..<Self.year10000).contains(milliseconds) else {
            bytes += TaskListFormat.text(of: Date(millisecondsSince1970: milliseconds)).utf8
            return
        }
        let (days, rest) = milliseconds.quotientAndRemainder(dividingBy: 86_400_000)
        // The days of the calendar that begins on 1 March of the year 0: the leap day is the last of its year.
        let shifted = Int(days) + 719_468
        let dayOfEra = shifted % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = yearOfEra + shifted / 146_097 * 400 + (month <= 2 ? 1 : 0)
        let (seconds, time) = (Int(rest) / 1000, Int(rest))
        append(year, digits: 4)
        append(month, digits: 2, after: "-")
        append(dayOfYear - (153 * shiftedMonth + 2) / 5 + 1, digits: 2, after: "-")
        append(seconds / 3600, digits: 2, after: "T")
        append(seconds / 60 % 60, digits: 2, after: ":")
        append(seconds % 60, digits: 2, after: ":")
        append(time % 1000, digits: 3, after: ".")
        bytes.append(UInt8(ascii: "Z"))
    }

    private mutating func append(_ number: Int, digits: Int, after separator: Unicode.Scalar? = nil) {
        if let separator { bytes.append(UInt8(ascii: separator)) }
        var divisor = [1, 10, 100, 1000][digits - 1]
        while divisor > 0 {
            bytes.append(UInt8(ascii: "0") + UInt8(number / divisor % 10))
            divisor /= 10
        }
    }

    /// 1 January of the year 10000.
    private static let year10000: Int64 = 253_402_300_800_000
}
