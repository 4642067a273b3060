// SPDX-License-Identifier: Apache-2.0

#if os(macOS) || os(Linux)
public import PortableFoundation
public import OAuthMessages
public import SignIn

/// A user agent that opens the user's own browser, and receives the redirect on this machine.
///
/// It supports redirect URIs such as `http://localhost` or `http://127.0.0.1/signed-in`. Register the URI without a
/// port: each visit then picks a free one.
///
/// The browser starts with a local URL that redirects to the provider's page once, because every user of the machine
/// can read a program's command line.
///
/// macOS and Linux only. iOS suspends an app behind the browser, so the app could not receive the redirect.
///
/// ```swift
/// let agent = LoopbackUserAgent(returningTo: "Tasks", deadline: .seconds(600))
/// let account = try await flow.signIn(with: agent)
/// await show("Hello, \(account.identity.name ?? "you")!")
/// ```
///
/// RFC 8252 §7.3, §8.3
public struct LoopbackUserAgent: UserAgent {
    private let browser: Browser
    private let program: String
    private let deadline: Duration
    private let announce: (@Sendable (URL) -> Void)?
    private let warn: (@Sendable (LoopbackWarning) -> Void)?

    /// Creates a user agent.
    ///
    /// - Parameters:
    ///   - browser: Shows the provider's pages; by default the program in `BROWSER`, or the system browser.
    ///   - program: The name of the program that the user returns to, for the visit's last page; by default the name of
    ///     this process.
    ///   - deadline: The time limit for the user.
    ///   - announce: Receives the provider's URL before the browser starts, to print it in case no browser opens. With
    ///     this closure, a missing browser is not an error: the user can open the URL elsewhere.
    ///   - warn: Receives each warning once while the visit waits, to print it.
    public init(
        browser: Browser = .environment, returningTo program: String = ProcessInfo.processInfo.processName,
        deadline: Duration = .seconds(300), announce: (@Sendable (URL) -> Void)? = nil,
        warn: (@Sendable (LoopbackWarning) -> Void)? = nil
    ) {
        self.browser = browser
        self.program = program
        self.deadline = deadline
        self.announce = announce
        self.warn = warn
    }

    /// Listens for the redirect to a URI with `http` and `localhost`, `127.0.0.1`, or `[::1]`.
    ///
    /// `localhost` listens on both addresses, if the machine has both. The visit accepts only a redirect with the
    /// `state` of the URL that it opens, if that has one. It stops after its one sign-in, or with the last reference to
    /// it.
    ///
    /// - Throws: ``LoopbackUserAgentError`` (`redirectNotLoopback`, `portInUse`, `cannotListen`).
    public func prepareVisit(for registered: RedirectURI) async throws -> any UserAgentVisit {
        guard registered.isLoopback else {
            throw LoopbackUserAgentError(
                .redirectNotLoopback,
                "the redirect URI '\(registered)' is not on this machine; register 'http://localhost'")
        }
        let listener = try await LoopbackListener.listening(
            for: registered, page: AnswerPage(program: program))
        return LoopbackVisit(listener: listener, browser: browser, deadline: deadline, announce: announce, warn: warn)
    }
}
#endif

/// A condition to report to the user while a visit waits for the browser.
///
/// ```swift
/// let agent = LoopbackUserAgent(
///     announce: { address in print(address) },
///     warn: { warning in
///         print(warning == .browserMissing ? "Open the address yourself." : "The page ended without an answer.")
///     })
/// ```
public enum LoopbackWarning: Sendable, Hashable {
    /// No browser could be started: the user opens the announced URL elsewhere.
    case browserMissing
    /// A page of the provider returned without a response to this sign-in, such as an error without `state`, or none
    /// at all: the user starts again, or cancels.
    case answerMissing
}
