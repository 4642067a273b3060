// SPDX-License-Identifier: Apache-2.0
/// What *we* refused, with one code for each check.
///
/// The message names cause and remedy and never holds a token, code, verifier or secret.
public struct Refusal: Error, Sendable {
    /// Which check refused.
    public let code: Code
    /// Cause and remedy, in a sentence.
    public let message: String
    /// What led to it, where there is more to know.
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
