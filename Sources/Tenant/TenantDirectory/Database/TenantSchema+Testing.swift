// SPDX-License-Identifier: Apache-2.0
package import GRDB

extension TenantSchema {
    /// Renames `clientID` in rules of an older version to `clientId`, as in the rest of the API.
    package static func respellRules(in database: Database) throws {
        for (table, column) in [("faultRule", "rule"), ("automaticSignIn", "signIn")] {
            try database.execute(
                sql: """
                    UPDATE \(table) SET \(column) = json_set(
                        json_remove(\(column), '$.clientID'), '$.clientId', json_extract(\(column), '$.clientID'))
                    WHERE json_extract(\(column), '$.clientID') IS NOT NULL
                    """)
        }
        if try database.columns(in: "userFlow").contains(where: { $0.name == "clientIDs" }) {
            try database.alter(table: "userFlow") { $0.rename(column: "clientIDs", to: "clientIds") }
        }
    }

    /// The tables for tests: the clock, the keys, the fault rules, and one-time and automatic sign-ins.
    package static func createTesting(in database: Database) throws {
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
