// SPDX-License-Identifier: Apache-2.0
import Foundation
public import OAuth
import PrivateFiles

/// A failure to read or keep accounts.
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
        /// The stored data is not an account any more.
        public static let damaged = Self(rawValue: "damaged")
        /// Another task or program saved or removed the account since it was read.
        public static let conflict = Self(rawValue: "conflict")
        /// Another program held the account for too long.
        public static let busy = Self(rawValue: "busy")
        /// The database that keeps the accounts does not answer now; the sign-in goes on when it does.
        public static let unavailable = Self(rawValue: "unavailable")
        /// The device was not unlocked since it started, so nothing can be read or kept yet.
        public static let locked = Self(rawValue: "locked")
        /// The sealing key is missing, or is not a valid key.
        public static let keyMissing = Self(rawValue: "keyMissing")
        /// Another key than this program's sealed the account.
        public static let keyMismatch = Self(rawValue: "keyMismatch")
        /// A later version of this program stored the account in a format that this one does not know.
        public static let laterVersion = Self(rawValue: "laterVersion")

        /// The name.
        public var description: String { rawValue }

        /// Lets `catch` name a code: `catch AccountStorageError.Code.unwritable { … }`.
        public static func ~= (code: Self, error: any Error) -> Bool { (error as? AccountStorageError)?.code == code }
    }

    /// The kind of failure.
    public let code: Code
    /// The problem, its place and the remedy.
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
    /// A folder or file cannot be read.
    static func unreadable(_ place: URL, _ failure: PrivateFile.Failure) -> AccountStorageError {
        AccountStorageError(.unreadable, "\(place.path) cannot be read: \(failure.reason); \(failure.remedy)")
    }

    /// An action in a folder failed, such as the save of an account.
    static func unwritable(_ folder: URL, _ what: String, _ failure: PrivateFile.Failure) -> AccountStorageError {
        AccountStorageError(.unwritable, "\(what) in \(folder.path): \(failure.reason); \(failure.remedy)")
    }
}
