// SPDX-License-Identifier: Apache-2.0
#if Hummingbird
public import Hummingbird
public import WebSignIn

/// A request context of Hummingbird that holds the browser's session.
///
/// ```swift
/// struct BookContext: WebSessionRequestContext {
///     var coreContext: CoreRequestContextStorage
///     var webSession: WebSession?
///
///     init(source: ApplicationRequestContextSource) { coreContext = .init(source: source) }
/// }
/// ```
public protocol WebSessionRequestContext: RequestContext {
    /// The browser's session; `nil` only for routes that were added before `addSignIn`.
    var webSession: WebSession? { get set }
}

extension WebSessionRequestContext {
    /// Returns the browser's session.
    ///
    /// - Throws: `HTTPError` (500) if the route was added before `addSignIn`.
    public func requireSession() throws -> WebSession {
        if let webSession { return webSession }
        throw HTTPError(.internalServerError, message: "call addSignIn before you add routes")
    }

    /// Returns the account that the user of this browser chose, or signed in with last, by default at the app's first
    /// registration.
    ///
    /// - Throws: `SignInRequired`, which becomes a sign-in if the route throws it; `AccountStorageError`.
    public func account(of registration: String? = nil) async throws -> Account {
        try await requireSession().requireAccount(of: registration)
    }
}
#endif
