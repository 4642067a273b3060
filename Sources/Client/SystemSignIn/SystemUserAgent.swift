// SPDX-License-Identifier: Apache-2.0
#if canImport(AuthenticationServices)
public import AuthenticationServices
public import OAuthMessages
public import SignIn

/// A user agent that shows the browser sheet of iOS and macOS.
///
/// It receives redirects with a custom scheme, which needs no entry in `Info.plist`, and with https, which needs the
/// associated domain `webcredentials:` with the host. macOS uses the default browser if it supports this.
///
/// The system shows one sheet at a time, so use one user agent per app: a new visit ends an earlier one, even if the
/// system lost track of it.
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
    /// let agent = SystemUserAgent(browserSession: .ephemeral)  // a shared device
    /// let account = try await flow.signIn(with: agent)
    /// await show("Hello, \(account.identity.name ?? "you")!")
    /// ```
    public enum BrowserSession: Sendable, Hashable {
        /// The browser's own cookies: a user who is already signed in there need not sign in again.
        case shared
        /// No cookies, before or after: the system shows no prompt first, and each sign-in requires the password.
        case ephemeral
    }

    private let browserSession: BrowserSession
    private let deadline: Duration
    private let sheets: SystemSheets

    /// Creates a user agent whose sheet appears over the app's key window.
    ///
    /// The user has a deadline, because the system does not always report that a sheet has ended.
    @available(iOSApplicationExtension, unavailable, message: "pass the extension's window as 'anchor'")
    public init(browserSession: BrowserSession = .shared, deadline: Duration = .seconds(900)) {
        self.init(browserSession: browserSession, deadline: deadline, anchor: SystemWindow.key)
    }

    /// Creates a user agent whose sheet appears over a window that you choose, as an app extension must.
    ///
    /// `anchor` returns the window, if one is in front.
    public init(
        browserSession: BrowserSession = .shared, deadline: Duration = .seconds(900),
        anchor: @escaping @MainActor @Sendable () -> ASPresentationAnchor?
    ) {
        self.init(SystemSheets(over: anchor), browserSession, deadline)
    }

    init(_ sheets: SystemSheets, _ browserSession: BrowserSession, _ deadline: Duration) {
        self.sheets = sheets
        self.browserSession = browserSession
        self.deadline = deadline
    }

    /// Prepares a visit for a redirect URI with a custom scheme or https.
    ///
    /// - Throws: ``SystemUserAgentError`` (`redirectNotReceivable`) for plain http, which the system does not deliver.
    public func prepareVisit(for registered: RedirectURI) async throws -> any UserAgentVisit {
        guard let callback = SystemCallback(registered) else {
            throw SystemUserAgentError(
                .redirectNotReceivable,
                "the system does not pass '\(registered)' to this app; register a URI with the app's own scheme, or "
                    + "with https")
        }
        return SystemVisit(
            redirectURI: registered, callback: callback, isEphemeral: browserSession == .ephemeral,
            deadline: deadline, sheets: sheets)
    }
}

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
