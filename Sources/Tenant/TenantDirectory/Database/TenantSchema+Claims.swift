// SPDX-License-Identifier: Apache-2.0
package import GRDB

extension TenantSchema {
    /// Additional claims and properties of people and directories that change their tokens and sign-ins.
    package static func addClaims(in database: Database) throws {
        try database.alter(table: "person") { table in
            table.add(column: "additionalClaims", .jsonText).notNull().defaults(to: "{}")
            table.add(column: "usageLocation", .text)
            table.add(column: "lastPasswordChangeDateTime", .datetime)
        }
        try database.alter(table: "tenant") { table in
            table.add(column: "countryLetterCode", .text)
            table.add(column: "preferredLanguage", .text)
            table.add(column: "isSecurityDefaultsEnabled", .boolean).notNull().defaults(to: false)
        }
    }

    /// Conditional Access policies; a new platform has none.
    package static func createConditionalAccess(in database: Database) throws {
        try database.create(table: "conditionalAccessPolicy") { table in
            table.primaryKey("id", .text)
            table.column("tenantID", .text).notNull().indexed().references("tenant", onDelete: .cascade)
            table.column("displayName", .text).notNull()
            table.column("state", .text).notNull()
            table.column("createdDateTime", .datetime).notNull()
            table.column("conditions", .jsonText).notNull()
            table.column("grantControls", .jsonText)
            table.column("sessionControls", .jsonText)
        }
    }
}
