// SPDX-License-Identifier: Apache-2.0
import Foundation
import GRDB

/// How many codes one address or person was sent within an hour, and how many wrong ones were tried for them.
///
/// Counted by what nobody can choose anew: each new browser, and each new code, would begin from nothing. The price is
/// that a stranger can make the owner wait; the figures are ours.
package struct OneTimeCodeEffort: Codable, Sendable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "oneTimeCodeEffort"

    static let limit = 15
    static let window: TimeInterval = 3600
    /// How many holders are counted at once; the oldest are forgotten first.
    static let capacity = 10_000
    /// What to tell whoever is over the limit.
    package static let refusal = "Too many codes were sent or tried. Wait an hour, then try again."

    /// Whom the codes are sent to.
    let holder: String
    var attempts = 0
    var sent = 0
    let endsAt: Date

    /// Whether one more code may be sent.
    var allowsSending: Bool { allowsTrying && sent < Self.limit }
    /// Whether one more code may be tried.
    var allowsTrying: Bool { attempts < Self.limit }

    /// What was counted for a holder within the hour; others whose hour is over are forgotten.
    static func current(of holder: String, now: Date, in database: Database) throws -> OneTimeCodeEffort {
        try filter(Column("endsAt") <= now).deleteAll(database)
        return try fetchOne(database, key: holder) ?? OneTimeCodeEffort(holder: holder, endsAt: now + window)
    }
}
