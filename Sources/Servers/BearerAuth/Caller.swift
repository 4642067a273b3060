// SPDX-License-Identifier: Apache-2.0
public import OAuth
public import Provider

/// The caller of an API and their rights, from a validated access token.
///
/// Only ``BearerProtection`` makes one:
///
/// ```swift
/// let caller = try await protection.caller(of: request.headers)
/// try caller.require("Tasks.ReadWrite")
/// let tasks = try await store.tasks(of: caller.id)
/// ```
public struct Caller: Sendable, Hashable {
    /// The key under which to keep the caller's data: it never changes, and no other caller has it.
    public let id: String
    /// The provider that vouches for the caller.
    public let issuer: String
    /// The caller's id at that provider.
    public let subject: String
    /// The app that calls.
    public let clientID: String
    /// All claims of the token.
    public let claims: Claims
    /// The scopes that the person granted to the app.
    public let scopes: ScopeSet

    /// Whether the caller must have a scope; `false` for the API's own app, if the rules allow that.
    private let needsScope: Bool

    package init(
        id: String, issuer: String, subject: String, clientID: String, claims: Claims, needsScope: Bool = true
    ) {
        self.id = id
        self.issuer = issuer
        self.subject = subject
        self.clientID = clientID
        self.claims = claims
        scopes = ScopeSet(text: claims.string("scp") ?? claims.string("scope") ?? "")
        self.needsScope = needsScope
    }

    /// Whether the caller has this scope, or needs none.
    public func allows(_ scope: String) -> Bool { !needsScope || scopes.contains(scope) }

    /// Refuses a caller without this scope.
    ///
    /// - Throws: ``BearerChallenge`` (403).
    public func require(_ scope: String) throws(BearerChallenge) {
        guard allows(scope) else { throw BearerChallenge(.scopeMissing(scope)) }
    }
}
