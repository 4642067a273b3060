// SPDX-License-Identifier: Apache-2.0

/// A refused key, token or piece of JSON.
///
/// Its texts hold only the code and the name of a member from a specification: never a part of the refused token or
/// key.
package struct JOSEError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The check that refused.
    package let code: Code

    /// The faulty JSON member, by its name in the specification; nil if the fault is in no single member.
    package let member: String?

    /// The cause and the remedy in one sentence, for people.
    package var message: String { code.message(member.map { "\"\($0)\"" } ?? "a member") }

    /// The code and the message, for a log.
    package var description: String { "\(code.rawValue): \(message)" }

    /// Names the check that refused; `member` is a name from a specification, never one read from the input.
    package init(_ code: Code, member: String? = nil) {
        self.code = code
        self.member = member
    }
}
