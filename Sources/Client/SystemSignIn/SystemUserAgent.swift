// SPDX-License-Identifier: Apache-2.0
#if canImport(AuthenticationServices)
public import AuthenticationServices
public import OAuth
public import SignIn

/// Signs people in with the browser sheet of iOS and macOS.
///
/// It receives redirects by a scheme of the app's own, which needs no entry in the Info.plist, and by https, which
/// needs the associated domain `webcredentials:` with the host. macOS shows the person's default browser if that
/// supports it.
///
/// The system shows one sheet at a time, so an app has one user agent: a new visit ends an earlier one, also where the
/// system forgot it.
///
/// ```swift
/// let agent = SystemUserAgent()
/// let account = try await flow.signIn(with: agent)
/// await show("Hello, \(account.identity.name ?? "you")!")
/// ```
///
/// RFC 8252 §7.1, §7.2
public struct SystemUserAgent: UserAgent {
    /// The cookies that the sheet uses.
    ///
    /// ```swift
    /// let agent = SystemUserAgent(browserSession: .ephemeral)  // a device that several people use
    /// let account = try await flow.signIn(with: agent)
    /// await show("Hello, \(account.identity.name ?? "you")!")
    /// ```
    public enum BrowserSession: Sendable, Hashable {
        /// Those of the person's browser: a person who is signed in there need not sign in again.
        case shared
        /// None, and none are kept: the system asks no question first, and each sign-in asks for the password.
        case ephemeral
    }

    private let browserSession: BrowserSession
    private let deadline: Duration
    private let sheets: SystemSheets

    /// Creates a user agent.
    ///
    /// - Parameters:
    ///   - browserSession: The cookies that the sheet uses.
    ///   - deadline: How long a person may take; the system does not always tell that a sheet has ended.
    ///   - anchor: The window over which the sheet appears; `nil` takes the app's key window.
    public init(
        browserSession: BrowserSession = .shared, deadline: Duration = .seconds(900),
        anchor: (@MainActor @Sendable () -> ASPresentationAnchor?)? = nil
    ) {
        self.init(SystemSheets(over: anchor ?? SystemWindow.key), browserSession, deadline)
    }

    /// Creates a user agent over a way to show sheets.
    init(_ sheets: SystemSheets, _ browserSession: BrowserSession, _ deadline: Duration) {
        self.sheets = sheets
        self.browserSession = browserSession
        self.deadline = deadline
    }

    /// Takes a redirect URI of the app's own scheme, or of https.
    ///
    /// - Throws: ``SystemUserAgentError`` (`redirectNotReceivable`) for plain http, which no system hands over.
    public func prepareVisit(for registered: RedirectURI) async throws -> any UserAgentVisit {
        guard let callback = SystemCallback(registered) else {
            throw SystemUserAgentError(
                .redirectNotReceivable,
                "the system does not hand '\(registered)' to this app; register an address of a scheme of its own, or "
                    + "of https")
        }
        return SystemVisit(
            redirectURI: registered, callback: callback, isEphemeral: browserSession == .ephemeral,
            deadline: deadline, sheets: sheets)
    }
}

/// The redirects that the system hands to the app.
enum SystemCallback: Sendable, Hashable {
    case scheme(String)
    case https(host: String, path: String)

    init?(_ redirect: RedirectURI) {
        switch redirect.scheme {
        case "http": return nil
        case "https":
            // The system matches host and path only.
            guard redirect.port == nil || redirect.port == 443 else { return nil }
            self = .https(host: redirect.host, path: redirect.path)
        default: self = .scheme(redirect.scheme)
        }
    }

    var system: ASWebAuthenticationSession.Callback {
        switch self {
        case .scheme(let scheme): .customScheme(scheme)
        case .https(let host, let path): .https(host: host, path: path)
        }
    }
}
#endif
