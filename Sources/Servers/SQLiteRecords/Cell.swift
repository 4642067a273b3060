// SPDX-License-Identifier: Apache-2.0
internal import CTesseraSQLite
internal import PortableFoundation

/// A column of a statement's current row, without a copy; valid until the next step.
package struct Cell {
    let statement: OpaquePointer
    let column: Int32
    /// The storage class, such as `SQLITE_TEXT`; SQLite forgets it once the value was read as another class.
    let type: Int32

    var integer: Int64? {
        switch type {
        case SQLITE_INTEGER: sqlite3_column_int64(statement, column)
        case SQLITE_FLOAT: Int64(exactly: sqlite3_column_double(statement, column))
        default: nil
        }
    }

    var real: Double? {
        switch type {
        case SQLITE_INTEGER, SQLITE_FLOAT: sqlite3_column_double(statement, column)
        default: nil
        }
    }

    /// The bytes of a text or blob, or of a number's decimal form; valid until the next step.
    var bytes: UnsafeRawBufferPointer {
        // The call for the address comes before that for the number of bytes, which it can change.
        let start =
            type == SQLITE_BLOB
            ? sqlite3_column_blob(statement, column) : UnsafeRawPointer(sqlite3_column_text(statement, column))
        return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column)))
    }

    var text: String { String(decoding: bytes, as: UTF8.self) }

    var value: DatabaseValue {
        switch type {
        case SQLITE_INTEGER: .integer(sqlite3_column_int64(statement, column))
        case SQLITE_FLOAT: .real(sqlite3_column_double(statement, column))
        case SQLITE_TEXT: .text(text)
        case SQLITE_BLOB: .blob(Data(bytes))
        default: .null
        }
    }
}
