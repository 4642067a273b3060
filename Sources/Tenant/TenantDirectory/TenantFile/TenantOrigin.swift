// SPDX-License-Identifier: Apache-2.0
import Foundation
package import GRDB
package import JOSE

/// The file that filled a tenant, kept for a reset; passwords and secrets in it are hashes.
package struct TenantOrigin: Codable, Sendable, FetchableRecord, PersistableRecord {
    package static let databaseTableName = "tenantOrigin"

    private var id = 1
    private let document: String

    package init(_ document: JSONValue) {
        self.document = document.text
    }

    /// The document; `nil` for a tenant with the samples.
    package static func document(in database: Database) throws -> [String: JSONValue]? {
        try fetchOne(database).map { try StrictJSON.object(in: $0.document.utf8) }
    }
}

extension TenantSchema {
    /// The table of the file that filled a tenant; without a row, the tenant began with the samples.
    package static func createOrigin(in database: Database) throws {
        try database.create(table: "tenantOrigin") { table in
            table.primaryKey("id", .integer)
            table.column("document", .text).notNull()
        }
    }
}
