// SPDX-License-Identifier: Apache-2.0
package import GRDB

/// The tables: each part of the tenant creates its own, and the composition decides the order.
package enum TenantSchema {
    package static func createDirectory(in database: Database) throws {
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
            table.optional(
                .text, "givenName", "surname", "mail", "jobTitle", "department", "officeLocation", "mobilePhone",
                "preferredLanguage", "managerID")
        }
        try database.create(table: "app") { table in
            table.primaryKey("id", .text)
            table.column("tenantID", .text).notNull().references("tenant")
            table.column("displayName", .text).notNull()
            table.column("redirectURIs", .jsonText).notNull()
            table.column("identifierURI", .text).unique()
            table.required(.jsonText, "scopes", "consentedScopes")
            table.column("accessTokenVersion", .integer).notNull()
        }
    }

    package static func createSecrets(in database: Database) throws {
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

    /// Codes and refresh tokens are stored as hashes: a reader of the database cannot use them.
    package static func createGrants(in database: Database) throws {
        try database.create(table: "authorizationCode") { table in
            table.primaryKey("codeHash", .text)
            table.column("grant", .jsonText).notNull()
            table.column("redirectURI", .text).notNull()
            table.optional(.text, "nonce", "codeChallenge", "codeChallengeMethod")
            table.column("expiresAt", .datetime).notNull()
            table.column("redeemed", .boolean).notNull()
        }
        try database.create(table: "refreshToken") { table in
            table.primaryKey("tokenHash", .text)
            table.column("grant", .jsonText).notNull()
            table.column("expiresAt", .datetime).notNull().indexed()
        }
    }

    package static func addKinds(in database: Database) throws {
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

    /// The permissions that a person gave an app; without a person, an administrator gave them for all people.
    package static func createConsent(in database: Database) throws {
        try database.create(table: "consent") { table in
            table.column("tenantID", .text).notNull().references("tenant", onDelete: .cascade)
            table.column("personID", .text).references("person", onDelete: .cascade)
            table.column("clientID", .text).notNull().references("app", onDelete: .cascade)
            table.column("scope", .text).notNull()
            table.column("grantedAt", .datetime).notNull()
        }
        // A plain unique key would treat two rows without a person as different.
        try database.execute(
            sql: """
                CREATE UNIQUE INDEX consentOnce ON consent (tenantID, ifnull(personID, ''), clientID, scope)
                """)
    }

    /// Customers who signed up have their own passwords, sessions and grants.
    package static func createCustomers(in database: Database) throws {
        try database.create(table: "customer") { table in
            table.primaryKey("id", .text)
            table.column("tenantID", .text).notNull().references("tenant")
            table.column("email", .text).notNull().collate(.nocase)
            table.required(.text, "displayName", "passwordHash")
            table.optional(.text, "givenName", "surname")
            table.optional(.datetime, "grantsEndedAt", "lockedUntil")
            table.column("failedAttempts", .integer).notNull()
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

    package static func createDeviceCodes(in database: Database) throws {
        try database.create(table: "deviceCode") { table in
            table.primaryKey("codeHash", .text)
            table.column("userCode", .text).notNull().unique()
            table.required(.text, "clientID", "tenantName", "scope", "state")
            table.column("expiresAt", .datetime).notNull()
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

    package static func createInbox(in database: Database) throws {
        try database.create(table: "inboxMessage") { table in
            table.autoIncrementedPrimaryKey("id")
            table.required(.text, "channel", "recipient", "sender", "text")
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
