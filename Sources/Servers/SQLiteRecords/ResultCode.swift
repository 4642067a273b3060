// SPDX-License-Identifier: Apache-2.0
internal import CTesseraSQLite

/// A result code of SQLite, primary or extended (https://sqlite.org/rescode.html).
///
/// The constants are primary codes, as in ``DatabaseError/resultCode``. Other codes exist, too.
package struct ResultCode: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The number in SQLite's C interface.
    package let rawValue: Int32

    package init(rawValue: Int32) { self.rawValue = rawValue }

    /// An earlier error ended the transaction, and with it what the statement would have belonged to.
    package static let abort = ResultCode(rawValue: SQLITE_ABORT)
    /// Another connection held the file for longer than the connection waits.
    package static let busy = ResultCode(rawValue: SQLITE_BUSY)
    /// A statement of the same connection holds the table.
    package static let locked = ResultCode(rawValue: SQLITE_LOCKED)
    /// The system has no memory, or no thread.
    package static let noMemory = ResultCode(rawValue: SQLITE_NOMEM)
    /// A statement tried to write in a read.
    package static let readOnly = ResultCode(rawValue: SQLITE_READONLY)
    /// The statement was ended, as by a spent ``QueryBudget``.
    package static let interrupt = ResultCode(rawValue: SQLITE_INTERRUPT)
    /// The system failed to read or write the file.
    package static let ioError = ResultCode(rawValue: SQLITE_IOERR)
    /// The file is damaged.
    package static let corrupt = ResultCode(rawValue: SQLITE_CORRUPT)
    /// The disk is full, or the file has its largest size.
    package static let full = ResultCode(rawValue: SQLITE_FULL)
    /// The file cannot be opened.
    package static let cannotOpen = ResultCode(rawValue: SQLITE_CANTOPEN)
    /// A row violates a constraint of its table; the extended code says which kind.
    package static let constraint = ResultCode(rawValue: SQLITE_CONSTRAINT)
    /// The extended code of a row that refers to a missing one; Swift cannot import SQLite's constant.
    static let foreignKey = ResultCode(rawValue: SQLITE_CONSTRAINT | 3 << 8)
    /// A column holds a value of another type than the program reads.
    package static let mismatch = ResultCode(rawValue: SQLITE_MISMATCH)
    /// The program uses the database in a wrong way: after its end, for example.
    package static let misuse = ResultCode(rawValue: SQLITE_MISUSE)
    /// The file is not a database.
    package static let notADatabase = ResultCode(rawValue: SQLITE_NOTADB)

    /// SQLite's sentence for the code.
    package var description: String { sqlite3_errstr(rawValue).map { String(cString: $0) } ?? "error \(rawValue)" }
}
