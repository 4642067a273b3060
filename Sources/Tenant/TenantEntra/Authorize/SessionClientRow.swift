// SPDX-License-Identifier: Apache-2.0
import Foundation
package import GRDB
import TenantDirectory

/// An app that somebody signed in to within one browser session, and that may want to hear when it ends.
struct SessionClientRow: Codable, Sendable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "sessionClient"

    let sessionID: String
    let clientID: String
    let signedInAt: Date

    /// Forgets the apps of sessions that are gone.
    ///
    /// Younger ones stay: an app gets its answer a moment before the browser has its session.
    static func deleteOrphans(before date: Date, in database: Database) throws {
        try database.execute(
            sql: """
                DELETE FROM sessionClient WHERE signedInAt <= ? AND sessionID NOT IN
                (SELECT sessionID FROM browserSession WHERE sessionID IS NOT NULL)
                """, arguments: [date])
    }
}

extension TenantSchema {
    /// Sessions have names that apps may know, and apps are remembered with them.
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
