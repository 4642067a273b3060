// SPDX-License-Identifier: Apache-2.0
public import Foundation
public import OAuth
public import Provider

/// An account in storage: the identity and the tokens.
///
/// It holds secrets.
public struct AccountRecord: Sendable, Hashable, Codable {
    /// The version of the stored format, for later versions of this program.
    public var version = 1
    /// The name of the registration.
    public var registration: String
    /// The issuer that the registration names; the client sends the tokens back to it alone.
    public var authority: String
    /// The client to which the provider issued the tokens.
    public var clientID: String
    /// The issuer that vouches for the person.
    public var issuer: String
    /// The person's id at that issuer.
    public var subject: String
    /// The claims of the last ID token or profile.
    public var claims: [String: ClaimValue]
    /// The last ID token, by which the provider recognizes the session at sign-out.
    public var idToken: Redacted<String>?
    /// When the person last signed in.
    public var signedInAt: Date
    /// The app's own data for this account.
    public var userData: Data?
    /// When the client learned that the provider ended the sign-in; absent while it goes on.
    public var endedAt: Date?
    /// The refresh token; absent if the provider gave none, and once the sign-in has ended.
    public var refreshToken: Redacted<String>?
    /// The permissions of the sign-in, which the refresh token covers.
    public var grantedScopes: ScopeSet?
    /// One access token for each set of permissions; each set is of one API.
    public var tokens: [KeptToken]
    /// How often the account was saved; 0 if never.
    public package(set) var generation = 0
}

extension AccountRecord {
    /// Creates the record of a new sign-in.
    init(_ identity: Identity, registration: ClientRegistration, signedInAt: Date) {
        self.registration = registration.name
        authority = registration.issuer.absoluteString
        clientID = registration.clientID
        issuer = identity.issuer
        subject = identity.subject
        claims = identity.claims.values
        self.signedInAt = signedInAt
        refreshToken = nil
        tokens = []
    }

    var identity: Identity { Identity(issuer: issuer, subject: subject, claims: Claims(claims)) }

    /// The account's name.
    public var id: Account.ID {
        Account.ID([registration, authority, clientID, issuer, subject])
    }

    /// The registration under which the account was signed in.
    var owner: RegistrationID { RegistrationID(name: registration, authority: authority, clientID: clientID) }

    /// The account for callers, without its secrets.
    func account(at now: Date) -> Account {
        Account(
            id: id, registration: registration, identity: identity, signedInAt: signedInAt,
            needsSignIn: endedAt != nil || isSpent(at: now), userData: userData)
    }

    /// Whether tokens for an API were granted, have expired, and cannot be refreshed; a sign-in for the identity alone
    /// is complete.
    private func isSpent(at now: Date) -> Bool {
        refreshToken == nil && grantedScopes?.permissions.isEmpty == false && !tokens.contains { $0.expiresAt > now }
    }

    /// Stores the tokens of a response; without a new refresh token in it, the old one stays valid.
    mutating func take(_ response: TokenResponse, for scopes: ScopeSet, now: Date) {
        refreshToken = response.refreshToken ?? refreshToken
        idToken = response.idToken ?? idToken
        guard
            let token = KeptToken(
                response, scopes: scopes, obtainedAt: now, isRenewable: refreshToken != nil)
        else { return }
        tokens.removeAll { $0.expiresAt <= now || $0.isFor(scopes) }
        tokens.append(token)
    }

    /// The stored token for these permissions, expired or not.
    func token(for scopes: ScopeSet) -> KeptToken? { tokens.first { $0.isFor(scopes) } }
}
