// SPDX-License-Identifier: Apache-2.0
package import PortableFoundation
import SQLiteRecords

/// How long wrong passwords and codes make people wait; a clock that is moved back shortens the stored ends.
///
/// A limit on reading would not do: requests that run concurrently with a lock would find none.
package enum WaitingTimes {
    /// The real service also begins with a minute, and increases it each time.
    static let lock: TimeInterval = 60
    package static let userCodes: TimeInterval = 900
    static let oneTimeCodes: TimeInterval = 3600

    static let columns = [
        ("person", "lockedUntil", lock), ("customer", "lockedUntil", lock), ("userCodeGuess", "endsAt", userCodes),
        ("oneTimeCodeEffort", "endsAt", oneTimeCodes),
    ]

    /// Shortens waits from the earlier clock; a later lock was set by a tenant file or the API, and stays.
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
