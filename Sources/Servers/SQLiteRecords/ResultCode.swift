// SPDX-License-Identifier: Apache-2.0
internal import CTesseraSQLite

/// A primary or extended result code of SQLite (https://sqlite.org/rescode.html).
///
/// The constants, which are not all codes, are primary ones, as in ``DatabaseError/resultCode``.
package struct ResultCode: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    package let rawValue: Int32

    package init(rawValue: Int32) { self.rawValue = rawValue }

    /// An earlier error ended the statement's transaction.
    package static let abort = ResultCode(rawValue: SQLITE_ABORT)
    /// Another connection held the lock for longer than the connection waits.
    package static let busy = ResultCode(rawValue: SQLITE_BUSY)
    /// A statement of the same connection holds the table.
    package static let locked = ResultCode(rawValue: SQLITE_LOCKED)
    /// The system has no memory, or no thread.
    package static let noMemory = ResultCode(rawValue: SQLITE_NOMEM)
    package static let readOnly = ResultCode(rawValue: SQLITE_READONLY)
    /// The statement was interrupted, for example by a spent ``QueryBudget``.
    package static let interrupt = ResultCode(rawValue: SQLITE_INTERRUPT)
    package static let ioError = ResultCode(rawValue: SQLITE_IOERR)
    package static let corrupt = ResultCode(rawValue: SQLITE_CORRUPT)
    package static let full = ResultCode(rawValue: SQLITE_FULL)
    package static let cannotOpen = ResultCode(rawValue: SQLITE_CANTOPEN)
    /// A row violates a constraint of its table; the extended code is its kind.
    package static let constraint = ResultCode(rawValue: SQLITE_CONSTRAINT)
    /// The extended code for a reference to a missing row; Swift cannot import SQLite's constant.
    static let foreignKey = ResultCode(rawValue: SQLITE_CONSTRAINT | 3 << 8)
    /// A column holds a value of another type than the program reads.
    package static let mismatch = ResultCode(rawValue: SQLITE_MISMATCH)
    /// A programming error, such as a use of a closed database.
    package static let misuse = ResultCode(rawValue: SQLITE_MISUSE)
    package static let notADatabase = ResultCode(rawValue: SQLITE_NOTADB)

    package var description: String { sqlite3_errstr(rawValue).map { String(cString: $0) } ?? "error \(rawValue)" }
}
