// SPDX-License-Identifier: Apache-2.0
public import HTTPServing
public import OAuthMessages
public import SignIn

/// A request context that holds the browser's session.
///
/// ```swift
/// struct VisitorContext: WebSignInRequestContext {
///     var core: RequestCore
///     var webSession: WebSession?
///
///     init(core: RequestCore) { self.core = core }
/// }
/// ```
public protocol WebSignInRequestContext: RequestContext {
    /// The browser's session; `nil` only for routes that were added before `addSignIn`.
    var webSession: WebSession? { get set }
}

extension WebSignInRequestContext {
    /// Returns the browser's session.
    ///
    /// - Throws: `HTTPError` (500) if the route was added before `addSignIn`.
    public func requireSession() throws -> WebSession {
        guard let webSession else {
            throw HTTPError(.internalServerError, message: "call addSignIn before you add routes")
        }
        return webSession
    }

    /// Returns the account that the user of this browser chose, or signed in with last, by default at the app's first
    /// registration.
    ///
    /// - Throws: ``SignInRequired``, which the middleware turns into a sign-in; `AccountStorageError`.
    public func account(of registration: String? = nil) async throws -> Account {
        try await requireSession().requireAccount(of: registration)
    }

    /// Returns a token for an API, for the user of this browser.
    ///
    /// - Parameters:
    ///   - scopes: The permissions that the token must have, all for one API.
    ///   - registration: The name of the registration; `nil` for the app's first.
    /// - Returns: The token; send it only to that API, and never to the browser.
    /// - Throws: ``SignInRequired``, or the errors of `AccountStore.token(for:scopes:)`.
    public func token(for scopes: ScopeSet, of registration: String? = nil) async throws -> Redacted<String> {
        let session = try requireSession()
        return try await session.token(for: session.requireAccount(of: registration), scopes: scopes)
    }
}
