// SPDX-License-Identifier: Apache-2.0
package import GRDB
import TenantDirectory

extension TenantSchema {
    /// Creates the tables of the standard provider; codes, tokens and cookies are stored as hashes.
    package static func createStandardProvider(in database: Database) throws {
        try createStandardClients(in: database)
        try createStandardSessions(in: database)
        try createStandardGrants(in: database)
        try database.create(table: "standardPushedRequest") { table in
            table.primaryKey("uriHash", .text)
            table.required(.text, "clientID", "parameters")
            table.column("expiresAt", .datetime).notNull().indexed()
        }
        try database.create(table: "standardUsedIdentifier") { table in
            table.primaryKey("identifierHash", .text)
            table.column("expiresAt", .datetime).notNull().indexed()
        }
    }

    /// Fixes clients that have a secret but were stored as public ones, and so refused whenever they used the secret.
    package static func useSecrets(in database: Database) throws {
        try database.execute(
            sql: """
                UPDATE standardClient
                SET metadata = json_set(metadata, '$.authenticationMethods', json('["client_secret_basic"]'))
                WHERE secretHash IS NOT NULL AND json_extract(metadata, '$.authenticationMethods') = '["none"]'
                """)
    }

    /// Adds the device codes of the standard provider. RFC 8628
    package static func createStandardDeviceCodes(in database: Database) throws {
        try database.create(table: "standardDeviceCode") { table in
            table.primaryKey("codeHash", .text)
            table.column("userCode", .text).notNull().unique()
            table.column("clientID", .text).notNull().references("standardClient", onDelete: .cascade)
            table.column("scope", .text).notNull()
            table.column("expiresAt", .datetime).notNull().indexed()
            table.column("interval", .double).notNull()
            table.column("state", .text).notNull()
            table.column("grantID", .text)
            table.column("lastPolledAt", .datetime)
        }
        try database.alter(table: "standardInteraction") { $0.add(column: "userCode", .text) }
    }

    /// A grant that continues another one is removed with it; expired codes are removed by an indexed column.
    package static func addStandardOrigins(in database: Database) throws {
        try database.alter(table: "standardGrant") { table in
            table.add(column: "originID", .text).references("standardGrant", onDelete: .cascade)
        }
        try database.create(indexOn: "standardGrant", columns: ["originID"])
        try database.create(indexOn: "standardCode", columns: ["expiresAt"])
    }

    /// Adds clients that register themselves, and grants for APIs that the client names.
    ///
    /// RFC 7591, RFC 8707, RFC 9396
    package static func addStandardResources(in database: Database) throws {
        try database.alter(table: "standardClient") { $0.add(column: "registeredAt", .datetime) }
        try database.execute(
            sql: "UPDATE standardClient SET metadata = json_set(metadata, '$.authorizationDetailsTypes', json('[]'))")
        for name in ["standardGrant", "standardAccessToken", "standardDeviceCode"] {
            try database.alter(table: name) { table in
                table.add(column: "resources", .text)
                table.add(column: "authorizationDetails", .text)
            }
        }
        try database.create(indexOn: "standardGrant", columns: ["clientID"])
    }

    /// Adds the certificates of clients, and the tokens that are bound to them. RFC 8705
    package static func addStandardCertificates(in database: Database) throws {
        try database.execute(
            sql: """
                UPDATE standardClient
                SET metadata = json_set(metadata, '$.bindsTokensToCertificate', json('false'))
                """)
        for name in ["standardAccessToken", "standardRefreshToken"] {
            try database.alter(table: name) { $0.add(column: "certificateThumbprint", .text) }
        }
    }

    private static func createStandardClients(in database: Database) throws {
        try database.create(table: "standardClient") { table in
            table.primaryKey("id", .text)
            table.column("metadata", .jsonText).notNull()
            table.column("secretHash", .text)
        }
        try database.create(table: "standardConsent") { table in
            table.primaryKey {
                table.column("personID", .text).references("person", onDelete: .cascade)
                table.column("clientID", .text).references("standardClient", onDelete: .cascade)
                table.column("scope", .text)
            }
        }
    }

    private static func createStandardSessions(in database: Database) throws {
        try database.create(table: "standardSession") { table in
            table.primaryKey("id", .text)
            table.column("cookieHash", .text).notNull()
            table.column("personID", .text).notNull().references("person", onDelete: .cascade)
            table.column("authenticatedAt", .datetime).notNull().indexed()
            table.uniqueKey(["cookieHash", "personID"])
        }
        try database.create(table: "standardInteraction") { table in
            table.primaryKey("idHash", .text)
            table.column("parameters", .text).notNull()
            table.column("isPushed", .boolean).notNull()
            table.column("personID", .text)
            table.column("expiresAt", .datetime).notNull().indexed()
        }
    }

    private static func createStandardGrants(in database: Database) throws {
        try database.create(table: "standardGrant") { table in
            table.primaryKey("id", .text)
            table.column("clientID", .text).notNull().references("standardClient", onDelete: .cascade)
            table.column("personID", .text).references("person", onDelete: .cascade)
            table.column("sessionID", .text).indexed()
            table.column("scope", .text).notNull()
            table.column("claims", .text)
            table.column("authenticatedAt", .datetime)
            table.column("issuedAt", .datetime).notNull().indexed()
            table.column("revokedAt", .datetime)
        }
        try database.create(table: "standardCode") { table in
            table.primaryKey("codeHash", .text)
            table.column("grantID", .text).notNull().indexed().references("standardGrant", onDelete: .cascade)
            table.column("redirectURI", .text).notNull()
            table.optional(.text, "nonce", "codeChallenge", "thumbprint")
            table.column("expiresAt", .datetime).notNull()
            table.column("isRedeemed", .boolean).notNull()
        }
        for name in ["standardRefreshToken", "standardAccessToken"] {
            try database.create(table: name) { table in
                table.primaryKey("tokenHash", .text)
                table.column("grantID", .text).notNull().indexed().references("standardGrant", onDelete: .cascade)
                table.column("scope", .text).notNull()
                table.column("thumbprint", .text)
                table.column("issuedAt", .datetime).notNull()
                table.column("expiresAt", .datetime).notNull().indexed()
                if name == "standardAccessToken" {
                    table.column("id", .text).notNull()
                } else {
                    table.column("isUsed", .boolean).notNull()
                }
            }
        }
    }
}
