// SPDX-License-Identifier: Apache-2.0
import Foundation
import GRDB
import OAuth

/// A client's rights from one sign-in: every code and token belongs to one grant, and ends with it.
struct StandardGrant: Codable, Sendable, Hashable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "standardGrant"

    let id: String
    let clientID: String
    /// The person that agreed; `nil` if the client acts for itself.
    let personID: String?
    /// The session in which the person agreed.
    let sessionID: String?
    /// The scopes, separated by spaces.
    let scope: String
    /// The parameter `claims` of the request.
    let claims: String?
    let authenticatedAt: Date?
    let issuedAt: Date
    /// The original grant, which this one continues and ends with; `nil` for the grant of a sign-in. RFC 8693
    var originID: String?
    /// When it was revoked; `nil` while it is valid.
    var revokedAt: Date?

    var scopes: ScopeSet { ScopeSet(text: scope) }

    /// The individual claims that the client requested.
    var claimsRequest: ClaimsRequest { claims.flatMap { try? ClaimsRequest($0) } ?? .nothing }
}
