// SPDX-License-Identifier: Apache-2.0
public import OAuthMessages
public import PortableFoundation
public import SignIn

/// A user agent for redirect URIs where no program can listen: the user opens a URL, signs in, and pastes the browser's
/// final URL.
///
/// Use it for `urn:ietf:wg:oauth:2.0:oob`, custom schemes, the provider's own blank page, and a browser on another
/// machine. Closures show the URL and read the text, so a terminal, a window, or a test can provide them.
///
/// ```swift
/// let agent = PastingUserAgent(
///     showing: { await window.show("Open \($0), sign in, and paste the address that the browser ends at.") },
///     reading: { complaint in await window.askForAddress(complaint?.message) })
/// let account = try await flow.signIn(with: agent)
/// ```
public struct PastingUserAgent: UserAgent {
    private let attempts: Int
    private let show: @Sendable (URL) async throws -> Void
    private let read: @Sendable (Refusal?) async throws -> String?

    /// Creates a user agent.
    ///
    /// - Parameters:
    ///   - attempts: The number of times the user can paste before the sign-in fails.
    ///   - show: Shows the URL to open.
    ///   - read: Returns the text that the user pasted; its parameter is the refusal of the previous text. `nil` means
    ///     that the user gave up.
    public init(
        attempts: Int = 5, showing show: @escaping @Sendable (URL) async throws -> Void,
        reading read: @escaping @Sendable (_ complaint: Refusal?) async throws -> String?
    ) {
        self.attempts = max(1, attempts)
        self.show = show
        self.read = read
    }

    /// Always `false`: the user pastes the redirect.
    public var bringsRedirectBack: Bool { false }

    /// Returns a visit immediately, because nothing has to listen.
    ///
    /// - Throws: Nothing.
    public func prepareVisit(for registered: RedirectURI) async throws -> any UserAgentVisit {
        Visit(redirectURI: registered, agent: self)
    }

    private struct Visit: UserAgentVisit {
        let redirectURI: RedirectURI
        let agent: PastingUserAgent

        func open(_ url: URL) async throws -> Redacted<URL> {
            try await agent.show(url)
            var complaint: Refusal?
            for _ in 0..<agent.attempts {
                try Task.checkCancellation()
                guard let line = try await agent.read(complaint) else { throw CancellationError() }
                do {
                    return try PastedAnswer(line, for: redirectURI, answering: url).redirect
                } catch let refusal as Refusal {
                    complaint = refusal
                }
            }
            throw complaint ?? Refusal(.codeMissing, "nothing was pasted; start again")
        }
    }
}
