// SPDX-License-Identifier: Apache-2.0
public import HTTPMessages
public import HTTPServing
public import OAuthMessages
import PortableFoundation
public import SignIn
import SystemCryptography

/// A notice to show to a user in place of a page: a failed sign-in, a confirmation, or a list of sessions.
///
/// An app with its own design builds the response itself, and translates the text by ``kind``:
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
    /// The kind of notice; the set is open.
    public struct Kind: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// The name, for a log or a translation table.
        public let rawValue: String

        /// Creates a kind.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The name.
        public var description: String { rawValue }

        /// A script or another site started the sign-in: the user confirms it with a button.
        public static let confirmSignIn = Self(rawValue: "confirmSignIn")
        /// The user sends a form again, after a sign-in or from an outdated page.
        public static let sendAgain = Self(rawValue: "sendAgain")
        /// The user confirms signing out with a button.
        public static let confirmSignOut = Self(rawValue: "confirmSignOut")
        /// The user has signed out of the app; the provider's session may remain.
        public static let signedOut = Self(rawValue: "signedOut")
        /// The user has signed out of the app and at the provider.
        public static let signedOutAtProvider = Self(rawValue: "signedOutAtProvider")
        /// The user canceled at the provider.
        public static let cancelled = Self(rawValue: "cancelled")
        /// The provider refused, or its response failed a check.
        public static let failed = Self(rawValue: "failed")
        /// The provider is unreachable.
        public static let providerUnavailable = Self(rawValue: "providerUnavailable")
        /// A response arrived in a browser without a session: another browser, or one with cookies disabled.
        public static let sessionMissing = Self(rawValue: "sessionMissing")
        /// A response arrived that matches no pending sign-in of this browser: late, repeated, or forged.
        public static let answerUnexpected = Self(rawValue: "answerUnexpected")
        /// The provider posted its response, which browsers send without the cookie.
        public static let answerPosted = Self(rawValue: "answerPosted")
        /// The return URL is not part of this app.
        public static let addressElsewhere = Self(rawValue: "addressElsewhere")
        /// Another site sent a form.
        public static let formFromElsewhere = Self(rawValue: "formFromElsewhere")
        /// The session storage is unavailable.
        public static let storageUnavailable = Self(rawValue: "storageUnavailable")
        /// The session storage is unavailable, and the user's form does not fit in the page: it is larger than 16 KiB,
        /// for example, or has a file.
        public static let formNotKept = Self(rawValue: "formNotKept")
        /// The user's sessions.
        public static let sessions = Self(rawValue: "sessions")
    }

    /// A button, with the hidden fields that it sends.
    public struct Form: Sendable {
        /// The button's label.
        public let label: String
        /// The path in this app that receives the form.
        public let target: String
        /// Whether the form changes something, and is therefore sent with POST.
        public let isPost: Bool
        /// The hidden fields.
        public let fields: [(name: String, value: String)]
        /// A line of text before the button; empty for none.
        public let note: String
        /// The step that the button performs, for an app with its own labels.
        public let step: Step
    }

    /// The step that a notice's button performs; more can be added.
    public enum Step: Sendable, Hashable {
        /// Starts the sign-in, or repeats it.
        case signIn
        /// Opens the home page.
        case home
        /// Returns to the page before the sign-in.
        case back
        /// Sends the user's form again.
        case sendAgain
        /// Requests the page again.
        case retry
        /// Signs out all accounts of the app.
        case signOut
        /// Signs out one account, in the app and at the provider.
        case signOutAtProvider(Account)
        /// Ends one of the user's sessions; the flag says whether it belongs to this browser.
        case endSession(StoredSession, isThisBrowser: Bool)
        /// Ends the user's sessions in other browsers.
        case endOtherSessions
    }

    /// The kind.
    public let kind: Kind
    /// The status of the response.
    public let status: HTTPResponse.Status
    /// The heading, in English.
    public let title: String
    /// One or two English sentences with the cause and the solution.
    public let text: String
    /// The next steps.
    public let forms: [Form]
    /// Origins, besides this app, that the forms may lead to, for `form-action`.
    public let formTargets: [String]
    /// The error of a failed sign-in; `nil` for other notices.
    public let error: (any ActionableError)?
    /// The session's latest account, for the page header: on `sessions`, `confirmSignOut`, and `sendAgain`.
    public private(set) var account: Account?

    func naming(_ session: WebSession) async throws -> WebSignInNotice {
        var notice = self
        notice.account = try await session.accounts().first
        return notice
    }
}

extension WebSignInNotice {
    /// The notice as a plain English page, for an app without its own design.
    public var plainPage: Response {
        var response = Response(
            status: status, headers: [.contentType: "text/html; charset=utf-8", .cacheControl: "no-store"],
            body: ResponseBody(html))
        response.headers.set("Content-Security-Policy", to: contentSecurityPolicy(style: Self.styleSource))
        return response
    }

    var html: String {
        let forms = forms.map(Self.html).joined(separator: "\n")
        return """
            <!doctype html>
            <html lang="en"><head><meta charset="utf-8"><title>\(title.escapedForHTML)</title>
            <meta name="viewport" content="width=device-width, initial-scale=1"><style>\(Self.style)</style></head>
            <body><main><h1>\(title.escapedForHTML)</h1><p>\(text.escapedForHTML)</p>
            \(forms)
            </main></body></html>

            """
    }

    /// Returns the `Content-Security-Policy` for a page that shows the notice, with the targets of its forms.
    ///
    /// - Parameter style: A source for the page's style, such as `'self'`.
    /// - Returns: A policy that also allows images of the app.
    public func contentSecurityPolicy(style: String = "'self'") -> String {
        let targets = (["'self'"] + formTargets).joined(separator: " ")
        return "default-src 'none'; style-src \(style); img-src 'self'; frame-ancestors 'none'; base-uri 'none'; "
            + "form-action \(targets)"
    }

    private static func html(_ form: Form) -> String {
        let fields = form.fields.map {
            #"<input type="hidden" name="\#($0.name.escapedForHTML)" value="\#($0.value.escapedForHTML)">"#
        }.joined()
        // A link, because `form-action` would also apply to the redirect that follows a form.
        guard form.isPost else {
            return #"<p><a href="\#(form.address.escapedForHTML)">\#(form.label.escapedForHTML)</a></p>"#
        }
        let note = form.note.isEmpty ? "" : "<p>\(form.note.escapedForHTML)</p>"
        return """
            \(note)<form method="post" action="\(form.target.escapedForHTML)">\(fields)\
            <button>\(form.label.escapedForHTML)</button></form>
            """
    }

    private static let style = """
        :root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;margin:0}\
        main{max-width:34rem;margin:12vh auto 2rem;padding:0 1.25rem}h1{font-size:1.5rem;line-height:1.25}\
        button{font:inherit;padding:.55rem 1.1rem;border-radius:.5rem;border:1px solid #1c5fb8;background:#1c5fb8;\
        color:#fff;cursor:pointer}form{margin:1rem 0}
        """

    private static let styleSource =
        "'sha256-\(Data(SHA256.hash(data: Data(style.utf8))).base64EncodedString())'"
}
