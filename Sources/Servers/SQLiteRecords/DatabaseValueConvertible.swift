// SPDX-License-Identifier: Apache-2.0
internal import CTesseraSQLite
package import PortableFoundation

/// A type whose values a column can hold; an enumeration with raw values gets it by declaring the conformance.
package protocol DatabaseValueConvertible: RowReadable {
    var databaseValue: DatabaseValue { get }

    static func read(_ cell: Cell) -> Self?
}

extension DatabaseValueConvertible {
    package static func read(_ row: Row) throws -> Self? {
        guard let cell = try row.cell(0) else { return nil }
        guard let value = read(cell) else { throw row.mismatch(0, Self.self) }
        return value
    }
}

extension DatabaseValue: DatabaseValueConvertible {
    package var databaseValue: DatabaseValue { self }
    package static func read(_ cell: Cell) -> DatabaseValue? { cell.value }
}

/// Also reads numbers, in SQLite's decimal form, and blobs.
extension String: DatabaseValueConvertible {
    package var databaseValue: DatabaseValue { .text(self) }
    package static func read(_ cell: Cell) -> String? { cell.text }
}

/// Also reads texts, as UTF-8.
extension Data: DatabaseValueConvertible {
    package var databaseValue: DatabaseValue { .blob(self) }
    package static func read(_ cell: Cell) -> Data? { Data(cell.bytes) }
}

extension Bool: DatabaseValueConvertible {
    package var databaseValue: DatabaseValue { .integer(self ? 1 : 0) }
    package static func read(_ cell: Cell) -> Bool? { cell.integer.map { $0 != 0 } }
}

/// SQLite cannot store NaN: it becomes NULL.
extension Double: DatabaseValueConvertible {
    package var databaseValue: DatabaseValue { .real(self) }
    package static func read(_ cell: Cell) -> Double? { cell.real }
}

/// Conformances exist only for integers that fit in a column.
extension DatabaseValueConvertible where Self: FixedWidthInteger {
    package var databaseValue: DatabaseValue { .integer(Int64(self)) }
    package static func read(_ cell: Cell) -> Self? { cell.integer.flatMap { Self(exactly: $0) } }
}

extension Int: DatabaseValueConvertible {}
extension Int8: DatabaseValueConvertible {}
extension Int16: DatabaseValueConvertible {}
extension Int32: DatabaseValueConvertible {}
extension Int64: DatabaseValueConvertible {}
extension UInt8: DatabaseValueConvertible {}
extension UInt16: DatabaseValueConvertible {}
extension UInt32: DatabaseValueConvertible {}

extension DatabaseValueConvertible where Self: RawRepresentable, RawValue: DatabaseValueConvertible {
    package var databaseValue: DatabaseValue { rawValue.databaseValue }
    package static func read(_ cell: Cell) -> Self? { RawValue.read(cell).flatMap(Self.init(rawValue:)) }
}

/// A date is a text in UTC, such as `2026-11-28 09:15:15.745`; also reads numbers, as seconds since 1970.
extension Date: DatabaseValueConvertible {
    package var databaseValue: DatabaseValue { .text(DateText.text(of: self)) }

    package static func read(_ cell: Cell) -> Date? {
        cell.type == SQLITE_TEXT ? DateText.date(in: cell.bytes) : cell.real.map(Date.init(timeIntervalSince1970:))
    }
}
