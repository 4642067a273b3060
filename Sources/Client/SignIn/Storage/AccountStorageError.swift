// SPDX-License-Identifier: Apache-2.0
/// Why accounts could not be read or kept.
public struct AccountStorageError: Error, Sendable {
    /// The kinds of failure.
    public enum Code: String, Sendable, CaseIterable {
        /// The folder or file cannot be written.
        case unwritable
        /// The folder or file cannot be read.
        case unreadable
        /// What is kept is no account any more.
        case damaged
        /// Somebody else saved or removed the account since it was read.
        case conflict
        /// Another program held the account for too long.
        case busy
        /// The key that accounts are sealed with is not there, or is none.
        case keyMissing
        /// The account was sealed with another key than this program has.
        case keyMismatch
        /// A later version of this program kept the account, in a form that this one does not know.
        case laterVersion
    }

    /// Which kind of failure it was.
    public let code: Code
    /// What was wrong, where, and what to do about it.
    public let message: String

    /// Creates an error.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}

extension AccountStorageError: CustomStringConvertible {
    /// The kind and the message.
    public var description: String { "\(code.rawValue): \(message)" }
}
