// SPDX-License-Identifier: Apache-2.0
import GRDB

/// The tables, version after version.
enum TenantSchema {
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1 directory, apps, keys, grants") { database in
            try createDirectory(in: database)
            try createSecrets(in: database)
            try createGrants(in: database)
        }
        return migrator
    }

    private static func createDirectory(in database: Database) throws {
        try database.create(table: "tenant") { table in
            table.primaryKey("id", .text)
            table.column("displayName", .text).notNull()
            table.column("domain", .text).notNull().unique().collate(.nocase)
            table.column("passwordHash", .text).notNull()
        }
        try database.create(table: "person") { table in
            table.primaryKey("id", .text)
            table.column("tenantID", .text).notNull().references("tenant")
            table.column("userPrincipalName", .text).notNull().unique().collate(.nocase)
            table.column("displayName", .text).notNull()
            table.column("businessPhones", .jsonText).notNull()
            for name in [
                "givenName", "surname", "mail", "jobTitle", "department", "officeLocation", "mobilePhone",
                "preferredLanguage", "managerID",
            ] {
                table.column(name, .text)
            }
        }
        try database.create(table: "app") { table in
            table.primaryKey("id", .text)
            table.column("tenantID", .text).notNull().references("tenant")
            table.column("displayName", .text).notNull()
            table.column("redirectURIs", .jsonText).notNull()
            table.column("identifierURI", .text).unique()
            table.column("scopes", .jsonText).notNull()
            table.column("accessTokenVersion", .integer).notNull()
            table.column("consentedScopes", .jsonText).notNull()
        }
    }

    private static func createSecrets(in database: Database) throws {
        try database.create(table: "secret") { table in
            table.primaryKey("name", .text)
            table.column("value", .blob).notNull()
        }
        try database.create(table: "browserSession") { table in
            table.primaryKey {
                table.column("cookieHash", .text)
                table.column("personID", .text).references("person", onDelete: .cascade)
            }
            table.column("authenticatedAt", .datetime).notNull()
        }
    }

    /// Codes and refresh tokens are kept as hashes: who reads the database cannot use them.
    private static func createGrants(in database: Database) throws {
        try database.create(table: "authorizationCode") { table in
            table.primaryKey("codeHash", .text)
            table.column("grant", .jsonText).notNull()
            table.column("redirectURI", .text).notNull()
            table.column("nonce", .text)
            table.column("codeChallenge", .text)
            table.column("codeChallengeMethod", .text)
            table.column("expiresAt", .datetime).notNull()
            table.column("redeemed", .boolean).notNull()
        }
        try database.create(table: "refreshToken") { table in
            table.primaryKey("tokenHash", .text)
            table.column("grant", .jsonText).notNull()
            table.column("expiresAt", .datetime).notNull().indexed()
        }
    }
}
