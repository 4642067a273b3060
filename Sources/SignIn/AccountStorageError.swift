// SPDX-License-Identifier: Apache-2.0
/// Why accounts could not be read or kept.
public struct AccountStorageError: Error, Sendable {
    /// The kinds of failure.
    public enum Code: String, Sendable, CaseIterable {
        /// The folder or file cannot be written.
        case unwritable
        /// The folder or file cannot be read.
        case unreadable
        /// The file is there but is not an account.
        case damaged
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
