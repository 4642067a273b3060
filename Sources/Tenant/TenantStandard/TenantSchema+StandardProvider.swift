// SPDX-License-Identifier: Apache-2.0
package import SQLiteRecords
import TenantDirectory

extension TenantSchema {
    /// Codes, tokens, and cookies are stored as hashes.
    package static func createStandardProvider(in database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE "standardClient" ("id" TEXT PRIMARY KEY NOT NULL, "metadata" TEXT NOT NULL, \
                "secretHash" TEXT);
                CREATE TABLE "standardConsent" ("personID" TEXT NOT NULL REFERENCES "person"("id") ON DELETE CASCADE, \
                "clientID" TEXT NOT NULL REFERENCES "standardClient"("id") ON DELETE CASCADE, "scope" TEXT NOT NULL, \
                PRIMARY KEY ("personID", "clientID", "scope"));
                CREATE TABLE "standardSession" ("id" TEXT PRIMARY KEY NOT NULL, "cookieHash" TEXT NOT NULL, \
                "personID" TEXT NOT NULL REFERENCES "person"("id") ON DELETE CASCADE, \
                "authenticatedAt" DATETIME NOT NULL, UNIQUE ("cookieHash", "personID"));
                CREATE INDEX "standardSession_on_authenticatedAt" ON "standardSession"("authenticatedAt");
                CREATE TABLE "standardInteraction" ("idHash" TEXT PRIMARY KEY NOT NULL, "parameters" TEXT NOT NULL, \
                "isPushed" BOOLEAN NOT NULL, "personID" TEXT, "expiresAt" DATETIME NOT NULL);
                CREATE INDEX "standardInteraction_on_expiresAt" ON "standardInteraction"("expiresAt");
                CREATE TABLE "standardGrant" ("id" TEXT PRIMARY KEY NOT NULL, \
                "clientID" TEXT NOT NULL REFERENCES "standardClient"("id") ON DELETE CASCADE, \
                "personID" TEXT REFERENCES "person"("id") ON DELETE CASCADE, "sessionID" TEXT, "scope" TEXT NOT NULL, \
                "claims" TEXT, "authenticatedAt" DATETIME, "issuedAt" DATETIME NOT NULL, "revokedAt" DATETIME);
                CREATE INDEX "standardGrant_on_sessionID" ON "standardGrant"("sessionID");
                CREATE INDEX "standardGrant_on_issuedAt" ON "standardGrant"("issuedAt");
                CREATE TABLE "standardCode" ("codeHash" TEXT PRIMARY KEY NOT NULL, \
                "grantID" TEXT NOT NULL REFERENCES "standardGrant"("id") ON DELETE CASCADE, \
                "redirectURI" TEXT NOT NULL, "nonce" TEXT, "codeChallenge" TEXT, "thumbprint" TEXT, \
                "expiresAt" DATETIME NOT NULL, "isRedeemed" BOOLEAN NOT NULL);
                CREATE INDEX "standardCode_on_grantID" ON "standardCode"("grantID");
                CREATE TABLE "standardRefreshToken" ("tokenHash" TEXT PRIMARY KEY NOT NULL, \
                "grantID" TEXT NOT NULL REFERENCES "standardGrant"("id") ON DELETE CASCADE, "scope" TEXT NOT NULL, \
                "thumbprint" TEXT, "issuedAt" DATETIME NOT NULL, "expiresAt" DATETIME NOT NULL, \
                "isUsed" BOOLEAN NOT NULL);
                CREATE INDEX "standardRefreshToken_on_grantID" ON "standardRefreshToken"("grantID");
                CREATE INDEX "standardRefreshToken_on_expiresAt" ON "standardRefreshToken"("expiresAt");
                CREATE TABLE "standardAccessToken" ("tokenHash" TEXT PRIMARY KEY NOT NULL, \
                "grantID" TEXT NOT NULL REFERENCES "standardGrant"("id") ON DELETE CASCADE, "scope" TEXT NOT NULL, \
                "thumbprint" TEXT, "issuedAt" DATETIME NOT NULL, "expiresAt" DATETIME NOT NULL, "id" TEXT NOT NULL);
                CREATE INDEX "standardAccessToken_on_grantID" ON "standardAccessToken"("grantID");
                CREATE INDEX "standardAccessToken_on_expiresAt" ON "standardAccessToken"("expiresAt");
                CREATE TABLE "standardPushedRequest" ("uriHash" TEXT PRIMARY KEY NOT NULL, "clientID" TEXT NOT NULL, \
                "parameters" TEXT NOT NULL, "expiresAt" DATETIME NOT NULL);
                CREATE INDEX "standardPushedRequest_on_expiresAt" ON "standardPushedRequest"("expiresAt");
                CREATE TABLE "standardUsedIdentifier" ("identifierHash" TEXT PRIMARY KEY NOT NULL, \
                "expiresAt" DATETIME NOT NULL);
                CREATE INDEX "standardUsedIdentifier_on_expiresAt" ON "standardUsedIdentifier"("expiresAt");
                """)
    }

    /// Fixes clients with a secret that were stored as public, and so refused when they used it.
    package static func useSecrets(in database: Database) throws {
        try database.execute(
            sql: """
                UPDATE standardClient
                SET metadata = json_set(metadata, '$.authenticationMethods', json('["client_secret_basic"]'))
                WHERE secretHash IS NOT NULL AND json_extract(metadata, '$.authenticationMethods') = '["none"]'
                """)
    }

    /// RFC 8628.
    package static func createStandardDeviceCodes(in database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE "standardDeviceCode" ("codeHash" TEXT PRIMARY KEY NOT NULL, \
                "userCode" TEXT NOT NULL UNIQUE, \
                "clientID" TEXT NOT NULL REFERENCES "standardClient"("id") ON DELETE CASCADE, "scope" TEXT NOT NULL, \
                "expiresAt" DATETIME NOT NULL, "interval" DOUBLE NOT NULL, "state" TEXT NOT NULL, "grantID" TEXT, \
                "lastPolledAt" DATETIME);
                CREATE INDEX "standardDeviceCode_on_expiresAt" ON "standardDeviceCode"("expiresAt");
                ALTER TABLE "standardInteraction" ADD COLUMN "userCode" TEXT;
                """)
    }

    /// A grant that continues another one is removed with it; expired codes are removed by an indexed column.
    package static func addStandardOrigins(in database: Database) throws {
        try database.execute(
            sql: """
                ALTER TABLE "standardGrant" ADD COLUMN "originID" TEXT REFERENCES "standardGrant"("id") ON DELETE \
                CASCADE;
                CREATE INDEX "index_standardGrant_on_originID" ON "standardGrant"("originID");
                CREATE INDEX "index_standardCode_on_expiresAt" ON "standardCode"("expiresAt");
                """)
    }

    /// Adds clients that register themselves, and grants for requested APIs. RFC 7591, RFC 8707, RFC 9396
    package static func addStandardResources(in database: Database) throws {
        try database.execute(
            sql: """
                ALTER TABLE "standardClient" ADD COLUMN "registeredAt" DATETIME;
                UPDATE standardClient SET metadata = json_set(metadata, '$.authorizationDetailsTypes', json('[]'));
                ALTER TABLE "standardGrant" ADD COLUMN "resources" TEXT;
                ALTER TABLE "standardGrant" ADD COLUMN "authorizationDetails" TEXT;
                ALTER TABLE "standardAccessToken" ADD COLUMN "resources" TEXT;
                ALTER TABLE "standardAccessToken" ADD COLUMN "authorizationDetails" TEXT;
                ALTER TABLE "standardDeviceCode" ADD COLUMN "resources" TEXT;
                ALTER TABLE "standardDeviceCode" ADD COLUMN "authorizationDetails" TEXT;
                CREATE INDEX "index_standardGrant_on_clientID" ON "standardGrant"("clientID");
                """)
    }

    /// Adds the certificates of clients, and the tokens that are bound to them. RFC 8705
    package static func addStandardCertificates(in database: Database) throws {
        try database.execute(
            sql: """
                UPDATE standardClient
                SET metadata = json_set(metadata, '$.bindsTokensToCertificate', json('false'));
                ALTER TABLE "standardAccessToken" ADD COLUMN "certificateThumbprint" TEXT;
                ALTER TABLE "standardRefreshToken" ADD COLUMN "certificateThumbprint" TEXT;
                """)
    }

    /// Adds the origins of clients, the number of used identifiers of each client, and indexes for look-ups by client.
    package static func addStandardOwners(in database: Database) throws {
        try database.execute(
            sql: """
                CREATE INDEX "index_standardClient_on_registeredAt" ON "standardClient"("registeredAt");
                CREATE INDEX "index_standardConsent_on_clientID" ON "standardConsent"("clientID");
                CREATE INDEX "index_standardDeviceCode_on_clientID" ON "standardDeviceCode"("clientID");
                CREATE TABLE "standardOrigin" ("origin" TEXT NOT NULL, \
                "clientID" TEXT NOT NULL REFERENCES "standardClient"("id") ON DELETE CASCADE, \
                PRIMARY KEY ("origin", "clientID")) WITHOUT ROWID;
                CREATE INDEX "index_standardOrigin_on_clientID" ON "standardOrigin"("clientID");
                """)
        for client in try StandardClient.fetchAll(database) { try client.writeOrigins(in: database) }
        // The clients of earlier identifiers are unknown; these expire within minutes.
        try database.execute(
            sql: """
                ALTER TABLE "standardUsedIdentifier" ADD COLUMN "clientID" TEXT NOT NULL DEFAULT '';
                CREATE TABLE "standardIdentifierCount" ("clientID" TEXT PRIMARY KEY NOT NULL, \
                "count" INTEGER NOT NULL) WITHOUT ROWID;
                INSERT INTO standardIdentifierCount (clientID, count)
                SELECT clientID, count(*) FROM standardUsedIdentifier GROUP BY clientID;
                CREATE TRIGGER identifier_insert AFTER INSERT ON standardUsedIdentifier BEGIN
                    INSERT INTO standardIdentifierCount (clientID, count) VALUES (NEW.clientID, 1)
                    ON CONFLICT (clientID) DO UPDATE SET count = count + 1;
                END;
                CREATE TRIGGER identifier_delete AFTER DELETE ON standardUsedIdentifier BEGIN
                    UPDATE standardIdentifierCount SET count = count - 1 WHERE clientID = OLD.clientID;
                    DELETE FROM standardIdentifierCount WHERE clientID = OLD.clientID AND count = 0;
                END;
                """)
    }

    /// Marks clients with grants, and removes the used identifiers of a client with it.
    ///
    /// Triggers maintain the column: a search by grants would read all clients that registered themselves.
    package static func addStandardUse(in database: Database) throws {
        try database.execute(
            sql: """
                ALTER TABLE "standardClient" ADD COLUMN "isUsed" BOOLEAN NOT NULL DEFAULT 0;
                UPDATE standardClient SET isUsed = EXISTS (SELECT 1 FROM standardGrant WHERE clientID = standardClient.id);
                CREATE INDEX "index_standardClient_on_isUsed" ON "standardClient"("isUsed")
                WHERE "registeredAt" IS NOT NULL;
                CREATE TRIGGER client_use AFTER INSERT ON standardGrant BEGIN
                    UPDATE standardClient SET isUsed = 1 WHERE id = NEW.clientID AND isUsed = 0;
                END;
                CREATE TRIGGER client_disuse AFTER DELETE ON standardGrant BEGIN
                    UPDATE standardClient SET isUsed = 0 WHERE id = OLD.clientID
                    AND NOT EXISTS (SELECT 1 FROM standardGrant WHERE clientID = OLD.clientID);
                END;
                CREATE INDEX "index_standardUsedIdentifier_on_clientID"
                ON "standardUsedIdentifier"("clientID", "expiresAt");
                CREATE TRIGGER client_delete AFTER DELETE ON standardClient BEGIN
                    DELETE FROM standardUsedIdentifier WHERE clientID = OLD.id;
                END;
                """)
    }
}
