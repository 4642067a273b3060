// SPDX-License-Identifier: Apache-2.0
package import OAuthMessages
internal import PortableFoundation

/// An error of SQLite, or of this module in SQLite's terms.
///
/// It contains no values of columns or arguments. SQLite's message may quote a word of a statement or of a search text.
package struct DatabaseError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The code with its details, such as the kind of constraint.
    package let extendedResultCode: ResultCode
    /// SQLite's message, or ours.
    package let message: String

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - resultCode: A primary or an extended code.
    ///   - message: The cause; `nil` for SQLite's sentence for the code.
    package init(resultCode: ResultCode, message: String? = nil) {
        extendedResultCode = resultCode
        self.message = message ?? resultCode.description
    }

    /// The primary code, which callers compare.
    package var resultCode: ResultCode { ResultCode(rawValue: extendedResultCode.rawValue & 0xFF) }

    /// The number and the message, for logs.
    package var description: String { "SQLite error \(extendedResultCode.rawValue): \(message)" }

    /// A call after ``DatabasePool/close()``.
    static let closed = misuse("the database is closed")

    /// A statement after the transaction's end.
    static let endedTransaction = DatabaseError(resultCode: .abort, message: "an earlier error ended the transaction")

    /// A mistake of the program, which the message names.
    static func misuse(_ message: String) -> DatabaseError { DatabaseError(resultCode: .misuse, message: message) }

    /// A call for which the system started no thread.
    static let noThread = DatabaseError(resultCode: .noMemory, message: "no thread could be started for the database")
}

/// Servers answer with `Retry-After`, and programs with advice, by the same protocol as for all other errors.
extension DatabaseError: ActionableError {
    /// A database that another program holds can be used a moment later, and so can one for which there was no memory;
    /// one that is damaged or full cannot.
    package var nextAction: NextAction {
        switch resultCode {
        case .busy, .locked, .noMemory: .retry(after: .seconds(1))
        case .cannotOpen, .corrupt, .full, .ioError, .notADatabase: .repairStorage
        default: .none
        }
    }
}
