// SPDX-License-Identifier: Apache-2.0
public import OAuthMessages
import PortableFoundation

/// A failure of PostgreSQL, or of the connection to it.
///
/// No error contains the password or a value of a statement.
///
/// ```swift
/// do {
///     try await database.connected()
/// } catch PostgresError.Code.unavailable {
///     await show("The database does not answer; the program tries again.")
/// }
/// ```
public struct PostgresError: Error, Sendable, Hashable {
    /// The kind of failure; the set is open.
    public struct Code: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
        /// The name, for a log or a metric label.
        public let rawValue: String

        /// Creates a code.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// No server responds, it is busy or full, or no connection became free in time; nothing was changed.
        public static let unavailable = Self(rawValue: "unavailable")
        /// The connection was lost during a change, which may or may not have taken effect.
        public static let outcomeUnknown = Self(rawValue: "outcomeUnknown")
        /// The statement exceeded its deadline and was canceled; a change may or may not have taken effect.
        public static let deadlineExceeded = Self(rawValue: "deadlineExceeded")
        /// Concurrent transactions conflicted repeatedly; nothing was changed.
        public static let conflict = Self(rawValue: "conflict")
        /// The server rejected the statement; nothing was changed.
        public static let refused = Self(rawValue: "refused")
        /// The address is invalid, or the server denied the user access.
        public static let misconfigured = Self(rawValue: "misconfigured")
        /// PostgreSQL's client library, libpq, is not installed or too old.
        public static let missingLibrary = Self(rawValue: "missingLibrary")
        /// A later version of this program changed the tables, so this one cannot use them.
        public static let laterVersion = Self(rawValue: "laterVersion")

        /// The name.
        public var description: String { rawValue }

        /// Lets `catch` match a code: `catch PostgresError.Code.unavailable { … }`.
        public static func ~= (code: Self, error: any Error) -> Bool { (error as? PostgresError)?.code == code }
    }

    /// The kind of failure.
    public let code: Code
    /// The cause and the solution.
    public let message: String
    /// The server's five-character code; `nil` if the server sent none. PostgreSQL, appendix A
    public let sqlState: String?

    static let noThread = PostgresError(
        .unavailable, "no thread could be started for PostgreSQL; raise the limit of this program (ulimit -u)")

    init(_ code: Code, _ message: String, sqlState: String? = nil) {
        (self.code, self.message, self.sqlState) = (code, message, sqlState)
    }
}

extension PostgresError: ActionableError {
    /// The action that can help: retry after one second, or repair the storage.
    public var nextAction: NextAction {
        switch code {
        case .unavailable, .outcomeUnknown, .deadlineExceeded, .conflict: .retry(after: .seconds(1))
        default: .repairStorage
        }
    }
}

extension PostgresError: CustomStringConvertible {
    /// The kind and the message.
    public var description: String { "\(code.rawValue): \(message)" }
}

extension PostgresError {
    init(sqlState: String?, serverMessage: String) {
        self.init(Self.code(of: sqlState), "PostgreSQL: \(serverMessage)", sqlState: sqlState)
    }

    private static func code(of state: String?) -> Code {
        guard let state else { return .unavailable }
        switch state {
        // The server or an administrator canceled the statement.
        case "57014": return .deadlineExceeded
        case "40001", "40P01": return .conflict
        // The server is no longer the primary; a lock was not free in time.
        case "25006", "55P03": return .unavailable
        default: break
        }
        switch state.prefix(2) {
        case "08", "53", "57": return .unavailable
        case "28", "3D": return .misconfigured
        default: return .refused
        }
    }

    /// Whether only another connection can help: the server shuts down, or is no longer the primary.
    var endsConnection: Bool {
        guard let sqlState else { return false }
        return sqlState == "25006" || (sqlState.hasPrefix("57") && sqlState != "57014") || sqlState.hasPrefix("08")
    }

    /// Whether a prepared statement is missing, or was prepared for tables that have changed since.
    var wantsPreparation: Bool { sqlState == "26000" || sqlState == "0A000" }
}
