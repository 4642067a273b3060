// SPDX-License-Identifier: Apache-2.0
public import Foundation
public import OAuth
public import Provider

/// What storage keeps of an account: who it is and its tokens.
///
/// It holds secrets.
public struct AccountRecord: Sendable, Hashable, Codable {
    /// The version of this form, so that a later program can tell.
    public var version = 1
    /// The name of the registration.
    public var registration: String
    /// The issuer that the registration names; tokens go back to it and to nobody else.
    public var authority: String
    /// The client that the tokens were given to.
    public var clientID: String
    /// Who vouches for the person.
    public var issuer: String
    /// The person's id there.
    public var subject: String
    /// What the last ID token said.
    public var claims: [String: ClaimValue]
    /// The last ID token itself, by which the provider knows the session that is to end.
    public var idToken: Redacted<String>?
    /// When the person last signed in.
    public var signedInAt: Date
    /// What the app keeps with the account; it belongs to the app.
    public var userData: Data?
    /// When the provider was found to have ended the sign-in; absent while it goes on.
    public var endedAt: Date?
    /// What the next tokens are asked for with; absent where none was given, and once the sign-in has ended.
    public var refreshToken: Redacted<String>?
    /// What the refresh token stands for: the permissions of the sign-in.
    public var grantedScopes: ScopeSet?
    /// One access token for each set of permissions, which are all of one API.
    public var tokens: [KeptToken]
    /// How often the account was saved; 0 for one that never was.
    public package(set) var generation = 0
}

extension AccountRecord {
    /// Keeps a fresh sign-in.
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

    /// Who it is.
    var identity: Identity { Identity(issuer: issuer, subject: subject, claims: Claims(claims)) }

    /// The account's name.
    public var id: Account.ID {
        Account.ID([registration, authority, clientID, issuer, subject])
    }

    /// The registration under which the account was signed in.
    var owner: RegistrationID { RegistrationID(name: registration, authority: authority, clientID: clientID) }

    /// The account to hand out, without its secrets.
    func account(at now: Date) -> Account {
        Account(
            id: id, registration: registration, identity: identity, signedInAt: signedInAt,
            needsSignIn: endedAt != nil || isSpent(at: now), userData: userData)
    }

    /// Whether there were tokens for an API, and there will be none any more; who only wanted to know who somebody is
    /// has all there is.
    private func isSpent(at now: Date) -> Bool {
        refreshToken == nil && grantedScopes?.permissions.isEmpty == false && !tokens.contains { $0.expiresAt > now }
    }

    /// Takes in what the token endpoint gave; a provider that sends no new refresh token lets the old one stand.
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

    /// What is kept for these permissions, good or not.
    func token(for scopes: ScopeSet) -> KeptToken? { tokens.first { $0.isFor(scopes) } }
}
