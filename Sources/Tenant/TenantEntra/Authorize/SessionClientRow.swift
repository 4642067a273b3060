// SPDX-License-Identifier: Apache-2.0
import Foundation
package import GRDB
import TenantDirectory

/// An app that a person signed in to within one browser session; it may have a front-channel logout URI.
struct SessionClientRow: Codable, Sendable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "sessionClient"

    let sessionID: String
    let clientID: String
    let signedInAt: Date

    /// Deletes the apps of sessions that are gone.
    ///
    /// Recent ones stay: the app gets its answer a moment before the browser gets its session.
    static func deleteOrphans(before date: Date, in database: Database) throws {
        try database.execute(
            sql: """
                DELETE FROM sessionClient WHERE signedInAt <= ? AND sessionID NOT IN
                (SELECT sessionID FROM browserSession WHERE sessionID IS NOT NULL)
                """, arguments: [date])
    }
}

extension TenantSchema {
    /// Names sessions for apps, and records the apps of each session.
    package static func createSessionClients(in database: Database) throws {
        try database.alter(table: "browserSession") { table in table.add(column: "sessionID", .text) }
        try database.create(table: "sessionClient") { table in
            table.primaryKey {
                table.column("sessionID", .text)
                table.column("clientID", .text).references("app", onDelete: .cascade)
            }
            table.column("signedInAt", .datetime).notNull()
        }
    }
}
