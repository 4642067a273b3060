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
    /// The grant that this one continues, and with which it ends; `nil` for the grant of a sign-in. RFC 8693
    var originID: String?
    /// When everything from it ended; `nil` while it is good.
    var revokedAt: Date?

    var scopes: ScopeSet { ScopeSet(text: scope) }

    /// Which claims the client asked for one by one.
    var claimsRequest: ClaimsRequest { claims.flatMap { try? ClaimsRequest($0) } ?? .nothing }
}
