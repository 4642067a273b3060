// SPDX-License-Identifier: Apache-2.0
package import OAuthMessages
internal import PortableFoundation

/// An error of SQLite, or of this module in SQLite's terms.
///
/// It contains no values of columns or arguments. SQLite's message may quote a word of a statement or of a search text.
package struct DatabaseError: Error, Sendable, Hashable, CustomStringConvertible {
    package let extendedResultCode: ResultCode
    package let message: String

    package init(resultCode: ResultCode, message: String? = nil) {
        extendedResultCode = resultCode
        self.message = message ?? resultCode.description
    }

    package var resultCode: ResultCode { ResultCode(rawValue: extendedResultCode.rawValue & 0xFF) }

    package var description: String { "SQLite error \(extendedResultCode.rawValue): \(message)" }

    static let closed = misuse("the database is closed")

    static let endedTransaction = DatabaseError(resultCode: .abort, message: "an earlier error ended the transaction")

    static func misuse(_ message: String) -> DatabaseError { DatabaseError(resultCode: .misuse, message: message) }

    static let noThread = DatabaseError(resultCode: .noMemory, message: "no thread could be started for the database")
}

extension DatabaseError: ActionableError {
    /// A busy database, or one without memory, can be used a moment later; a damaged or full one cannot.
    package var nextAction: NextAction {
        switch resultCode {
        case .busy, .locked, .noMemory: .retry(after: .seconds(1))
        case .cannotOpen, .corrupt, .full, .ioError, .notADatabase: .repairStorage
        default: .none
        }
    }
}
