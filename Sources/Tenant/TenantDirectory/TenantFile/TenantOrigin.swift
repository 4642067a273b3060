// SPDX-License-Identifier: Apache-2.0
import Foundation
package import GRDB
package import JOSE

/// The file from which a tenant was filled, as it is kept to go back to; passwords and secrets in it are hashes.
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
    /// Where a tenant's content came from; without a row, it is the samples.
    package static func createOrigin(in database: Database) throws {
        try database.create(table: "tenantOrigin") { table in
            table.primaryKey("id", .integer)
            table.column("document", .text).notNull()
        }
    }
}
