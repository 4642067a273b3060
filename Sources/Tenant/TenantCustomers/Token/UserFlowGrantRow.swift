// SPDX-License-Identifier: Apache-2.0
import Foundation
import GRDB
import TenantAuthorization

/// A code or a refresh token as the ledger stores it.
package struct UserFlowGrantRow: Codable, Sendable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "userFlowGrant"

    /// The values that the redeemer of a code must prove.
    struct CodeBinding: Codable, Sendable, Hashable {
        let redirectURI: String
        let challenge: CodeChallenge?
    }

    let secretHash: String
    package let grant: UserFlowGrant
    /// `nil` for a refresh token.
    let binding: CodeBinding?
    let issuedAt: Date
    let expiresAt: Date
    var redeemed: Bool

    /// When it expires; refreshing does not extend it beyond the window after the sign-in.
    func end(within window: TimeInterval?) -> Date {
        min(expiresAt, window.map { grant.authenticatedAt + $0 } ?? .distantFuture)
    }
}
