// SPDX-License-Identifier: Apache-2.0
public import HTTPTransport
public import OAuthMessages
import PortableFoundation
public import SignIn

/// An automated user agent that follows redirects, keeps cookies, fills in the provider's forms, and agrees to every
/// consent page and to terms of use.
///
/// If the tenant requires a second factor, the agent enters the code that the tenant sent.
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

    /// Creates a user agent that signs in one person.
    public init(over transport: any Transport, username: String, password: String) {
        (self.transport, self.username, self.password) = (transport, username, password)
    }

    /// Prepares a visit without a listener, because the redirect is read but not followed.
    ///
    /// A loopback URI without a port gets a fixed port.
    public func prepareVisit(for registered: RedirectURI) async throws -> any UserAgentVisit {
        let needsPort = registered.isLoopback && registered.port == nil
        return ScriptedVisit(redirectURI: needsPort ? registered.withPort(49_152) : registered, agent: self)
    }

    private struct ScriptedVisit: UserAgentVisit {
        let redirectURI: RedirectURI
        let agent: ScriptedUserAgent

        func open(_ url: URL) async throws -> Redacted<URL> {
            switch try await agent.walk(from: url, receiving: redirectURI) {
            case .elsewhere(let address): return Redacted(address)
            case .page(let page): throw page.error
            }
        }
    }

    package func approve(_ authorization: DeviceAuthorization) async throws {
        switch try await walk(from: authorization.verificationURI, typing: authorization.userCode) {
        case .page(let page) where !page.isRefusal: return
        case .page(let page): throw page.error
        case .elsewhere: throw ScriptedUserAgentError(message: "the device pages redirect to an app")
        }
    }

    private func walk(
        from url: URL, receiving redirectURI: RedirectURI? = nil, typing userCode: String? = nil
    ) async throws -> ScriptedBrowser.Place {
        var browser = ScriptedBrowser(transport: transport)
        var answers = ScriptedPage.Answers(username: username, password: password, userCode: userCode)
        var place = try await browser.get(url)
        // A sign-in has only a few pages: more mean a loop.
        for _ in 0..<14 {
            switch place {
            case .elsewhere(let address) where redirectURI?.receives(address) == true: return place
            case .elsewhere(let address): place = try await browser.get(address)
            case .page(let page) where userCode != nil && !page.hasForm: return place
            case .page(let page):
                if page.asksForCode { answers.code = try await newestCode(at: page.address) }
                place = try await browser.post(try page.form(filledWith: answers))
            }
        }
        throw ScriptedUserAgentError(message: "the provider's pages form a loop")
    }

    private func newestCode(at page: URL) async throws -> String? {
        guard let tenant = URL(string: "/", relativeTo: page)?.absoluteURL else { return nil }
        return try await TenantAdministration(over: transport, at: tenant).newestCode()
    }
}

/// A failure of the script, for which the page usually shows the reason.
///
/// ```swift
/// let agent = tenant.userAgent(signingIn: tenant.person.username, password: "not the password")
/// await #expect(throws: ScriptedUserAgentError.self) {
///     try await tenant.signInFlow().signIn(with: agent)
/// }
/// ```
public struct ScriptedUserAgentError: ActionableError, CustomStringConvertible {
    /// The reason, with the text of the page.
    public let message: String

    /// The message.
    public var description: String { message }

    /// No action is known to help: read the message.
    public var nextAction: NextAction { .none }
}
