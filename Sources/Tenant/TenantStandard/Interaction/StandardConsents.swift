// SPDX-License-Identifier: Apache-2.0
import GRDB
package import OAuth
import TenantDirectory

/// The consent that people gave to clients; they are asked once.
package struct StandardConsents: Sendable {
    let database: TenantDatabase

    /// Whether the person agreed to every one of the scopes.
    func covers(_ scopes: ScopeSet, of clientID: String, by personID: String) async throws -> Bool {
        let agreed = try await database.queue.read { database in
            try Row.filter(Column("clientID") == clientID && Column("personID") == personID).fetchAll(database)
        }
        return Set(scopes.scopes).isSubset(of: agreed.map(\.scope))
    }

    /// Stores that the person agreed.
    package func agree(to scopes: ScopeSet, of clientID: String, by personID: String) async throws {
        try await database.queue.write { database in
            for scope in scopes.scopes {
                try Row(personID: personID, clientID: clientID, scope: scope).insert(database, onConflict: .ignore)
            }
        }
    }

    private struct Row: Codable, Sendable, FetchableRecord, PersistableRecord {
        static let databaseTableName = "standardConsent"

        let personID: String
        let clientID: String
        let scope: String
    }
}
