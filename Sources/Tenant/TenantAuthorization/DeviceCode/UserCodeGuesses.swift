// SPDX-License-Identifier: Apache-2.0
package import Foundation
import GRDB
package import TenantDirectory

/// Counts the wrong user codes of each browser: after ten in 15 minutes, it must wait.
///
/// The limits are Tessera's. Each browser has its own count, so that no browser can block others. A client with a new
/// cookie each time is not limited; the code itself, one of 20⁹, protects against it (RFC 8628 §5.1).
package struct UserCodeGuesses: Sendable {
    package let database: TenantDatabase

    package init(database: TenantDatabase) {
        self.database = database
    }

    static let limit = 10
    static let window: TimeInterval = 900
    /// The maximum number of counted browsers; the newest replace the oldest.
    static let capacity = 1000

    /// Whether a browser may try a code.
    package func isAllowed(_ cookie: String, now: Date) async throws -> Bool {
        let hash = SecretHash.of(cookie)
        return try await database.queue.read { database in
            let row = try GuessRow.fetchOne(database, key: hash)
            return row.map { $0.endsAt <= now || $0.count < Self.limit } ?? true
        }
    }

    /// Counts a wrong code.
    package func count(_ cookie: String, now: Date) async throws {
        let hash = SecretHash.of(cookie)
        try await database.queue.write { database in
            try GuessRow.filter(Column("endsAt") <= now).deleteAll(database)
            try GuessRow.makeRoom(in: database, capacity: Self.capacity)
            var row =
                try GuessRow.fetchOne(database, key: hash)
                ?? GuessRow(cookieHash: hash, count: 0, endsAt: now + Self.window)
            row.count += 1
            try row.save(database)
        }
    }
}

private struct GuessRow: Codable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "userCodeGuess"

    let cookieHash: String
    var count: Int
    let endsAt: Date
}
