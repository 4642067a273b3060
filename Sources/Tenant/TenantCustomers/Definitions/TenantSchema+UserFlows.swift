// SPDX-License-Identifier: Apache-2.0
package import GRDB
import TenantDirectory

extension TenantSchema {
    /// Adds the tables for user flows and attributes; customers get attributes, a telephone number and a state.
    package static func createUserFlows(in database: Database) throws {
        try database.create(table: "userFlow") { table in
            table.primaryKey {
                table.column("tenantID", .text).references("tenant", onDelete: .cascade)
                table.column("name", .text).collate(.nocase)
            }
            for name in ["kind", "service", "passwordReset"] { table.column(name, .text).notNull() }
            for name in ["clientIds", "attributes", "claims", "secondFactor", "tokens", "look"] {
                table.column(name, .jsonText).notNull()
            }
            table.column("keepSignedInDays", .integer).notNull()
        }
        try database.create(table: "customAttribute") { table in
            table.primaryKey {
                table.column("tenantID", .text).references("tenant", onDelete: .cascade)
                table.column("name", .text).collate(.nocase)
            }
            table.column("label", .text).notNull()
            table.column("kind", .text).notNull()
            table.column("options", .jsonText).notNull()
        }
        try database.alter(table: "customer") { table in
            table.add(column: "attributes", .jsonText).notNull().defaults(to: "{}")
            table.add(column: "phone", .text)
            table.add(column: "accountEnabled", .boolean).notNull().defaults(to: true)
        }
        try database.alter(table: "customerSession") { table in
            table.add(column: "secondFactorAt", .datetime)
            table.add(column: "endsAt", .datetime)
        }
    }
}
