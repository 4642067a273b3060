// SPDX-License-Identifier: Apache-2.0
import PortableFoundation
import SQLiteRecords
import TenantDirectory

/// The identifiers of assertions and proofs, so that none is accepted twice. RFC 7523 §3 (`jti`), RFC 9449 §11.1
struct UsedIdentifiers: Sendable {
    /// The maximum number per client; the limit is Tessera's.
    ///
    /// Removing an identifier early would allow a replay, so a client at the limit is refused until its first
    /// identifiers expire. For proofs, see ``StandardProvider/use(_:of:)``.
    static let capacity = 10_000
    /// The maximum number for a client that registered itself: anyone can register any number of clients.
    static let capacityOfStrangers = 500

    let database: TenantDatabase
    let now: @Sendable () -> Date

    /// Of two concurrent requests with the same identifier, only one gets `true`; throws beyond the limit.
    func take(
        _ identifier: String, of clientID: String, atMost limit: Int = capacity, until end: Date
    ) async throws -> Bool {
        let row = Row(identifierHash: SecretHash.of(identifier), clientID: clientID, expiresAt: end)
        let now = now()
        return try await database.write { database in
            try Self.removeExpired(at: now, of: clientID, in: database)
            guard try !row.exists(database) else { return false }
            let count = try Int.fetchOne(
                database, sql: "SELECT count FROM standardIdentifierCount WHERE clientID = ?", arguments: [clientID])
            if count ?? 0 >= limit { throw StandardError.tooManyProofs }
            try row.insert(database)
            return true
        }
    }

    struct Assertion {
        let identifier: String
        let expiresAt: Date
    }

    func take(_ assertion: Assertion, of client: StandardClient) async throws -> Bool {
        try await take(
            "assertion of \(client.id) \(assertion.identifier)", of: client.id, atMost: client.mostIdentifiers,
            until: assertion.expiresAt)
    }

    /// Removes the client's expired identifiers, and two of others: no single request has to remove all.
    private static func removeExpired(at now: Date, of clientID: String, in database: Database) throws {
        try database.execute(
            sql: "DELETE FROM standardUsedIdentifier WHERE clientID = ? AND expiresAt < ?", arguments: [clientID, now])
        try database.execute(
            sql: """
                DELETE FROM standardUsedIdentifier WHERE rowid IN \
                (SELECT rowid FROM standardUsedIdentifier WHERE expiresAt < ? ORDER BY expiresAt LIMIT 2)
                """, arguments: [now])
    }

    struct Row: Codable, Sendable, FetchableRecord, PersistableRecord {
        static let databaseTableName = "standardUsedIdentifier"

        let identifierHash: String
        let clientID: String
        let expiresAt: Date
    }
}
