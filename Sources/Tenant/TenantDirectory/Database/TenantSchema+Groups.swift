// SPDX-License-Identifier: Apache-2.0
package import GRDB

extension TenantSchema {
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
