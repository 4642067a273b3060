// SPDX-License-Identifier: Apache-2.0
public import OAuthMessages
public import PortableFoundation

/// A user agent that shows the provider's pages, and returns the redirect that ends them.
///
/// Examples are the system browser with a loopback listener, the sign-in session of Apple systems, and a script in a
/// test. Never use an embedded web view: RFC 8252 §8.12 forbids it.
///
/// ```swift
/// struct SystemUserAgent: UserAgent {
///     let session: any SystemSession
///
///     func prepareVisit(for registered: RedirectURI) async throws -> any UserAgentVisit {
///         SystemVisit(redirectURI: registered, session: session)
///     }
/// }
/// ```
public protocol UserAgent: Sendable {
    /// Whether the redirect returns without the user's help; `true` by default.
    ///
    /// If it is `false`, a sign-out opens no page.
    var bringsRedirectBack: Bool { get }

    /// Prepares to receive the redirect.
    ///
    /// - Parameter registered: The registered redirect URI; a loopback URI can get any port.
    /// - Returns: A visit that is already listening, with the redirect URI to send.
    /// - Throws: An error of the user agent if it cannot receive that redirect.
    func prepareVisit(for registered: RedirectURI) async throws -> any UserAgentVisit
}

extension UserAgent {
    /// `true`: the redirect returns without the user's help.
    public var bringsRedirectBack: Bool { true }
}

/// A user's visit to the provider.
///
/// ```swift
/// struct SystemVisit: UserAgentVisit {
///     let redirectURI: RedirectURI
///     let session: any SystemSession
///
///     func open(_ url: URL) async throws -> Redacted<URL> {
///         Redacted(try await session.address(after: url, scheme: redirectURI.scheme))
///     }
/// }
/// ```
public protocol UserAgentVisit: Sendable {
    /// The exact redirect URI to send, including the listener's port.
    var redirectURI: RedirectURI { get }

    /// Shows the page at `url`, and waits for the redirect. Afterwards, the visit is over, even after an error.
    ///
    /// - Returns: The URL that the browser was redirected to, not validated; it contains the code.
    /// - Throws: `CancellationError` when the task is canceled, or an error of the user agent. If the user gives up, it
    ///   is either of these; an error of the user agent then has ``NextAction/acceptCancellation``.
    func open(_ url: URL) async throws -> Redacted<URL>
}
