// SPDX-License-Identifier: Apache-2.0
/// A failure to read or keep accounts.
public struct AccountStorageError: Error, Sendable {
    /// The kinds of failure.
    public enum Code: String, Sendable, CaseIterable {
        /// The folder or file cannot be written.
        case unwritable
        /// The folder or file cannot be read.
        case unreadable
        /// The stored data is not an account any more.
        case damaged
        /// Another task or program saved or removed the account since it was read.
        case conflict
        /// Another program held the account for too long.
        case busy
        /// The sealing key is missing, or is not a valid key.
        case keyMissing
        /// Another key than this program's sealed the account.
        case keyMismatch
        /// A later version of this program stored the account in a format that this one does not know.
        case laterVersion
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

extension AccountStorageError: CustomStringConvertible {
    /// The kind and the message.
    public var description: String { "\(code.rawValue): \(message)" }
}
