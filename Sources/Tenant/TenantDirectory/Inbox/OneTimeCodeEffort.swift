// SPDX-License-Identifier: Apache-2.0
import Foundation
import GRDB

/// The count of codes sent to an address or person within an hour, and of wrong tries.
///
/// It is counted per holder, because each new browser or code would reset the count. The price is that a stranger can
/// make the owner wait; the figures are ours.
package struct OneTimeCodeEffort: Codable, Sendable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "oneTimeCodeEffort"

    static let limit = 15
    static let window: TimeInterval = 3600
    /// The limit of counted holders; a new one deletes the oldest.
    static let capacity = 10_000
    /// The message for a holder over the limit.
    package static let refusal = "Too many codes were sent or tried. Wait an hour, then try again."

    /// The person or address that receives the codes.
    let holder: String
    var attempts = 0
    var sent = 0
    let endsAt: Date

    /// Whether one more code may be sent.
    var allowsSending: Bool { allowsTrying && sent < Self.limit }
    /// Whether one more code may be tried.
    var allowsTrying: Bool { attempts < Self.limit }

    /// The counts of a holder within the hour; it deletes counts of all holders after their hour.
    static func current(of holder: String, now: Date, in database: Database) throws -> OneTimeCodeEffort {
        try filter(Column("endsAt") <= now).deleteAll(database)
        return try fetchOne(database, key: holder) ?? OneTimeCodeEffort(holder: holder, endsAt: now + window)
    }
}
