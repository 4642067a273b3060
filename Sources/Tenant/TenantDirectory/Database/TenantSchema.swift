// SPDX-License-Identifier: Apache-2.0
package import SQLiteRecords

/// The tables: each part of the tenant creates its own, and the composition decides the order.
package enum TenantSchema {
    /// A later version wrote the database, which stays unchanged.
    package struct LaterVersion: Error {
        package init() {}
    }

    package static func createDirectory(in database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE "tenant" ("id" TEXT PRIMARY KEY NOT NULL, "displayName" TEXT NOT NULL, \
                "domain" TEXT NOT NULL UNIQUE COLLATE NOCASE, "passwordHash" TEXT NOT NULL);
                CREATE TABLE "person" ("id" TEXT PRIMARY KEY NOT NULL, \
                "tenantID" TEXT NOT NULL REFERENCES "tenant"("id"), \
                "userPrincipalName" TEXT NOT NULL UNIQUE COLLATE NOCASE, "displayName" TEXT NOT NULL, \
                "businessPhones" TEXT NOT NULL, "givenName" TEXT, "surname" TEXT, "mail" TEXT, "jobTitle" TEXT, \
                "department" TEXT, "officeLocation" TEXT, "mobilePhone" TEXT, "preferredLanguage" TEXT, \
                "managerID" TEXT);
                CREATE TABLE "app" ("id" TEXT PRIMARY KEY NOT NULL, \
                "tenantID" TEXT NOT NULL REFERENCES "tenant"("id"), "displayName" TEXT NOT NULL, \
                "redirectURIs" TEXT NOT NULL, "identifierURI" TEXT UNIQUE, "scopes" TEXT NOT NULL, \
                "consentedScopes" TEXT NOT NULL, "accessTokenVersion" INTEGER NOT NULL);
                """)
    }

    package static func createSecrets(in database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE "secret" ("name" TEXT PRIMARY KEY NOT NULL, "value" BLOB NOT NULL);
                CREATE TABLE "browserSession" ("cookieHash" TEXT NOT NULL, \
                "personID" TEXT NOT NULL REFERENCES "person"("id") ON DELETE CASCADE, \
                "authenticatedAt" DATETIME NOT NULL, PRIMARY KEY ("cookieHash", "personID"));
                """)
    }

    package static func createGrants(in database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE "authorizationCode" ("codeHash" TEXT PRIMARY KEY NOT NULL, "grant" TEXT NOT NULL, \
                "redirectURI" TEXT NOT NULL, "nonce" TEXT, "codeChallenge" TEXT, "codeChallengeMethod" TEXT, \
                "expiresAt" DATETIME NOT NULL, "redeemed" BOOLEAN NOT NULL);
                CREATE TABLE "refreshToken" ("tokenHash" TEXT PRIMARY KEY NOT NULL, "grant" TEXT NOT NULL, \
                "expiresAt" DATETIME NOT NULL);
                CREATE INDEX "refreshToken_on_expiresAt" ON "refreshToken"("expiresAt");
                """)
    }

    package static func addKinds(in database: Database) throws {
        try database.execute(
            sql: """
                ALTER TABLE "tenant" ADD COLUMN "kind" TEXT NOT NULL DEFAULT 'organization';
                ALTER TABLE "person" ADD COLUMN "secondFactorPhone" TEXT;
                ALTER TABLE "person" ADD COLUMN "directoryRole" TEXT;
                ALTER TABLE "app" ADD COLUMN "signInAudience" TEXT NOT NULL DEFAULT 'AzureADMyOrg';
                ALTER TABLE "app" ADD COLUMN "secretHashes" TEXT NOT NULL DEFAULT '[]';
                ALTER TABLE "browserSession" ADD COLUMN "secondFactorAt" DATETIME;
                """)
    }

    package static func createConsent(in database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE "consent" ("tenantID" TEXT NOT NULL REFERENCES "tenant"("id") ON DELETE CASCADE, \
                "personID" TEXT REFERENCES "person"("id") ON DELETE CASCADE, \
                "clientID" TEXT NOT NULL REFERENCES "app"("id") ON DELETE CASCADE, "scope" TEXT NOT NULL, \
                "grantedAt" DATETIME NOT NULL)
                """)
        // A plain unique key would treat two rows without a person as different.
        try database.execute(
            sql: """
                CREATE UNIQUE INDEX consentOnce ON consent (tenantID, ifnull(personID, ''), clientID, scope)
                """)
    }

    package static func createCustomers(in database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE "customer" ("id" TEXT PRIMARY KEY NOT NULL, \
                "tenantID" TEXT NOT NULL REFERENCES "tenant"("id"), "email" TEXT NOT NULL COLLATE NOCASE, \
                "displayName" TEXT NOT NULL, "passwordHash" TEXT NOT NULL, "givenName" TEXT, "surname" TEXT, \
                "grantsEndedAt" DATETIME, "lockedUntil" DATETIME, "failedAttempts" INTEGER NOT NULL, \
                UNIQUE ("tenantID", "email"));
                CREATE TABLE "customerSession" ("cookieHash" TEXT NOT NULL, "tenantID" TEXT NOT NULL, \
                "customerID" TEXT NOT NULL REFERENCES "customer"("id") ON DELETE CASCADE, \
                "authenticatedAt" DATETIME NOT NULL, PRIMARY KEY ("cookieHash", "tenantID"));
                CREATE TABLE "userFlowGrant" ("secretHash" TEXT PRIMARY KEY NOT NULL, "grant" TEXT NOT NULL, \
                "binding" TEXT, "issuedAt" DATETIME NOT NULL, "expiresAt" DATETIME NOT NULL, \
                "redeemed" BOOLEAN NOT NULL);
                CREATE INDEX "userFlowGrant_on_expiresAt" ON "userFlowGrant"("expiresAt");
                """)
    }

    package static func createDeviceCodes(in database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE "deviceCode" ("codeHash" TEXT PRIMARY KEY NOT NULL, "userCode" TEXT NOT NULL UNIQUE, \
                "clientID" TEXT NOT NULL, "tenantName" TEXT NOT NULL, "scope" TEXT NOT NULL, "state" TEXT NOT NULL, \
                "expiresAt" DATETIME NOT NULL, "grant" TEXT, "lastPolledAt" DATETIME);
                CREATE TABLE "userCodeGuess" ("cookieHash" TEXT PRIMARY KEY NOT NULL, "count" INTEGER NOT NULL, \
                "endsAt" DATETIME NOT NULL);
                ALTER TABLE "app" ADD COLUMN "assignedRoles" TEXT NOT NULL DEFAULT '[]';
                """)
    }

    package static func createInbox(in database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE "inboxMessage" ("id" INTEGER PRIMARY KEY AUTOINCREMENT, "channel" TEXT NOT NULL, \
                "recipient" TEXT NOT NULL, "sender" TEXT NOT NULL, "text" TEXT NOT NULL, "code" TEXT, \
                "sentAt" DATETIME NOT NULL);
                CREATE TABLE "oneTimeCode" ("subject" TEXT PRIMARY KEY NOT NULL, "codeHash" TEXT NOT NULL, \
                "expiresAt" DATETIME NOT NULL, "attempts" INTEGER NOT NULL);
                """)
    }
}
