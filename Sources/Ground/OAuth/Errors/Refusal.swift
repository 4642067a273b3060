// SPDX-License-Identifier: Apache-2.0
/// An error of *our* checks, with one code for each check.
///
/// The message names the cause and the remedy, and never holds a token, code, verifier or secret.
public struct Refusal: Error, Sendable {
    /// The check that refused.
    public let code: Code
    /// The cause and the remedy in one sentence.
    public let message: String
    /// The underlying error, if there is one.
    public let cause: (any Error)?

    /// Creates a refusal.
    public init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }
}

extension Refusal: CustomStringConvertible {
    /// The code and the message.
    public var description: String { "\(code): \(message)" }
}
