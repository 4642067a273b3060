// SPDX-License-Identifier: Apache-2.0
import Foundation
import GRDB

/// The identifiers of assertions and proofs that were seen, so that none is taken twice.
///
/// RFC 7523 §3 (`jti`), RFC 9449 §11.1
struct UsedIdentifiers: Sendable {
    let database: TenantDatabase
    let now: @Sendable () -> Date

    /// Whether this is the first time that an identifier is seen; of two who come at once, one is late.
    ///
    /// - Parameters:
    ///   - identifier: The identifier, with what it belongs to.
    ///   - end: From when on it would be refused for its age.
    /// - Returns: `false` for a replay.
    /// - Throws: What the database throws.
    func take(_ identifier: String, until end: Date) async throws -> Bool {
        let row = Row(identifierHash: SecretHash.of(identifier), expiresAt: end)
        let now = now()
        return try await database.queue.write { database in
            try Row.filter(Column("expiresAt") < now).deleteAll(database)
            guard try !row.exists(database) else { return false }
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
