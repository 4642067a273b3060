// SPDX-License-Identifier: Apache-2.0
public import HTTPMessages
public import OAuth
public import SignIn

/// Something to tell a person in place of a page: a sign-in that failed, a question before a step, a list of sessions.
///
/// An app that has a design of its own makes the response itself, and finds the text in its language by ``kind``:
///
/// ```swift
/// let web = try WebSignIn(
///     at: address, registrations: [work], keepingIn: storage, over: transport
/// ) { notice, request in
///     layout.response(
///         title: notice.title, text: notice.text, forms: notice.forms, status: notice.status)
/// }
/// ```
public struct WebSignInNotice: Sendable {
    /// The kinds of notices; the set is open.
    public struct Kind: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// The name, for a log or a table of translations.
        public let rawValue: String

        /// Creates a kind.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The name.
        public var description: String { rawValue }

        /// A script or another site led here: the person starts the sign-in with a button.
        public static let confirmSignIn = Self(rawValue: "confirmSignIn")
        /// The person sends a form again, after a sign-in or from a page that was too old.
        public static let sendAgain = Self(rawValue: "sendAgain")
        /// The person signs out with a button.
        public static let confirmSignOut = Self(rawValue: "confirmSignOut")
        /// The person has signed out here; the provider may still know the browser.
        public static let signedOut = Self(rawValue: "signedOut")
        /// The person has signed out here and at the provider.
        public static let signedOutAtProvider = Self(rawValue: "signedOutAtProvider")
        /// The person cancelled at the provider.
        public static let cancelled = Self(rawValue: "cancelled")
        /// The provider refused, or its answer was refused.
        public static let failed = Self(rawValue: "failed")
        /// The provider cannot be reached.
        public static let providerUnavailable = Self(rawValue: "providerUnavailable")
        /// A response came to a browser without a session: another browser, or cookies are off.
        public static let sessionMissing = Self(rawValue: "sessionMissing")
        /// A response came that answers no sign-in of this browser: late, a second time, or forged.
        public static let answerUnexpected = Self(rawValue: "answerUnexpected")
        /// The provider posted its response, and no cookie comes with that.
        public static let answerPosted = Self(rawValue: "answerPosted")
        /// The address to come back to is not of this app.
        public static let addressElsewhere = Self(rawValue: "addressElsewhere")
        /// Another site sent a form.
        public static let formFromElsewhere = Self(rawValue: "formFromElsewhere")
        /// The storage of sessions does not answer.
        public static let storageUnavailable = Self(rawValue: "storageUnavailable")
        /// The storage of sessions does not answer, and the page lacks the form that the person sent, such as one
        /// beyond 16 KiB or with a file.
        public static let formNotKept = Self(rawValue: "formNotKept")
        /// The person's sessions.
        public static let sessions = Self(rawValue: "sessions")
    }

    /// A button, with the hidden fields that it sends.
    public struct Form: Sendable {
        /// The text of the button.
        public let label: String
        /// The path of this app that receives the form.
        public let target: String
        /// Whether the form changes something, and is sent with POST.
        public let isPost: Bool
        /// The hidden fields.
        public let fields: [(name: String, value: String)]
        /// A line before the button; empty for none.
        public let note: String
        /// The step that the button takes, for an app that writes its own labels.
        public let step: Step
    }

    /// The step that a button of a notice takes; more may come.
    public enum Step: Sendable, Hashable {
        /// Begins the sign-in, or repeats it.
        case signIn
        /// Leads to the first page.
        case home
        /// Leads back to the page before the sign-in.
        case back
        /// Sends the person's form again.
        case sendAgain
        /// Requests the page again.
        case retry
        /// Signs all accounts out here.
        case signOut
        /// Signs one account out, here and at the provider.
        case signOutAtProvider(Account)
        /// Ends one session of the person; the flag says whether it is the one of this browser.
        case endSession(StoredSession, isThisBrowser: Bool)
        /// Ends the person's sessions in other browsers.
        case endOtherSessions
    }

    /// The kind.
    public let kind: Kind
    /// The status of the response.
    public let status: HTTPResponse.Status
    /// The heading, in English.
    public let title: String
    /// One or two sentences, in English: the cause and the remedy.
    public let text: String
    /// The next steps.
    public let forms: [Form]
    /// Origins to which the forms may lead besides this app, for `form-action`.
    public let formTargets: [String]
    /// The error of a sign-in that failed; `nil` for other notices.
    public let error: (any ActionableError)?
    /// The latest account of the session, for the head of the page: on `sessions`, `confirmSignOut` and `sendAgain`.
    public private(set) var account: Account?

    /// The notice with the latest account of a session.
    func naming(_ session: WebSession) async throws -> WebSignInNotice {
        var notice = self
        notice.account = try await session.accounts().first
        return notice
    }
}
