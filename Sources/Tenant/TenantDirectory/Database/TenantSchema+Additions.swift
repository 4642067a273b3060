// SPDX-License-Identifier: Apache-2.0
package import SQLiteRecords

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
