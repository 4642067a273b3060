// SPDX-License-Identifier: Apache-2.0
import Foundation
import GRDB
import OAuth

/// What a client may do, from one sign-in: every code and token belongs to one, and ends with it.
struct StandardGrant: Codable, Sendable, Hashable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "standardGrant"

    let id: String
    let clientID: String
    /// Who agreed; `nil` if the client asks for itself.
    let personID: String?
    /// The session in which they agreed.
    let sessionID: String?
    /// The scopes, parted by spaces.
    let scope: String
    /// The parameter `claims` of the request.
    let claims: String?
    let authenticatedAt: Date?
    let issuedAt: Date
    /// When everything from it ended; `nil` while it is good.
    var revokedAt: Date?

    var scopes: ScopeSet { ScopeSet(text: scope) }

    /// Which claims the client asked for one by one.
    var claimsRequest: ClaimsRequest { claims.flatMap { try? ClaimsRequest($0) } ?? .nothing }
}

/// A code as the ledger keeps it, with what its redeemer must prove.
struct StandardCode: Codable, Sendable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "standardCode"

    let codeHash: String
    let grantID: String
    let redirectURI: String
    let nonce: String?
    let codeChallenge: String?
    /// The key that the redeemer must possess. RFC 9449 §10
    let thumbprint: String?
    let expiresAt: Date
    var isRedeemed: Bool
}

/// A refresh token as the ledger keeps it.
struct StandardRefreshToken: Codable, Sendable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "standardRefreshToken"

    let tokenHash: String
    let grantID: String
    let scope: String
    /// The key that the user must possess; only for public clients. RFC 9449 §5
    let thumbprint: String?
    let issuedAt: Date
    let expiresAt: Date
    var isUsed: Bool
}

/// An access token as the ledger keeps it, be it a JWT or opaque.
struct StandardAccessToken: Codable, Sendable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "standardAccessToken"

    let tokenHash: String
    /// The `jti`.
    let id: String
    let grantID: String
    let scope: String
    /// The key that the user must possess. RFC 9449 §6
    let thumbprint: String?
    let issuedAt: Date
    let expiresAt: Date

    var scopes: ScopeSet { ScopeSet(text: scope) }
}
