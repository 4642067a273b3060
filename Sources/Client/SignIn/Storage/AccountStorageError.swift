// SPDX-License-Identifier: Apache-2.0
public import OAuthMessages
import PortableFoundation
import PrivateFiles

/// A failure to read or store accounts.
///
/// ```swift
/// do {
///     account = try await flow.signIn(with: agent)
/// } catch AccountStorageError.Code.unwritable {
///     await show("The disk is full.")
/// }
/// ```
public struct AccountStorageError: Error, Sendable {
    /// The kind of failure; the set is open.
    public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// The name, for a log or a metric label.
        public let rawValue: String

        /// Creates a code.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The folder or file cannot be written.
        public static let unwritable = Self(rawValue: "unwritable")
        /// The folder or file cannot be read.
        public static let unreadable = Self(rawValue: "unreadable")
        /// The stored data is no longer a valid account.
        public static let damaged = Self(rawValue: "damaged")
        /// Another task or program saved or removed the account since it was read.
        public static let conflict = Self(rawValue: "conflict")
        /// Another program held the lock for too long.
        public static let busy = Self(rawValue: "busy")
        /// The database for the accounts is temporarily unavailable; users stay signed in.
        public static let unavailable = Self(rawValue: "unavailable")
        /// The device has not been unlocked since startup, so nothing can be read or stored.
        public static let locked = Self(rawValue: "locked")
        /// The sealing key is missing or invalid.
        public static let keyMissing = Self(rawValue: "keyMissing")
        /// The account was sealed with another key.
        public static let keyMismatch = Self(rawValue: "keyMismatch")
        /// A later version of this program stored the account in an unknown format.
        public static let laterVersion = Self(rawValue: "laterVersion")

        /// The name.
        public var description: String { rawValue }

        /// Lets `catch` match a code: `catch AccountStorageError.Code.unwritable { … }`.
        public static func ~= (code: Self, error: any Error) -> Bool { (error as? AccountStorageError)?.code == code }
    }

    /// The kind of failure.
    public let code: Code
    /// A sentence with the problem, its location, and the solution.
    public let message: String

    /// Creates an error.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}

extension AccountStorageError: ActionableError {
    /// The action that can help; the message says how to repair a storage.
    public var nextAction: NextAction {
        switch code {
        case .conflict, .busy, .unavailable, .locked: .retry(after: nil)
        case .damaged: .signInAgain
        default: .repairStorage
        }
    }
}

extension AccountStorageError: CustomStringConvertible {
    /// The kind and the message.
    public var description: String { "\(code.rawValue): \(message)" }
}

extension AccountStorageError {
    static func unreadable(_ place: URL, _ failure: PrivateFile.Failure) -> AccountStorageError {
        AccountStorageError(.unreadable, "\(place.path) cannot be read: \(failure.reason); \(failure.remedy)")
    }

    static func unwritable(_ folder: URL, _ what: String, _ failure: PrivateFile.Failure) -> AccountStorageError {
        AccountStorageError(.unwritable, "\(what) in \(folder.path): \(failure.reason); \(failure.remedy)")
    }
}
