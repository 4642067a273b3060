// SPDX-License-Identifier: Apache-2.0
public import Foundation
public import OAuth
public import Provider

/// What storage keeps of an account: who it is and its tokens.
///
/// It holds secrets.
public struct AccountRecord: Sendable, Hashable, Codable {
    /// One access token with what it is for.
    public struct KeptToken: Sendable, Hashable, Codable {
        /// The token.
        public var accessToken: Redacted<String>
        /// When it ends.
        public var expiresAt: Date
        /// What was asked for to get it.
        public var scopes: ScopeSet
    }

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
    /// When the person last signed in.
    public var signedInAt: Date
    /// What the next tokens are asked for with; absent once the provider has ended the sign-in.
    public var refreshToken: Redacted<String>?
    /// One access token for each set of scopes.
    public var tokens: [KeptToken]
    /// Absent in what was kept before accounts had generations.
    private var saves: Int?

    /// How often the account was saved; 0 for one that never was.
    public package(set) var generation: Int {
        get { saves ?? 0 }
        set { saves = newValue == 0 ? nil : newValue }
    }
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

    /// Whether the account was signed in under this registration.
    ///
    /// A registration that was pointed at another provider must not send that provider the tokens of this one.
    func belongs(to other: ClientRegistration) -> Bool {
        registration == other.name && authority == other.issuer.absoluteString && clientID == other.clientID
    }

    /// The account to hand out, without its secrets.
    func account(at now: Date) -> Account {
        Account(
            id: id, registration: registration, identity: identity, signedInAt: signedInAt,
            needsSignIn: refreshToken == nil && !tokens.contains { $0.expiresAt > now })
    }

    /// Takes in what the token endpoint gave; a provider that sends no new refresh token lets the old one stand.
    mutating func take(_ response: TokenResponse, for scopes: ScopeSet, now: Date) {
        refreshToken = response.refreshToken ?? refreshToken
        guard let accessToken = response.accessToken else { return }
        tokens.removeAll { $0.expiresAt <= now || $0.isFor(scopes) }
        tokens.append(KeptToken(accessToken: accessToken, expiresAt: now + Self.lifetime(of: response), scopes: scopes))
    }

    /// How long a token is taken to be good: RFC 6749 §5.1 lets a provider keep that to itself.
    static func lifetime(of response: TokenResponse) -> TimeInterval {
        response.expiresIn.map { TimeInterval($0.components.seconds) } ?? 300
    }

    /// A token for these scopes that will still be good when it arrives.
    func token(for scopes: ScopeSet, now: Date) -> Redacted<String>? {
        tokens.first { $0.isFor(scopes) && $0.expiresAt > now + Self.margin }?.accessToken
    }

    /// A token that ends within this time is not worth sending.
    static let margin: TimeInterval = 60
}

extension AccountRecord.KeptToken {
    /// Whether the token was asked for with the same permissions; the scopes of OpenID Connect itself name no API.
    func isFor(_ other: ScopeSet) -> Bool {
        Set(scopes.resourcePart.scopes) == Set(other.resourcePart.scopes)
    }

    /// Whether the token was asked for with nothing but some of these permissions.
    func isWithin(_ other: ScopeSet) -> Bool {
        Set(scopes.resourcePart.scopes).isSubset(of: other.resourcePart.scopes)
    }
}
