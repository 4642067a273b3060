// SPDX-License-Identifier: Apache-2.0
/// The reason that the system browser brought no redirect back.
public struct LoopbackUserAgentError: Error, Sendable {
    /// The kinds of failure.
    public enum Code: String, Sendable, CaseIterable {
        /// The registered redirect URI does not lead to this machine.
        case redirectNotLoopback
        /// Another program listens at the port of the registered redirect URI.
        case portInUse
        /// The system does not let this program listen on loopback.
        case cannotListen
        /// No browser could be started.
        case browserMissing
        /// The address to show is not an absolute `http` or `https` address.
        case unusableAddress
        /// The start page of the browser was opened a second time.
        case openedTwice
        /// The person did not finish the sign-in in time.
        case timedOut
        /// The visit was opened before; every visit is for one sign-in.
        case visitIsOver
    }

    /// The kind of failure.
    public let code: Code
    /// The problem and its remedy, in a sentence.
    public let message: String
    /// The underlying error, for a debugger; it is not part of the description.
    public let cause: (any Error)?

    /// Creates an error.
    public init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }
}

extension LoopbackUserAgentError {
    static let openedTwice = LoopbackUserAgentError(
        .openedTwice,
        "the page of this sign-in was opened twice, and the first to do so may have been somebody else; start again")
}

extension LoopbackUserAgentError: CustomStringConvertible {
    /// The kind and the message.
    public var description: String { "\(code.rawValue): \(message)" }
}
