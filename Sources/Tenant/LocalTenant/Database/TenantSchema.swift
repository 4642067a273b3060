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
        migrator.registerMigration("2 kinds of accounts, consent, second factors, inbox") { database in
            try addKinds(in: database)
            try createConsent(in: database)
            try createInbox(in: database)
        }
        migrator.registerMigration("3 permissions in words") { database in
            try database.alter(table: "app") { table in
                table.add(column: "permissionTexts", .jsonText).notNull().defaults(to: "[]")
            }
        }
        migrator.registerMigration("4 customers and their user flows") { try createCustomers(in: $0) }
        migrator.registerMigration("5 device codes, permissions of apps") { try createDeviceCodes(in: $0) }
        migrator.registerMigration("6 device codes by their end") { database in
            try database.create(indexOn: "deviceCode", columns: ["expiresAt"])
        }
        migrator.registerMigration("7 limits of one-time codes") { database in
            try database.create(table: "oneTimeCodeEffort") { table in
                table.primaryKey("holder", .text)
                table.column("attempts", .integer).notNull()
                table.column("sent", .integer).notNull()
                table.column("endsAt", .datetime).notNull().indexed()
            }
        }
        migrator.registerMigration("8 credentials, claims and assignments of apps, groups, states of people") {
            try createGroups(in: $0)
        }
        migrator.registerMigration("claims 1 additional claims of people, countries, security defaults") {
            try addClaims(in: $0)
        }
        migrator.registerMigration("claims 2 Conditional Access") { try createConditionalAccess(in: $0) }
        migrator.registerMigration("authorize 1 names of sessions, apps of sessions") {
            try createSessionClients(in: $0)
        }
        migrator.registerMigration("faults 1 clock, key ring, fault rules, sign-ins without a click") {
            try createTesting(in: $0)
        }
        migrator.registerMigration("std 1 standard provider") { try createStandardProvider(in: $0) }
        migrator.registerMigration("api 1 where the content came from") { try createOrigin(in: $0) }
        migrator.registerMigration("flows 1 user flows and attributes as data") { try createUserFlows(in: $0) }
        migrator.registerMigration("api 2 apps that come with the tenant") { database in
            try database.alter(table: "app") { table in
                table.add(column: "isBuiltIn", .boolean).notNull().defaults(to: false)
            }
        }
        migrator.registerMigration("api 3 one spelling of clientId") { try respellRules(in: $0) }
        migrator.registerMigration("std 2 secrets of clients are used") { try useSecrets(in: $0) }
        migrator.registerMigration("std 3 device codes") { try createStandardDeviceCodes(in: $0) }
        migrator.registerMigration("std 4 grants that continue others") { try addStandardOrigins(in: $0) }
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

    private static func addKinds(in database: Database) throws {
        try database.alter(table: "tenant") { table in
            table.add(column: "kind", .text).notNull().defaults(to: Tenant.Kind.organization.rawValue)
        }
        try database.alter(table: "person") { table in
            table.add(column: "secondFactorPhone", .text)
            table.add(column: "directoryRole", .text)
        }
        try database.alter(table: "app") { table in
            table.add(column: "signInAudience", .text).notNull().defaults(to: SignInAudience.organization.rawValue)
            table.add(column: "secretHashes", .jsonText).notNull().defaults(to: "[]")
        }
        try database.alter(table: "browserSession") { table in
            table.add(column: "secondFactorAt", .datetime)
        }
    }

    /// What each person let an app do; without a person, what an administrator allowed for everybody.
    private static func createConsent(in database: Database) throws {
        try database.create(table: "consent") { table in
            table.column("tenantID", .text).notNull().references("tenant", onDelete: .cascade)
            table.column("personID", .text).references("person", onDelete: .cascade)
            table.column("clientID", .text).notNull().references("app", onDelete: .cascade)
            table.column("scope", .text).notNull()
            table.column("grantedAt", .datetime).notNull()
        }
        // A plain unique key would count two missing people as different.
        try database.execute(
            sql: """
                CREATE UNIQUE INDEX consentOnce ON consent (tenantID, ifnull(personID, ''), clientID, scope)
                """)
    }

    /// People who signed up by themselves have their own passwords, sessions and grants.
    private static func createCustomers(in database: Database) throws {
        try database.create(table: "customer") { table in
            table.primaryKey("id", .text)
            table.column("tenantID", .text).notNull().references("tenant")
            table.column("email", .text).notNull().collate(.nocase)
            table.column("displayName", .text).notNull()
            table.column("givenName", .text)
            table.column("surname", .text)
            table.column("passwordHash", .text).notNull()
            table.column("grantsEndedAt", .datetime)
            table.column("failedAttempts", .integer).notNull()
            table.column("lockedUntil", .datetime)
            table.uniqueKey(["tenantID", "email"])
        }
        try database.create(table: "customerSession") { table in
            table.primaryKey {
                table.column("cookieHash", .text)
                table.column("tenantID", .text)
            }
            table.column("customerID", .text).notNull().references("customer", onDelete: .cascade)
            table.column("authenticatedAt", .datetime).notNull()
        }
        try database.create(table: "userFlowGrant") { table in
            table.primaryKey("secretHash", .text)
            table.column("grant", .jsonText).notNull()
            table.column("binding", .jsonText)
            table.column("issuedAt", .datetime).notNull()
            table.column("expiresAt", .datetime).notNull().indexed()
            table.column("redeemed", .boolean).notNull()
        }
    }

    private static func createDeviceCodes(in database: Database) throws {
        try database.create(table: "deviceCode") { table in
            table.primaryKey("codeHash", .text)
            table.column("userCode", .text).notNull().unique()
            table.column("clientID", .text).notNull()
            table.column("tenantName", .text).notNull()
            table.column("scope", .text).notNull()
            table.column("expiresAt", .datetime).notNull()
            table.column("state", .text).notNull()
            table.column("grant", .jsonText)
            table.column("lastPolledAt", .datetime)
        }
        try database.create(table: "userCodeGuess") { table in
            table.primaryKey("cookieHash", .text)
            table.column("count", .integer).notNull()
            table.column("endsAt", .datetime).notNull()
        }
        try database.alter(table: "app") { table in
            table.add(column: "assignedRoles", .jsonText).notNull().defaults(to: "[]")
        }
    }

    private static func createInbox(in database: Database) throws {
        try database.create(table: "inboxMessage") { table in
            table.autoIncrementedPrimaryKey("id")
            table.column("channel", .text).notNull()
            table.column("recipient", .text).notNull()
            table.column("sender", .text).notNull()
            table.column("text", .text).notNull()
            table.column("code", .text)
            table.column("sentAt", .datetime).notNull()
        }
        try database.create(table: "oneTimeCode") { table in
            table.primaryKey("subject", .text)
            table.column("codeHash", .text).notNull()
            table.column("expiresAt", .datetime).notNull()
            table.column("attempts", .integer).notNull()
        }
    }
}
