// SPDX-License-Identifier: Apache-2.0
public import HTTPServing
public import OAuth
public import SignIn

/// A request context that can hold the browser's session.
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
    /// The browser's session.
    ///
    /// - Throws: `HTTPError` (500) if the route was added before `addSignIn`.
    public func requireSession() throws -> WebSession {
        guard let webSession else {
            throw HTTPError(.internalServerError, message: "call addSignIn before you add routes")
        }
        return webSession
    }

    /// The person that uses this browser.
    ///
    /// - Parameter registration: The name of the registration; `nil` for the app's first.
    /// - Returns: The account that the person chose, or signed in with last.
    /// - Throws: ``SignInRequired``, which the middleware turns into a sign-in; `AccountStorageError`.
    public func account(of registration: String? = nil) async throws -> Account {
        try await requireSession().requireAccount(of: registration)
    }

    /// A token for an API, of the person that uses this browser.
    ///
    /// - Parameters:
    ///   - scopes: The permissions that the token must have, all of one API.
    ///   - registration: The name of the registration; `nil` for the app's first.
    /// - Returns: The token; send it to that API only, and never to the browser.
    /// - Throws: ``SignInRequired``; as `AccountStore.token(for:scopes:)`.
    public func token(for scopes: ScopeSet, of registration: String? = nil) async throws -> Redacted<String> {
        let session = try requireSession()
        return try await session.token(for: session.requireAccount(of: registration), scopes: scopes)
    }
}
