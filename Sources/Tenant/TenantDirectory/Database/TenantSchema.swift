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
        if try database.hasColumn("clientIDs", in: "userFlow") {
            try database.execute(
                sql: """
                    ALTER TABLE "userFlow" RENAME COLUMN "clientIDs" TO "clientIds"
                    """)
        }
    }

    package static func createTesting(in database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE "tenantState" ("name" TEXT PRIMARY KEY NOT NULL, "value" TEXT NOT NULL);
                CREATE TABLE "ringKey" ("id" INTEGER PRIMARY KEY AUTOINCREMENT, "thumbprint" TEXT NOT NULL UNIQUE, \
                "privateKey" BLOB NOT NULL, "createdAt" DATETIME NOT NULL, "publishedAt" DATETIME NOT NULL, \
                "activeFrom" DATETIME NOT NULL);
                CREATE TABLE "faultRule" ("id" INTEGER PRIMARY KEY AUTOINCREMENT, "rule" TEXT NOT NULL, \
                "passed" INTEGER NOT NULL, "hits" INTEGER NOT NULL);
                CREATE TABLE "oneTimeSignIn" ("secretHash" TEXT PRIMARY KEY NOT NULL, "signIn" TEXT NOT NULL, \
                "expiresAt" DATETIME NOT NULL);
                CREATE TABLE "automaticSignIn" ("clientID" TEXT PRIMARY KEY NOT NULL, "signIn" TEXT NOT NULL);
                """)
    }

    package static func addClaims(in database: Database) throws {
        try database.execute(
            sql: """
                ALTER TABLE "person" ADD COLUMN "additionalClaims" TEXT NOT NULL DEFAULT '{}';
                ALTER TABLE "person" ADD COLUMN "usageLocation" TEXT;
                ALTER TABLE "person" ADD COLUMN "lastPasswordChangeDateTime" DATETIME;
                ALTER TABLE "tenant" ADD COLUMN "countryLetterCode" TEXT;
                ALTER TABLE "tenant" ADD COLUMN "preferredLanguage" TEXT;
                ALTER TABLE "tenant" ADD COLUMN "isSecurityDefaultsEnabled" BOOLEAN NOT NULL DEFAULT 0;
                """)
    }

    package static func createConditionalAccess(in database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE "conditionalAccessPolicy" ("id" TEXT PRIMARY KEY NOT NULL, \
                "tenantID" TEXT NOT NULL REFERENCES "tenant"("id") ON DELETE CASCADE, "displayName" TEXT NOT NULL, \
                "state" TEXT NOT NULL, "createdDateTime" DATETIME NOT NULL, "conditions" TEXT NOT NULL, \
                "grantControls" TEXT, "sessionControls" TEXT);
                CREATE INDEX "conditionalAccessPolicy_on_tenantID" ON "conditionalAccessPolicy"("tenantID");
                """)
    }

    package static func createTermsAcceptances(in database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE "termsAcceptance" ("personID" TEXT NOT NULL REFERENCES "person"("id") ON DELETE CASCADE, \
                "agreementID" TEXT NOT NULL, "acceptedAt" DATETIME NOT NULL, PRIMARY KEY ("personID", "agreementID"))
                """)
    }

    package static func createGroups(in database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE "directoryGroup" ("id" TEXT PRIMARY KEY NOT NULL, \
                "tenantID" TEXT NOT NULL REFERENCES "tenant"("id") ON DELETE CASCADE, "displayName" TEXT NOT NULL, \
                "securityEnabled" BOOLEAN NOT NULL, "memberIDs" TEXT NOT NULL);
                CREATE INDEX "directoryGroup_on_tenantID" ON "directoryGroup"("tenantID");
                """)
        // Earlier versions had only the sample apps, which the tenant rewrites at each start.
        try database.execute(
            sql: """
                ALTER TABLE "app" DROP COLUMN "secretHashes";
                ALTER TABLE "app" ADD COLUMN "spaRedirectURIs" TEXT NOT NULL DEFAULT '[]';
                ALTER TABLE "app" ADD COLUMN "passwordCredentials" TEXT NOT NULL DEFAULT '[]';
                ALTER TABLE "app" ADD COLUMN "keyCredentials" TEXT NOT NULL DEFAULT '[]';
                ALTER TABLE "app" ADD COLUMN "federatedIdentityCredentials" TEXT NOT NULL DEFAULT '[]';
                ALTER TABLE "app" ADD COLUMN "appRoles" TEXT NOT NULL DEFAULT '[]';
                ALTER TABLE "app" ADD COLUMN "appRoleAssignments" TEXT NOT NULL DEFAULT '[]';
                ALTER TABLE "app" ADD COLUMN "implicitGrantSettings" TEXT NOT NULL DEFAULT '{}';
                ALTER TABLE "app" ADD COLUMN "optionalClaims" TEXT NOT NULL DEFAULT '{}';
                ALTER TABLE "app" ADD COLUMN "logoutURL" TEXT;
                ALTER TABLE "app" ADD COLUMN "isEnabled" BOOLEAN NOT NULL DEFAULT 1;
                ALTER TABLE "app" ADD COLUMN "groupMembershipClaims" TEXT NOT NULL DEFAULT 'None';
                ALTER TABLE "app" ADD COLUMN "appRoleAssignmentRequired" BOOLEAN NOT NULL DEFAULT 0;
                ALTER TABLE "person" ADD COLUMN "userType" TEXT NOT NULL DEFAULT 'Member';
                ALTER TABLE "person" ADD COLUMN "accountEnabled" BOOLEAN NOT NULL DEFAULT 1;
                ALTER TABLE "person" ADD COLUMN "passwordHash" TEXT;
                ALTER TABLE "person" ADD COLUMN "forceChangePasswordNextSignIn" BOOLEAN NOT NULL DEFAULT 0;
                ALTER TABLE "person" ADD COLUMN "failedAttempts" INTEGER NOT NULL DEFAULT 0;
                ALTER TABLE "person" ADD COLUMN "lockedUntil" DATETIME;
                ALTER TABLE "person" ADD COLUMN "signInSessionsValidFrom" DATETIME;
                """)
    }
}
