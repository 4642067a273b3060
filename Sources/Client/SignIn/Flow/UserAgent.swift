// SPDX-License-Identifier: Apache-2.0
public import Foundation
public import OAuth

/// Shows the provider's pages to a person, and returns the redirect that ends them.
///
/// The system browser with a loopback listener is one, the sign-in session of Apple's systems can be another, a script
/// in a test a third. An embedded web view is never one: RFC 8252 §8.12 forbids it.
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
    /// Whether the redirect comes back without the help of the person; true unless the agent says otherwise.
    ///
    /// A sign-out opens no page where the person would have to help.
    var bringsRedirectBack: Bool { get }

    /// Prepares to receive the redirect.
    ///
    /// - Parameter registered: The redirect URI as it is registered; a loopback one may get any port.
    /// - Returns: A visit that listens already, with the redirect URI to send.
    /// - Throws: An error of the user agent if it cannot receive that redirect.
    func prepareVisit(for registered: RedirectURI) async throws -> any UserAgentVisit
}

extension UserAgent {
    /// The redirect comes back without the help of the person.
    public var bringsRedirectBack: Bool { true }
}

/// One visit of a person to the provider.
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
    /// The exact redirect URI to send, with the port of the listener.
    var redirectURI: RedirectURI { get }

    /// Shows the page at `url` and waits for the redirect. The visit is over afterwards, even after an error.
    ///
    /// - Returns: The address that the browser was sent to, unjudged; it holds the code.
    /// - Throws: `CancellationError` when the task is cancelled; an error of the user agent. If the person gives up, it
    ///   is one of the two, the second with ``NextAction/acceptCancellation``.
    func open(_ url: URL) async throws -> Redacted<URL>
}
