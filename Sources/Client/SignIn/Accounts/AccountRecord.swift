// SPDX-License-Identifier: Apache-2.0
package import OAuthMessages
public import PortableFoundation
package import SignInProvider

/// A stored account, with the identity and the tokens.
///
/// It contains secrets. A storage saves its encoded form, and reads only its ``id`` and ``generation``:
///
/// ```swift
/// func save(_ record: AccountRecord) throws -> (record: AccountRecord, stamp: AccountStamp) {
///     try record.requireGeneration(kept[record.id]?.generation)
///     let next = record.nextGeneration()
///     kept[record.id] = next
///     return (next, AccountStamp(Int64(next.generation)))
/// }
/// ```
public struct AccountRecord: Sendable, Hashable, Codable {
    /// The version of the stored format, for later versions of this program.
    package var version = 1
    package var registration: String
    /// The issuer of the registration; the client sends the tokens to no other.
    package var authority: String
    package var clientID: String
    package var api: APIRegistration?
    package var issuer: String
    package var subject: String
    package var claims: [String: JSONValue]
    /// The latest ID token, by which the provider recognizes the session at sign-out.
    package var idToken: Redacted<String>?
    /// The nonce of the sign-in, which a refreshed ID token may repeat; empty if the sign-in had none, `nil` in an
    /// account of a version that did not store it.
    package var nonce: Redacted<String>?
    package var signedInAt: Date
    package var userData: Data?
    /// When the client learned that the provider ended the sign-in; `nil` for an active one.
    package var endedAt: Date?
    package var refreshToken: Redacted<String>?
    /// The permissions of the sign-in, which the refresh token covers.
    package var grantedScopes: ScopeSet?
    /// The key that the tokens of this sign-in are bound to. RFC 9449
    package var dpopKey: DPoPKey?
    /// RFC 9396 §7.
    package var authorizationDetails: AuthorizationDetails?
    /// One access token for each set of permissions of one API, and each group of settings.
    package var tokens: [KeptToken]
    /// The save counter that distinguishes versions of the account; 0 for a record that was never saved.
    public package(set) var generation = 0
}

extension AccountRecord {
    init(_ identity: Identity, registration: ClientRegistration, signedInAt: Date) {
        self.registration = registration.name
        authority = registration.issuer.absoluteString
        clientID = registration.clientID
        api = registration.api
        issuer = identity.issuer
        subject = identity.subject
        claims = identity.claims.values
        self.signedInAt = signedInAt
        refreshToken = nil
        tokens = []
    }

    var nonceOfRefresh: ExpectedNonce { nonce.map { .ofSignIn($0.revealed.isEmpty ? nil : $0) } ?? .unchecked }

    package var identity: Identity { Identity(issuer: issuer, subject: subject, claims: Claims(claims)) }

    /// The account's ID.
    public var id: Account.ID { Account.ID([registration, authority, clientID, issuer, subject]) }

    var owner: RegistrationID { RegistrationID(name: registration, authority: authority, clientID: clientID) }

    /// The account for callers, without its secrets, at the time that decides whether it needs a sign-in.
    ///
    /// An ``AccountStore`` does this for each record of its storage. Previews and tests can do it without one.
    public func account(at now: Date) -> Account {
        Account(
            id: id, registration: registration, identity: identity, signedInAt: signedInAt,
            needsSignIn: endedAt != nil || isSpent(at: now), grantedScopes: grantedScopes ?? [],
            grantedAuthorizationDetails: authorizationDetails, userData: userData)
    }

    /// Whether API tokens were granted, have expired, and cannot be refreshed; a sign-in for the identity alone never
    /// counts.
    private func isSpent(at now: Date) -> Bool {
        refreshToken == nil && grantedScopes?.permissions.isEmpty == false && !tokens.contains { $0.expiresAt > now }
    }

    /// Without a new refresh token in the response, the old one stays valid.
    mutating func take(_ response: TokenResponse, for scopes: ScopeSet, as traits: TokenTraits, now: Date) {
        refreshToken = response.refreshToken ?? refreshToken
        idToken = response.idToken ?? idToken
        authorizationDetails = response.authorizationDetails ?? authorizationDetails
        guard
            let token = KeptToken(
                response, scopes: scopes, as: traits, obtainedAt: now, isRefreshable: refreshToken != nil)
        else { return }
        tokens.removeAll { $0.expiresAt <= now || $0.isFor(scopes, as: traits) }
        tokens.append(token)
    }

    func token(for scopes: ScopeSet, as traits: TokenTraits) -> KeptToken? {
        tokens.first { $0.isFor(scopes, as: traits) }
    }
}

extension AccountRecord {
    /// Merges a response into this record, which another program saved during the request; `nil` if this record is
    /// newer, because it was refreshed or signed in again.
    func merging(_ response: AccountRecord, to request: AccountRecord) -> AccountRecord? {
        guard signedInAt == request.signedInAt else { return nil }
        // Another program sent the same refresh token later and got `invalid_grant`; this response shows that the
        // sign-in is still active.
        let isOnlyOverThere = endedAt != nil && response.endedAt == nil
        guard refreshToken == request.refreshToken || isOnlyOverThere else { return nil }
        var merged = self
        (merged.endedAt, merged.refreshToken) = (response.endedAt, response.refreshToken)
        (merged.dpopKey, merged.authorizationDetails) = (response.dpopKey, response.authorizationDetails)
        if claims == request.claims { (merged.claims, merged.idToken) = (response.claims, response.idToken) }
        guard response.endedAt == nil else {
            merged.tokens = []
            return merged
        }
        for token in response.tokens where !request.tokens.contains(token) {
            let other = merged.token(for: token.scopes, as: token.traits)
            guard other.map({ $0.obtainedAt < token.obtainedAt }) ?? true else { continue }
            merged.tokens.removeAll { $0.isFor(token.scopes, as: token.traits) }
            merged.tokens.append(token)
        }
        return merged
    }
}

extension AccountRecord {
    /// Returns a copy with the next generation, for a storage to save.
    public func nextGeneration() -> AccountRecord {
        var next = self
        // Random at first: an old record must not match an account that was removed and added again.
        let first = Int.random(in: 1...1 << 52)
        // Another program may have written the highest number; the next one must only differ.
        next.generation = generation == 0 ? first : generation == .max ? 1 : generation + 1
        return next
    }

    /// Compares the generations of a record and of the stored one; call it where no other save can interleave.
    ///
    /// - Throws: ``AccountStorageError`` (`conflict`).
    public func requireGeneration(_ kept: Int?) throws {
        guard kept ?? 0 != generation else { return }
        throw AccountStorageError(
            .conflict,
            "another program has \(kept == nil ? "removed" : "saved") the account in the meantime; read it again")
    }
}

extension AccountRecord {
    package func content() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        encoder.dateEncodingStrategy = .secondsSince1970
        return try encoder.encode(self)
    }

    package init(content: Data) throws(BrokenSeal) {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .secondsSince1970
        let record = try? decoder.decode(AccountRecord.self, from: content)
        // A later version may have another format.
        guard let version = try? record?.version ?? decoder.decode(Form.self, from: content).version else {
            throw .damaged
        }
        guard version <= Self.latestVersion else { throw .laterVersion }
        guard let record, record.generation >= 0 else { throw .damaged }
        self = record
    }

    private struct Form: Decodable {
        let version: Int
    }

    private static let latestVersion = 1
}
