// SPDX-License-Identifier: Apache-2.0
internal import CTesseraSQLite
package import Foundation

/// A value to bind.
package enum DatabaseValue: Sendable, Hashable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob(Data)

    /// The text; `nil` for a value of another form.
    package var text: String? {
        guard case .text(let text) = self else { return nil }
        return text
    }
}

/// A type that is read from the rows of a query: a record, or a value from the first column.
package protocol RowReadable {
    /// Reads a row; `nil` for a value that is NULL.
    static func read(_ row: Row) throws -> Self?
}

/// A type whose values a column can hold.
package protocol DatabaseValueConvertible: RowReadable {
    var databaseValue: DatabaseValue { get }

    /// Reads a column that is not NULL; `nil` for a value of another form.
    static func read(_ cell: Cell) -> Self?
}

extension DatabaseValueConvertible {
    package static func read(_ row: Row) throws -> Self? {
        guard let cell = row.cell(0) else { return nil }
        guard let value = read(cell) else { throw row.mismatch(0, Self.self) }
        return value
    }
}

/// A column of the current row of a statement, without a copy.
package struct Cell {
    let statement: OpaquePointer
    let column: Int32

    package var integer: Int64 { sqlite3_column_int64(statement, column) }
    package var real: Double { sqlite3_column_double(statement, column) }
    var type: Int32 { sqlite3_column_type(statement, column) }

    /// The bytes of a text or a blob; they last until the next step.
    package var bytes: UnsafeRawBufferPointer {
        // A blob has no bytes to convert; the text comes first, because it can change the number of bytes.
        let start =
            type == SQLITE_BLOB
            ? sqlite3_column_blob(statement, column) : UnsafeRawPointer(sqlite3_column_text(statement, column))
        return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column)))
    }

    package var text: String { String(decoding: bytes, as: UTF8.self) }

    var value: DatabaseValue {
        switch type {
        case SQLITE_INTEGER: .integer(integer)
        case SQLITE_FLOAT: .real(real)
        case SQLITE_TEXT: .text(text)
        case SQLITE_BLOB: .blob(Data(bytes))
        default: .null
        }
    }
}

extension DatabaseValue: DatabaseValueConvertible {
    package var databaseValue: DatabaseValue { self }
    package static func read(_ cell: Cell) -> DatabaseValue? { cell.value }
}

extension String: DatabaseValueConvertible {
    package var databaseValue: DatabaseValue { .text(self) }
    package static func read(_ cell: Cell) -> String? { cell.text }
}

extension Data: DatabaseValueConvertible {
    package var databaseValue: DatabaseValue { .blob(self) }
    package static func read(_ cell: Cell) -> Data? { Data(cell.bytes) }
}

extension Bool: DatabaseValueConvertible {
    package var databaseValue: DatabaseValue { .integer(self ? 1 : 0) }
    package static func read(_ cell: Cell) -> Bool? { cell.integer != 0 }
}

extension Double: DatabaseValueConvertible {
    package var databaseValue: DatabaseValue { .real(self) }
    package static func read(_ cell: Cell) -> Double? { cell.real }
}

extension DatabaseValueConvertible where Self: FixedWidthInteger {
    package var databaseValue: DatabaseValue { .integer(Int64(self)) }
    package static func read(_ cell: Cell) -> Self? { Self(exactly: cell.integer) }
}

extension Int: DatabaseValueConvertible {}
extension Int32: DatabaseValueConvertible {}
extension Int64: DatabaseValueConvertible {}
extension UInt32: DatabaseValueConvertible {}

extension DatabaseValueConvertible where Self: RawRepresentable, RawValue: DatabaseValueConvertible {
    package var databaseValue: DatabaseValue { rawValue.databaseValue }
    package static func read(_ cell: Cell) -> Self? { RawValue.read(cell).flatMap(Self.init(rawValue:)) }
}

/// A date is a text in UTC, as in `2026-11-28 09:15:15.745`: texts sort as their times do.
extension Date: DatabaseValueConvertible {
    package var databaseValue: DatabaseValue { .text(DateText.text(of: self)) }

    package static func read(_ cell: Cell) -> Date? {
        cell.type == SQLITE_TEXT ? DateText.date(in: cell.bytes) : Date(timeIntervalSince1970: cell.real)
    }
}

/// The form of dates in columns, from the year 0 to 9999.
enum DateText {
    private static let dayLength: Int64 = 86_400_000

    /// Rounds to milliseconds, as GRDB's formatter did.
    static func text(of date: Date) -> String {
        let milliseconds = Int64((date.timeIntervalSince1970 * 1000 + 0.5).rounded(.down))
        var (day, rest) = milliseconds.quotientAndRemainder(dividingBy: dayLength)
        if rest < 0 { (day, rest) = (day - 1, rest + dayLength) }
        let (year, month, dayOfMonth) = civil(day)
        return String(unsafeUninitializedCapacity: 23) { bytes in
            func put(_ value: Int64, _ start: Int, _ count: Int) {
                var value = value
                for place in (start..<start + count).reversed() {
                    bytes[place] = UInt8(0x30 + value % 10)
                    value /= 10
                }
            }
            put(year, 0, 4)
            put(month, 5, 2)
            put(dayOfMonth, 8, 2)
            put(rest / 3_600_000, 11, 2)
            put(rest / 60_000 % 60, 14, 2)
            put(rest / 1000 % 60, 17, 2)
            put(rest % 1000, 20, 3)
            (bytes[4], bytes[7], bytes[10], bytes[13], bytes[16], bytes[19]) = (0x2D, 0x2D, 0x20, 0x3A, 0x3A, 0x2E)
            return 23
        }
    }

    /// Reads the form, also without milliseconds or without the time.
    static func date(in bytes: UnsafeRawBufferPointer) -> Date? {
        func number(_ start: Int, _ count: Int) -> Int64? {
            var value: Int64 = 0
            for byte in bytes[start..<start + count] {
                guard (0x30...0x39).contains(byte) else { return nil }
                value = value * 10 + Int64(byte - 0x30)
            }
            return value
        }
        guard [10, 19, 23].contains(bytes.count), bytes[4] == 0x2D, bytes[7] == 0x2D, let year = number(0, 4),
            let month = number(5, 2), let day = number(8, 2), (1...12).contains(month), (1...31).contains(day)
        else { return nil }
        var (seconds, milliseconds) = (days(year, month, day) * 86_400, Int64(0))
        if bytes.count > 10 {
            guard bytes[10] == 0x20 || bytes[10] == 0x54, bytes[13] == 0x3A, bytes[16] == 0x3A,
                let hour = number(11, 2),
                let minute = number(14, 2), let second = number(17, 2)
            else { return nil }
            seconds += hour * 3600 + minute * 60 + second
        }
        if bytes.count > 19 {
            guard bytes[19] == 0x2E, let value = number(20, 3) else { return nil }
            milliseconds = value
        }
        return Date(timeIntervalSinceReferenceDate: Double(seconds - 978_307_200) + Double(milliseconds) / 1000)
    }

    /// The date of a day since 1970, in eras of 400 years that begin on the first of March.
    private static func civil(_ day: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = day + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let ofEra = shifted - era * 146_097
        let yearOfEra = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365
        let ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let part = (5 * ofYear + 2) / 153
        let month = part < 10 ? part + 3 : part - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, ofYear - (153 * part + 2) / 5 + 1)
    }

    private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let year = month <= 2 ? year - 1 : year
        let era = (year >= 0 ? year : year - 399) / 400
        let yearOfEra = year - era * 400
        let ofYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + ofYear - 719_468
    }
}
