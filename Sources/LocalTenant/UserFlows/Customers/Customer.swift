// SPDX-License-Identifier: Apache-2.0
import Foundation
import GRDB

/// Somebody who signed up by themselves.
struct Customer: Sendable, Hashable, Codable {
    /// The customer's id, which tokens carry as `oid` and as `sub`.
    let id: String
    /// The directory that the customer belongs to.
    let tenantID: String
    /// The address that was proved, and the name to sign in with.
    let email: String
    /// The name to show.
    let displayName: String
    /// The given name.
    let givenName: String?
    /// The family name.
    let surname: String?
    /// The hash of the customer's own password, in PHC form.
    var passwordHash: String
    /// Refresh tokens from before this time have ended; `nil` until a password is reset.
    var grantsEndedAt: Date?
    /// How often in a row a password was wrong.
    var failedAttempts = 0
    /// Until when nobody may try.
    var lockedUntil: Date?
}

extension Customer: FetchableRecord, PersistableRecord {
    static let databaseTableName = "customer"
}
