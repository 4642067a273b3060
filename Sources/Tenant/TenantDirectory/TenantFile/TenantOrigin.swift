// SPDX-License-Identifier: Apache-2.0
package import JSONWebSignatures
import PortableFoundation
package import SQLiteRecords

/// The file that filled a tenant, stored in pieces for a reset, with hashes of its passwords and secrets.
package enum TenantOrigin {
    package static func exists(in database: Database) throws -> Bool {
        try Bool.fetchOne(database, sql: "SELECT EXISTS (SELECT 1 FROM tenantOrigin)") ?? false
    }

    package static func clear(in database: Database) throws { try database.execute(sql: "DELETE FROM tenantOrigin") }

    /// The column holds text, as in older versions; the casts avoid a `String`.
    package static func append(_ piece: [UInt8], in database: Database) throws {
        try database.execute(
            sql: "INSERT INTO tenantOrigin (document) VALUES (CAST(? AS TEXT))", arguments: [Data(piece)])
    }

    /// `nil` for a tenant with the samples.
    package static func document(in database: Database) throws -> JSONText? {
        let pieces = try Data.fetchCursor(database, "SELECT CAST(document AS BLOB) FROM tenantOrigin ORDER BY id")
        var bytes: [UInt8] = []
        while let piece = try pieces.next() { bytes += piece }
        return bytes.isEmpty ? nil : try JSONText(checking: bytes)
    }
}

extension TenantSchema {
    package static func createOrigin(in database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE "tenantOrigin" ("id" INTEGER PRIMARY KEY, "document" TEXT NOT NULL)
                """)
    }
}
