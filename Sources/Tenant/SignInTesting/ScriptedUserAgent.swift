// SPDX-License-Identifier: Apache-2.0
import Foundation
public import HTTPTransport
public import OAuth
public import SignIn

/// A user agent without a person: it follows redirects, keeps cookies, fills in the forms of the provider's pages, and
/// agrees to every consent page.
///
/// ```swift
/// let agent = tenant.userAgent(signingIn: tenant.person)
/// let account = try await tenant.signInFlow().signIn(with: agent)
/// #expect(account.identity.username == tenant.person.username)
/// ```
public struct ScriptedUserAgent: UserAgent {
    private let transport: any Transport
    private let username: String
    private let password: String

    /// Creates a user agent that signs one person in.
    public init(over transport: any Transport, username: String, password: String) {
        (self.transport, self.username, self.password) = (transport, username, password)
    }

    /// Prepares a visit; no listener is needed, because the redirect is read and not followed.
    ///
    /// - Parameter registered: The redirect URI; one on loopback without a port gets a fixed port, in place of a
    ///   listener's.
    /// - Returns: The visit.
    /// - Throws: Nothing.
    public func prepareVisit(for registered: RedirectURI) async throws -> any UserAgentVisit {
        let needsPort = registered.isLoopback && registered.port == nil
        return ScriptedVisit(redirectURI: needsPort ? registered.withPort(49_152) : registered, agent: self)
    }

    /// One visit to the pages.
    private struct ScriptedVisit: UserAgentVisit {
        let redirectURI: RedirectURI
        let agent: ScriptedUserAgent

        func open(_ url: URL) async throws -> Redacted<URL> {
            var browser = ScriptedBrowser(transport: agent.transport)
            var place = try await browser.get(url)
            // A sign-in has only a few pages; more mean a loop.
            for _ in 0..<10 {
                switch place {
                case .elsewhere(let address) where redirectURI.receives(address): return Redacted(address)
                case .elsewhere(let address): place = try await browser.get(address)
                case .page(let page):
                    let form = try page.form(filledWith: agent.username, agent.password)
                    place = try await browser.post(form)
                }
            }
            throw ScriptedUserAgentError(message: "the provider's pages lead in a circle")
        }
    }
}
