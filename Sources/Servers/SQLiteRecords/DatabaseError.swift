// SPDX-License-Identifier: Apache-2.0
internal import CTesseraSQLite

/// A result code of SQLite; ``DatabaseError/resultCode`` has the primary codes.
package struct ResultCode: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    package let rawValue: Int32

    package init(rawValue: Int32) { self.rawValue = rawValue }

    package static let SQLITE_BUSY = ResultCode(rawValue: 5)
    package static let SQLITE_LOCKED = ResultCode(rawValue: 6)
    package static let SQLITE_READONLY = ResultCode(rawValue: 8)
    package static let SQLITE_IOERR = ResultCode(rawValue: 10)
    package static let SQLITE_CORRUPT = ResultCode(rawValue: 11)
    package static let SQLITE_FULL = ResultCode(rawValue: 13)
    package static let SQLITE_CONSTRAINT = ResultCode(rawValue: 19)
    package static let SQLITE_MISMATCH = ResultCode(rawValue: 20)
    package static let SQLITE_MISUSE = ResultCode(rawValue: 21)
    package static let SQLITE_ABORT = ResultCode(rawValue: 4)
    package static let SQLITE_NOTADB = ResultCode(rawValue: 26)

    /// SQLite's sentence for the code.
    package var description: String { sqlite3_errstr(rawValue).map { String(cString: $0) } ?? "error \(rawValue)" }
}

/// An error of SQLite. It holds neither values nor the text of a statement.
package struct DatabaseError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The code with its details, such as which kind of constraint.
    package let extendedResultCode: ResultCode
    /// SQLite's message.
    package let message: String

    package init(resultCode: ResultCode, message: String? = nil) {
        (extendedResultCode, self.message) = (resultCode, message ?? resultCode.description)
    }

    /// The primary code.
    package var resultCode: ResultCode { ResultCode(rawValue: extendedResultCode.rawValue & 0xFF) }

    package var description: String {
        "SQLite error \(extendedResultCode.rawValue): \(message)"
    }
}

/// A change of a row that is not there.
package struct RecordNotFound: Error, Sendable, CustomStringConvertible {
    package let table: String

    package var description: String { "the table '\(table)' has no such row" }
}
