// SPDX-License-Identifier: Apache-2.0
import Foundation
import GRDB
import JOSE

/// The file from which a tenant was filled, as it is kept to go back to; passwords and secrets in it are hashes.
struct TenantOrigin: Codable, Sendable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "tenantOrigin"

    private var id = 1
    private let document: String

    init(_ document: JSONValue) {
        self.document = document.text
    }

    /// The document; `nil` for a tenant with the samples.
    static func document(in database: Database) throws -> [String: JSONValue]? {
        try fetchOne(database).map { try StrictJSON.object(in: $0.document.utf8) }
    }
}

extension TenantSchema {
    /// Where a tenant's content came from; without a row, it is the samples.
    static func createOrigin(in database: Database) throws {
        try database.create(table: "tenantOrigin") { table in
            table.primaryKey("id", .integer)
            table.column("document", .text).notNull()
        }
    }
}
