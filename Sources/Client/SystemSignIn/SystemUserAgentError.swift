// SPDX-License-Identifier: Apache-2.0
#if canImport(AuthenticationServices)
import AuthenticationServices
import Foundation
public import OAuth

/// The reason that the system's sheet brought no redirect back.
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

        /// The person closed the sheet; some versions of iOS report the same when the person leaves the app.
        public static let cancelled = Self(rawValue: "cancelled")
        /// The app has no associated domain `webcredentials:` for the https redirect.
        public static let associationMissing = Self(rawValue: "associationMissing")
        /// The system hands redirects of this kind to no app.
        public static let redirectNotReceivable = Self(rawValue: "redirectNotReceivable")
        /// No window of the app is in front.
        public static let windowMissing = Self(rawValue: "windowMissing")
        /// The system did not show the sheet.
        public static let notStarted = Self(rawValue: "notStarted")
        /// The person did not finish the sign-in in time.
        public static let timedOut = Self(rawValue: "timedOut")
        /// The system ended the sheet for a reason of its own.
        public static let failed = Self(rawValue: "failed")

        /// The name.
        public var description: String { rawValue }

        /// Lets `catch` name a code: `catch SystemUserAgentError.Code.cancelled { … }`.
        public static func ~= (code: Self, error: any Error) -> Bool {
            (error as? SystemUserAgentError)?.code == code
        }
    }

    /// The kind of failure.
    public let code: Code
    /// The problem and its remedy, in a sentence.
    public let message: String
    /// The system's error, for a debugger; it is not part of the description.
    public let cause: (any Error)?

    /// Creates an error.
    public init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }

    static let cancelled = SystemUserAgentError(.cancelled, "the sign-in was cancelled")

    static let timedOut = SystemUserAgentError(
        .timedOut, "the sign-in was not finished in time; start it again")

    /// Explains an error of the sheet.
    ///
    /// The code of a cancellation has two meanings: the person closed the sheet, or, with a reason beside it, the
    /// associated domain is missing.
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
                "the system does not hand \(host) to this app; add the associated domain webcredentials:\(host), and let "
                    + "the host's apple-app-site-association name the app", cause: error)
        case .presentationContextNotProvided, .presentationContextInvalid:
            self.init(
                .windowMissing, "no window of the app is in front to show the sign-in; try again when one is",
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
