// SPDX-License-Identifier: Apache-2.0
public import OAuthMessages
import PortableFoundation

/// A failure to receive the redirect from the system browser.
///
/// ```swift
/// do {
///     account = try await flow.signIn(with: LoopbackUserAgent())
/// } catch LoopbackUserAgentError.Code.browserMissing {
///     account = try await flow.signInWithDeviceCode { authorization in
///         await show("Open \(authorization.verificationURI) and type \(authorization.userCode)")
///     }
/// }
/// ```
public struct LoopbackUserAgentError: Error, Sendable {
    /// The kind of failure; the set is open.
    public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// The name, for a log or a metric label.
        public let rawValue: String

        /// Creates a code.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The registered redirect URI does not point to this machine.
        public static let redirectNotLoopback = Self(rawValue: "redirectNotLoopback")
        /// Another program listens on the port of the registered redirect URI.
        public static let portInUse = Self(rawValue: "portInUse")
        /// The system does not allow this program to listen on loopback.
        public static let cannotListen = Self(rawValue: "cannotListen")
        /// No browser could be started, or every command failed.
        public static let browserMissing = Self(rawValue: "browserMissing")
        /// The URL to show is not an absolute `http` or `https` URL.
        public static let unusableAddress = Self(rawValue: "unusableAddress")
        /// The browser's start page was opened a second time.
        public static let openedTwice = Self(rawValue: "openedTwice")
        /// The user did not complete the sign-in in time.
        public static let timedOut = Self(rawValue: "timedOut")
        /// The visit was already used; each visit is for one sign-in.
        public static let visitIsOver = Self(rawValue: "visitIsOver")

        /// The name.
        public var description: String { rawValue }

        /// Lets `catch` match a code: `catch LoopbackUserAgentError.Code.redirectNotLoopback { … }`.
        public static func ~= (code: Self, error: any Error) -> Bool {
            (error as? LoopbackUserAgentError)?.code == code
        }
    }

    /// The kind of failure.
    public let code: Code
    /// A sentence with the problem and its solution.
    public let message: String
    /// The underlying error, for debugging; it is not part of the description.
    public let cause: (any Error)?

    package init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }
}

extension LoopbackUserAgentError {
    static let openedTwice = LoopbackUserAgentError(
        .openedTwice,
        "the sign-in page was opened twice, perhaps first by another user; start again")
}

extension LoopbackUserAgentError: ActionableError {
    /// The action that can help; the message has the details.
    public var nextAction: NextAction {
        switch code {
        case .redirectNotLoopback, .portInUse, .unusableAddress: .correctRegistration
        case .openedTwice, .timedOut, .visitIsOver: .signInAgain
        default: .none
        }
    }
}

extension LoopbackUserAgentError: CustomStringConvertible {
    /// The kind and the message.
    public var description: String { "\(code.rawValue): \(message)" }
}
