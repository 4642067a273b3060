// SPDX-License-Identifier: Apache-2.0
package import PortableFoundation
import SQLiteRecords

/// The times for which wrong passwords and codes make people wait.
///
/// They are kept as the time of their end. A clock that is moved back would make them longer: they are shortened with
/// it. A limit where they are read would not do: requests that run at the same time as a lock would find no lock.
package enum WaitingTimes {
    /// How long an account is locked; the real service begins with a minute too, and takes longer each time.
    static let lock: TimeInterval = 60
    /// How long wrong user codes of a browser are counted.
    package static let userCodes: TimeInterval = 900
    /// How long the one-time codes that an address or person received are counted.
    static let oneTimeCodes: TimeInterval = 3600

    static let columns = [
        ("person", "lockedUntil", lock), ("customer", "lockedUntil", lock), ("userCodeGuess", "endsAt", userCodes),
        ("oneTimeCodeEffort", "endsAt", oneTimeCodes),
    ]

    /// Shortens what the tenant began by its earlier clock.
    ///
    /// A lock that ends later than that is the owner's own, from a tenant file or the administration: it stays.
    static func shorten(from earlier: Date, to later: Date, in database: Database) throws {
        guard later < earlier else { return }
        for (table, column, longest) in columns {
            try database.execute(
                sql: """
                    UPDATE "\(table)" SET "\(column)" = ?1 WHERE "\(column)" > ?1 AND "\(column)" <= ?2
                    """,
                arguments: [later + longest, earlier + longest])
        }
    }
}
