// SPDX-License-Identifier: Apache-2.0
public import Foundation
public import OAuth
public import SignIn

/// A user agent for redirect URIs at which no program can listen: the person opens an address, signs in, and pastes
/// back the address at which the browser ended.
///
/// For `urn:ietf:wg:oauth:2.0:oob`, custom schemes, the provider's own blank page, and for a loopback address of
/// another machine than the browser's. Closures show the address and read the text, so that a terminal, a window or a
/// test can provide them.
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
    ///   - attempts: How often the person may paste before the sign-in fails.
    ///   - show: Shows the address to open.
    ///   - read: Returns the text that the person pasted; its parameter is the refusal of the text before. `nil` means
    ///     that the person gave up.
    public init(
        attempts: Int = 5, showing show: @escaping @Sendable (URL) async throws -> Void,
        reading read: @escaping @Sendable (_ complaint: Refusal?) async throws -> String?
    ) {
        self.attempts = max(1, attempts)
        self.show = show
        self.read = read
    }

    /// The person pastes it.
    public var bringsRedirectBack: Bool { false }

    /// Returns a visit at once; nothing has to listen.
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
