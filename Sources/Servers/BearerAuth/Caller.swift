// SPDX-License-Identifier: Apache-2.0
public import OAuthMessages
public import PortableFoundation
public import SignInProvider

/// An API's caller and its permissions, from a validated access token.
///
/// Only ``BearerProtection`` can create one:
///
/// ```swift
/// let caller = try await protection.caller(of: request.headers)
/// try caller.require("Tasks.ReadWrite")
/// let tasks = try await store.tasks(of: caller.id)
/// ```
public struct Caller: Sendable, Hashable {
    private struct Facts: Hashable {
        let id: String
        let issuer: String
        let subject: String
        let clientID: String
        let claims: Claims
        let scopes: ScopeSet
        let keyThumbprint: String?
        let certificateThumbprint: String?
        let needsScope: Bool
    }

    /// Keeps request contexts, which are copied at each step, small.
    private indirect enum Reference: Hashable {
        case to(Facts)
    }

    private let reference: Reference

    private var facts: Facts {
        switch reference {
        case .to(let facts): facts
        }
    }

    /// The key for storing the caller's data, which never changes and is unique to the caller.
    public var id: String { facts.id }
    /// The provider that issued the token.
    public var issuer: String { facts.issuer }
    /// The caller's ID at that provider.
    public var subject: String { facts.subject }
    /// The client ID of the calling app.
    public var clientID: String { facts.clientID }
    /// All claims of the token.
    public var claims: Claims { facts.claims }
    /// The scopes that the user granted to the app.
    public var scopes: ScopeSet { facts.scopes }

    /// The thumbprint of the bound key; `nil` for a bearer token. RFC 9449 §6.1
    var keyThumbprint: String? { facts.keyThumbprint }
    /// The thumbprint of the bound certificate. RFC 8705 §3.1
    var certificateThumbprint: String? { facts.certificateThumbprint }
    /// `false` for the API's own app, if the rules allow that.
    private var needsScope: Bool { facts.needsScope }

    package init(
        id: String, issuer: String, subject: String, clientID: String, claims: Claims, needsScope: Bool = true
    ) {
        // Read once per token, because most requests repeat one. A thumbprint that is not text matches nothing.
        func thumbprint(_ name: String) -> String? {
            guard let confirmation = claims["cnf"] else { return nil }
            guard case .object(let members) = confirmation else { return "" }
            return members[name].map { if case .string(let text) = $0 { text } else { "" } }
        }
        reference = .to(
            Facts(
                id: id, issuer: issuer, subject: subject, clientID: clientID, claims: claims,
                scopes: ScopeSet(text: claims.string("scp") ?? claims.string("scope") ?? ""),
                keyThumbprint: thumbprint("jkt"), certificateThumbprint: thumbprint("x5t#S256"),
                needsScope: needsScope))
    }

    func isBound(as other: Caller) -> Bool {
        (keyThumbprint, certificateThumbprint) == (other.keyThumbprint, other.certificateThumbprint)
    }

    /// Returns whether the caller has this scope, or needs none.
    public func allows(_ scope: String) -> Bool { !needsScope || scopes.contains(scope) }

    /// Throws unless the caller has all these scopes.
    ///
    /// - Throws: ``BearerChallenge`` (403), which lists all of them, so that the client asks the user only once.
    public func require(_ scopes: String...) throws(BearerChallenge) { try require(allOf: scopes) }

    package func require(allOf scopes: [String]) throws(BearerChallenge) {
        guard scopes.allSatisfy(allows) else { throw BearerChallenge(.scopeMissing(scopes.joined(separator: " "))) }
    }

    /// Throws unless the caller has this role, which an administrator assigns to users or apps (`roles`).
    ///
    /// - Throws: ``BearerChallenge`` (403).
    public func require(role: String) throws(BearerChallenge) {
        guard claims.strings("roles").contains(role) else { throw BearerChallenge(.roleMissing(role)) }
    }

    /// The tolerated difference, in seconds, between the clocks of provider and API.
    static let authenticationTolerance: TimeInterval = 60

    /// Throws if the sign-in was too weak, or too long ago.
    ///
    /// - Parameters:
    ///   - acr: The accepted authentication contexts, in order of preference; empty accepts any.
    ///   - maxAge: The maximum time since the user authenticated; `nil` accepts any.
    ///   - now: The current time.
    /// - Throws: ``BearerChallenge`` (401), also for a token that does not contain these claims.
    ///
    /// RFC 9470 §3, §6.2
    public func requireAuthentication(
        acr: [String] = [], maxAge: Duration? = nil, at now: Date = Date()
    ) throws(BearerChallenge) {
        let isStrong = acr.isEmpty || claims.string("acr").map(acr.contains) ?? false
        let isRecent =
            maxAge.map { maxAge in
                claims.age(of: "auth_time", at: now, tolerance: Self.authenticationTolerance).map {
                    $0 <= maxAge.timeInterval + Self.authenticationTolerance
                } ?? false
            } ?? true
        guard isStrong, isRecent else {
            throw BearerChallenge(.authenticationInsufficient(acr: acr, maxAge: maxAge))
        }
    }
}
