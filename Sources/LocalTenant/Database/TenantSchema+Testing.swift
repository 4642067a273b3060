// SPDX-License-Identifier: Apache-2.0
import GRDB

extension TenantSchema {
    /// What tests move and break: the clock, the keys, the rules by which the tenant fails, and who needs no click.
    static func createTesting(in database: Database) throws {
        try database.create(table: "tenantState") { table in
            table.primaryKey("name", .text)
            table.column("value", .jsonText).notNull()
        }
        try database.create(table: "ringKey") { table in
            table.autoIncrementedPrimaryKey("id")
            table.column("thumbprint", .text).notNull().unique()
            table.column("privateKey", .blob).notNull()
            table.column("createdAt", .datetime).notNull()
            table.column("publishedAt", .datetime).notNull()
            table.column("activeFrom", .datetime).notNull()
        }
        try database.create(table: "faultRule") { table in
            table.autoIncrementedPrimaryKey("id")
            table.column("rule", .jsonText).notNull()
            table.column("passed", .integer).notNull()
            table.column("hits", .integer).notNull()
        }
        try database.create(table: "oneTimeSignIn") { table in
            table.primaryKey("secretHash", .text)
            table.column("signIn", .jsonText).notNull()
            table.column("expiresAt", .datetime).notNull()
        }
        try database.create(table: "automaticSignIn") { table in
            table.primaryKey("clientID", .text)
            table.column("signIn", .jsonText).notNull()
        }
    }
}
