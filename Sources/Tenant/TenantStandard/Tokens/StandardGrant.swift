// SPDX-License-Identifier: Apache-2.0
import JSONWebSignatures
import OAuthMessages
import PortableFoundation
import SQLiteRecords

/// A client's rights from one sign-in: every code and token belongs to one grant, and ends with it.
struct StandardGrant: Codable, Sendable, Hashable, FetchableRecord, PersistableRecord, StandardRightsRow {
    static let databaseTableName = "standardGrant"

    let id: String
    let clientID: String
    /// The person that agreed; `nil` if the client acts for itself.
    let personID: String?
    let sessionID: String?
    /// The scopes, separated by spaces.
    let scope: String
    let claims: String?
    let authenticatedAt: Date?
    let issuedAt: Date
    /// The original grant, which this one continues and ends with; `nil` for the grant of a sign-in. RFC 8693
    var originID: String?
    /// When it was revoked; `nil` while it is valid.
    var revokedAt: Date?
    var resources: String?
    var authorizationDetails: String?

    var scopes: ScopeSet { ScopeSet(text: scope) }

    var claimsRequest: ClaimsRequest { claims.flatMap { try? ClaimsRequest($0) } ?? .nothing }
}

/// A code as the store stores it, with the values that its redeemer must prove.
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

/// A stored token: it belongs to a grant, expires, and may be bound to a key or a certificate.
protocol GrantedToken: Sendable, FetchableRecord, PersistableRecord {
    var grantID: String { get }
    var issuedAt: Date { get }
    var expiresAt: Date { get }
    /// The key that the token's sender must possess. RFC 9449 §5, §6
    var thumbprint: String? { get }
    /// The certificate that the token's sender must present. RFC 8705 §3, §4
    var certificateThumbprint: String? { get }
}

extension GrantedToken {
    var confirmation: TokenConfirmation {
        TokenConfirmation(keyThumbprint: thumbprint, certificateThumbprint: certificateThumbprint)
    }
}

/// An access token as the store stores it, either a JWT or opaque.
struct StandardAccessToken: Codable, StandardRightsRow, GrantedToken {
    static let databaseTableName = "standardAccessToken"

    let tokenHash: String
    /// The `jti`.
    let id: String
    let grantID: String
    let scope: String
    let thumbprint: String?
    let issuedAt: Date
    let expiresAt: Date
    var resources: String?
    var authorizationDetails: String?
    var certificateThumbprint: String?

    var scopes: ScopeSet { ScopeSet(text: scope) }
}

/// A refresh token as the store stores it; only those of public clients are bound.
struct StandardRefreshToken: Codable, GrantedToken {
    static let databaseTableName = "standardRefreshToken"

    let tokenHash: String
    let grantID: String
    let scope: String
    let thumbprint: String?
    let issuedAt: Date
    let expiresAt: Date
    var isUsed: Bool
    var certificateThumbprint: String?
}

/// The proofs that a token demands of its sender: of a key, of a certificate, of both or none.
///
/// RFC 7800 §3.1, RFC 9449 §6, RFC 8705 §3
struct TokenConfirmation: Sendable, Hashable {
    var keyThumbprint: String?
    var certificateThumbprint: String?

    /// The claim `cnf`; `nil` for a token that any holder can use.
    var claim: JSONValue? {
        var members: [String: JSONValue] = [:]
        members["jkt"] = keyThumbprint.map(JSONValue.string)
        members["x5t#S256"] = certificateThumbprint.map(JSONValue.string)
        return members.isEmpty ? nil : .object(members)
    }

    /// Whether a sender has proved all of them.
    func isMet(by proved: TokenConfirmation) -> Bool {
        (keyThumbprint == nil || keyThumbprint == proved.keyThumbprint)
            && (certificateThumbprint == nil || certificateThumbprint == proved.certificateThumbprint)
    }
}
