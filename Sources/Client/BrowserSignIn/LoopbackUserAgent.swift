// SPDX-License-Identifier: Apache-2.0
#if os(macOS) || os(Linux)
public import Foundation
public import OAuth
public import SignIn

/// Signs people in with their own browser, and receives the redirect on this machine.
///
/// It works with redirect URIs such as `http://localhost` or `http://127.0.0.1/signed-in`. One without a port, which is
/// how they should be registered, gets a free port for each visit.
///
/// The browser starts with an address of this machine that leads to the provider's page once: every user of the machine
/// can read the command line of a program.
///
/// It is for macOS and Linux only. iOS suspends an app behind the browser, so that the app could not receive the
/// redirect.
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

    /// Creates a user agent.
    ///
    /// - Parameters:
    ///   - browser: Shows the provider's pages; by default the program that `BROWSER` names, else the system's own.
    ///   - program: The name of the program that the person returns to, for the page at the end of the visit; by
    ///     default the name of this process.
    ///   - deadline: How long a person may take.
    ///   - announce: Gets the provider's address before the browser starts, to print it in case no browser opens. With
    ///     it, a machine without any browser is no error: the person may open the address elsewhere.
    public init(
        browser: Browser = .environment, returningTo program: String = ProcessInfo.processInfo.processName,
        deadline: Duration = .seconds(300), announce: (@Sendable (URL) -> Void)? = nil
    ) {
        self.browser = browser
        self.program = program
        self.deadline = deadline
        self.announce = announce
    }

    /// Listens on loopback for the redirect.
    ///
    /// - Parameter registered: `http` to `localhost`, `127.0.0.1` or `[::1]`; for `localhost` it listens at both
    ///   addresses, if the machine has both.
    /// - Returns: A visit that listens already. It accepts only a redirect with the `state` of the address that it
    ///   opens, if that has one. It stops after it was opened, or with the last reference to it.
    /// - Throws: ``LoopbackUserAgentError`` (`redirectNotLoopback`, `portInUse`, `cannotListen`).
    public func prepareVisit(for registered: RedirectURI) async throws -> any UserAgentVisit {
        guard registered.isLoopback else {
            throw LoopbackUserAgentError(
                .redirectNotLoopback,
                "the redirect URI '\(registered)' does not lead to this machine; register 'http://localhost'")
        }
        let listener = try await LoopbackListener.listening(
            for: registered, page: AnswerPage(program: program))
        return LoopbackVisit(listener: listener, browser: browser, deadline: deadline, announce: announce)
    }
}
#endif
