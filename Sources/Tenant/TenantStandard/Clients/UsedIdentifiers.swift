// SPDX-License-Identifier: Apache-2.0
import Foundation
import SQLiteRecords
import TenantDirectory

/// The identifiers of assertions and proofs that were used, so that none is accepted twice.
///
/// RFC 7523 §3 (`jti`), RFC 9449 §11.1
struct UsedIdentifiers: Sendable {
    /// How many are stored at once; our own choice.
    ///
    /// Any caller can sign proofs with its own keys. Removing an identifier early would allow a replay, so new ones
    /// beyond the limit are refused until the first ones expire.
    static let capacity = 100_000

    let database: TenantDatabase
    let now: @Sendable () -> Date

    /// Whether an identifier is new; of two concurrent requests with the same one, only one gets `true`.
    ///
    /// - Parameters:
    ///   - identifier: The identifier, together with its client or key.
    ///   - end: The time from which it would be refused as expired.
    /// - Returns: `false` for a replay.
    /// - Throws: ``StandardError`` (`temporarily_unavailable`) beyond ``capacity``; errors of the database.
    func take(_ identifier: String, until end: Date) async throws -> Bool {
        let row = Row(identifierHash: SecretHash.of(identifier), expiresAt: end)
        let now = now()
        return try await database.write { database in
            try Row.filter(Column("expiresAt") < now).deleteAll(database)
            guard try !row.exists(database) else { return false }
            // Row ids grow with each insert, so their span is at least the count, and is found without a scan of the
            // table.
            let span = try Row.select("max(rowid) - min(rowid)" as SQL, as: Int.self).fetchOne(database) ?? 0
            if span >= Self.capacity - 1, try Row.fetchCount(database) >= Self.capacity {
                throw StandardError.tooManyProofs
            }
            try row.insert(database)
            return true
        }
    }

    private struct Row: Codable, Sendable, FetchableRecord, PersistableRecord {
        static let databaseTableName = "standardUsedIdentifier"

        let identifierHash: String
        let expiresAt: Date
    }
}
