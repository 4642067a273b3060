// SPDX-License-Identifier: Apache-2.0
#if canImport(AuthenticationServices)
import AuthenticationServices
import Foundation
public import OAuthMessages

/// A failure to receive the redirect from the system's sheet.
///
/// ```swift
/// do {
///     account = try await flow.signIn(with: SystemUserAgent())
/// } catch SystemUserAgentError.Code.cancelled {
///     return nil
/// }
/// ```
public struct SystemUserAgentError: Error, Sendable {
    /// The kind of failure; the set is open.
    public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// The name, for a log or a metric label.
        public let rawValue: String

        /// Creates a code.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The user closed the sheet.
        ///
        /// Some versions of iOS report the same when the user leaves the app.
        public static let cancelled = Self(rawValue: "cancelled")
        /// The app lacks the associated domain `webcredentials:` for the https redirect.
        public static let associationMissing = Self(rawValue: "associationMissing")
        /// The system does not deliver redirects of this kind to apps.
        public static let redirectNotReceivable = Self(rawValue: "redirectNotReceivable")
        /// No window of the app is in front.
        public static let windowMissing = Self(rawValue: "windowMissing")
        /// The system did not show the sheet.
        public static let notStarted = Self(rawValue: "notStarted")
        /// The user did not finish the sign-in in time.
        public static let timedOut = Self(rawValue: "timedOut")
        /// The system ended the sheet for another reason.
        public static let failed = Self(rawValue: "failed")

        /// The name.
        public var description: String { rawValue }

        /// Lets `catch` match a code: `catch SystemUserAgentError.Code.cancelled { … }`.
        public static func ~= (code: Self, error: any Error) -> Bool {
            (error as? SystemUserAgentError)?.code == code
        }
    }

    /// The kind of failure.
    public let code: Code
    /// A sentence with the problem and its solution.
    public let message: String
    /// The system's error, for debugging; it is not part of the description.
    public let cause: (any Error)?

    /// Creates an error.
    public init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }

    static let cancelled = SystemUserAgentError(.cancelled, "the sign-in was canceled")

    static let timedOut = SystemUserAgentError(
        .timedOut, "the sign-in was not finished in time; start it again")

    /// The code of a cancellation has two meanings: the user closed the sheet or, with a reason, the associated domain
    /// is missing.
    init(_ error: (any Error)?, awaiting callback: SystemCallback) {
        let system = error as NSError?
        let reason = system?.localizedFailureReason ?? system?.userInfo["NSDebugDescription"] as? String
        switch (error as? ASWebAuthenticationSessionError)?.code {
        case .canceledLogin:
            guard case .https(let host, _) = callback, reason != nil else {
                self.init(.cancelled, Self.cancelled.message, cause: error)
                return
            }
            self.init(
                .associationMissing,
                "the system does not pass \(host) to this app; add the associated domain webcredentials:\(host), and let "
                    + "the host's apple-app-site-association name the app", cause: error)
        case .presentationContextNotProvided, .presentationContextInvalid:
            self.init(
                .windowMissing, "the app has no foreground window to show the sign-in; try again when it has one",
                cause: error)
        default:
            self.init(.failed, "the system ended the sign-in\(reason.map { ": \($0)" } ?? ""); try again", cause: error)
        }
    }
}

extension SystemUserAgentError: ActionableError {
    /// The action that can help.
    public var nextAction: NextAction {
        switch code {
        case .cancelled: .acceptCancellation
        case .associationMissing, .redirectNotReceivable: .correctRegistration
        default: .retry(after: nil)
        }
    }
}

extension SystemUserAgentError: CustomStringConvertible {
    /// The kind and the message.
    public var description: String { "\(code.rawValue): \(message)" }
}
#endif
