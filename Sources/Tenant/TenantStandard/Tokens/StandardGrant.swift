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
    /// `nil` if the client acts for itself.
    let personID: String?
    let sessionID: String?
    let scope: String
    let claims: String?
    let authenticatedAt: Date?
    let issuedAt: Date
    /// The original grant, which this one continues and ends with; `nil` for the grant of a sign-in. RFC 8693
    var originID: String?
    var revokedAt: Date?
    var resources: String?
    var authorizationDetails: String?

    var scopes: ScopeSet { ScopeSet(text: scope) }

    var claimsRequest: ClaimsRequest { claims.flatMap { try? ClaimsRequest($0) } ?? .nothing }
}

struct StandardCode: Codable, Sendable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "standardCode"

    let codeHash: String
    let grantID: String
    let redirectURI: String
    let nonce: String?
    let codeChallenge: String?
    /// Of the key that the client must possess. RFC 9449 §10
    let thumbprint: String?
    let expiresAt: Date
    var isRedeemed: Bool
}

protocol GrantedToken: Sendable, FetchableRecord, PersistableRecord {
    var grantID: String { get }
    var issuedAt: Date { get }
    var expiresAt: Date { get }
    /// Of the key that the sender must possess. RFC 9449 §5, §6
    var thumbprint: String? { get }
    /// Of the certificate that the sender must present. RFC 8705 §3, §4
    var certificateThumbprint: String? { get }
}

extension GrantedToken {
    var confirmation: TokenConfirmation {
        TokenConfirmation(keyThumbprint: thumbprint, certificateThumbprint: certificateThumbprint)
    }
}

/// Either a JWT or opaque.
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

/// Only those of public clients are bound.
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

/// The proofs that a token requires from its sender. RFC 7800 §3.1, RFC 9449 §6, RFC 8705 §3
struct TokenConfirmation: Sendable, Hashable {
    var keyThumbprint: String?
    var certificateThumbprint: String?

    /// The claim `cnf`; `nil` for a bearer token.
    var claim: JSONValue? {
        var members: [String: JSONValue] = [:]
        members["jkt"] = keyThumbprint.map(JSONValue.string)
        members["x5t#S256"] = certificateThumbprint.map(JSONValue.string)
        return members.isEmpty ? nil : .object(members)
    }

    func isMet(by proved: TokenConfirmation) -> Bool {
        (keyThumbprint == nil || keyThumbprint == proved.keyThumbprint)
            && (certificateThumbprint == nil || certificateThumbprint == proved.certificateThumbprint)
    }
}
