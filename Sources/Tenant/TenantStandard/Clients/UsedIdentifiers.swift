// SPDX-License-Identifier: Apache-2.0
import Foundation
import GRDB
import TenantDirectory

/// The identifiers of assertions and proofs that were seen, so that none is taken twice.
///
/// RFC 7523 §3 (`jti`), RFC 9449 §11.1
struct UsedIdentifiers: Sendable {
    /// How many are remembered at once; the figure is ours.
    ///
    /// Anybody can sign proofs with keys of their own. Forgetting one early would let it be used again, so what comes
    /// beyond is refused until the first are too old to be used.
    static let capacity = 100_000

    let database: TenantDatabase
    let now: @Sendable () -> Date

    /// Whether this is the first time that an identifier is seen; of two who come at once, one is late.
    ///
    /// - Parameters:
    ///   - identifier: The identifier, with what it belongs to.
    ///   - end: From when on it would be refused for its age.
    /// - Returns: `false` for a replay.
    /// - Throws: ``StandardError`` (`temporarily_unavailable`) beyond ``capacity``; what the database throws.
    func take(_ identifier: String, until end: Date) async throws -> Bool {
        let row = Row(identifierHash: SecretHash.of(identifier), expiresAt: end)
        let now = now()
        return try await database.queue.write { database in
            try Row.filter(Column("expiresAt") < now).deleteAll(database)
            guard try !row.exists(database) else { return false }
            // Rows are numbered as they come: the difference is no less than their number, and needs no walk through
            // the table.
            let span = try Row.select(max(Column.rowID) - min(Column.rowID), as: Int.self).fetchOne(database) ?? 0
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
