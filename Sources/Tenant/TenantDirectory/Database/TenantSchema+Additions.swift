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
            table.required(.datetime, "createdAt", "publishedAt", "activeFrom")
        }
        try database.create(table: "faultRule") { table in
            table.autoIncrementedPrimaryKey("id")
            table.column("rule", .jsonText).notNull()
            table.required(.integer, "passed", "hits")
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

    /// Additional claims and properties of people and directories that change their tokens and sign-ins.
    package static func addClaims(in database: Database) throws {
        try database.alter(table: "person") { table in
            table.add(column: "additionalClaims", .jsonText).notNull().defaults(to: "{}")
            table.add(column: "usageLocation", .text)
            table.add(column: "lastPasswordChangeDateTime", .datetime)
        }
        try database.alter(table: "tenant") { table in
            for name in ["countryLetterCode", "preferredLanguage"] { table.add(column: name, .text) }
            table.add(column: "isSecurityDefaultsEnabled", .boolean).notNull().defaults(to: false)
        }
    }

    /// Conditional Access policies; a new platform has none.
    package static func createConditionalAccess(in database: Database) throws {
        try database.create(table: "conditionalAccessPolicy") { table in
            table.primaryKey("id", .text)
            table.column("tenantID", .text).notNull().indexed().references("tenant", onDelete: .cascade)
            table.required(.text, "displayName", "state")
            table.column("createdDateTime", .datetime).notNull()
            table.column("conditions", .jsonText).notNull()
            table.optional(.jsonText, "grantControls", "sessionControls")
        }
    }

    /// The terms of use that people have accepted.
    package static func createTermsAcceptances(in database: Database) throws {
        try database.create(table: "termsAcceptance") { table in
            table.column("personID", .text).notNull().references("person", onDelete: .cascade)
            table.column("agreementID", .text).notNull()
            table.column("acceptedAt", .datetime).notNull()
            table.primaryKey(["personID", "agreementID"])
        }
    }

    /// Groups; credentials, claims and assignments of apps; the state of people's accounts.
    package static func createGroups(in database: Database) throws {
        try database.create(table: "directoryGroup") { table in
            table.primaryKey("id", .text)
            table.column("tenantID", .text).notNull().indexed().references("tenant", onDelete: .cascade)
            table.column("displayName", .text).notNull()
            table.column("securityEnabled", .boolean).notNull()
            table.column("memberIDs", .jsonText).notNull()
        }
        try database.alter(table: "app") { table in
            // Earlier versions had only the sample apps, which the tenant writes again at each start.
            table.drop(column: "secretHashes")
            for name in [
                "spaRedirectURIs", "passwordCredentials", "keyCredentials", "federatedIdentityCredentials", "appRoles",
                "appRoleAssignments",
            ] {
                table.add(column: name, .jsonText).notNull().defaults(to: "[]")
            }
            for name in ["implicitGrantSettings", "optionalClaims"] {
                table.add(column: name, .jsonText).notNull().defaults(to: "{}")
            }
            table.add(column: "logoutURL", .text)
            table.add(column: "isEnabled", .boolean).notNull().defaults(to: true)
            table.add(column: "groupMembershipClaims", .text).notNull()
                .defaults(to: GroupMembershipClaims.none.rawValue)
            table.add(column: "appRoleAssignmentRequired", .boolean).notNull().defaults(to: false)
        }
        try database.alter(table: "person") { table in
            table.add(column: "userType", .text).notNull().defaults(to: UserType.member.rawValue)
            table.add(column: "accountEnabled", .boolean).notNull().defaults(to: true)
            table.add(column: "passwordHash", .text)
            table.add(column: "forceChangePasswordNextSignIn", .boolean).notNull().defaults(to: false)
            table.add(column: "failedAttempts", .integer).notNull().defaults(to: 0)
            table.add(column: "lockedUntil", .datetime)
            table.add(column: "signInSessionsValidFrom", .datetime)
        }
    }
}

extension TableDefinition {
    /// Adds columns that each row fills.
    package func required(_ type: Database.ColumnType, _ names: String...) {
        for name in names { column(name, type).notNull() }
    }

    /// Adds columns that a row may leave empty.
    package func optional(_ type: Database.ColumnType, _ names: String...) {
        for name in names { column(name, type) }
    }
}
