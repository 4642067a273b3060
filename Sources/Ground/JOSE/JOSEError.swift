// SPDX-License-Identifier: Apache-2.0

/// A key, a token or a piece of JSON that was refused.
///
/// Its texts are made from the code and, at most, the name of a member that a specification defines:
/// nothing of the token or the key that was refused is ever in them.
public struct JOSEError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The check that refused.
    public let code: Code

    /// The JSON member that was at fault, by its name in the specification; nil where no single one was.
    public let member: String?

    /// Cause and remedy in a sentence, for people.
    public var message: String { code.message(member.map { "\"\($0)\"" } ?? "a member") }

    /// The code and the message, fit for a log.
    public var description: String { "\(code.rawValue): \(message)" }

    /// Names the check that refused; `member` is a name from a specification, never one read from the input.
    package init(_ code: Code, member: String? = nil) {
        self.code = code
        self.member = member
    }
}
