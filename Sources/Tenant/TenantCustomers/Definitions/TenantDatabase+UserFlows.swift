// SPDX-License-Identifier: Apache-2.0
import OAuthMessages
package import SQLiteRecords
import TenantAuthorization
package import TenantDirectory

extension TenantDatabase {
    /// In the order of creation; a directory without any has the usual flows.
    package func userFlows(of tenantID: String) async throws -> [UserFlow] {
        let all = try await cached(
            CachedTable(name: UserFlow.databaseTableName) { try UserFlow.order(Column.rowID).fetchAll($0) })
        let own = all.filter { $0.tenantID == tenantID }
        return own.isEmpty ? UserFlow.usual(at: tenantID) : own
    }

    func customAttributes(of tenantID: String) async throws -> [AttributeDefinition] {
        try await read { database in
            try AttributeDefinition.filter(Column("tenantID") == tenantID).order(Column.rowID).fetchAll(database)
        }
    }
}

extension UserFlow {
    package static func usual(at tenantID: String) -> [UserFlow] {
        [
            UserFlow(tenantID: tenantID, name: "B2C_1_susi", kind: .signUpOrSignIn, attributes: usualNames),
            UserFlow(tenantID: tenantID, name: "B2C_1_reset", kind: .passwordReset),
        ]
    }

    package static let usualNames = [
        CollectedAttribute("displayName", isRequired: true), CollectedAttribute("givenName"),
        CollectedAttribute("surname"),
    ]
}

extension TenantSchema {
    package static func createUserFlows(in database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE "userFlow" ("tenantID" TEXT NOT NULL REFERENCES "tenant"("id") ON DELETE CASCADE, \
                "name" TEXT NOT NULL COLLATE NOCASE, "kind" TEXT NOT NULL, "service" TEXT NOT NULL, \
                "passwordReset" TEXT NOT NULL, "clientIds" TEXT NOT NULL, "attributes" TEXT NOT NULL, \
                "claims" TEXT NOT NULL, "secondFactor" TEXT NOT NULL, "tokens" TEXT NOT NULL, "look" TEXT NOT NULL, \
                "keepSignedInDays" INTEGER NOT NULL, PRIMARY KEY ("tenantID", "name"));
                CREATE TABLE "customAttribute" ("tenantID" TEXT NOT NULL REFERENCES "tenant"("id") ON DELETE CASCADE, \
                "name" TEXT NOT NULL COLLATE NOCASE, "label" TEXT NOT NULL, "kind" TEXT NOT NULL, \
                "options" TEXT NOT NULL, PRIMARY KEY ("tenantID", "name"));
                ALTER TABLE "customer" ADD COLUMN "attributes" TEXT NOT NULL DEFAULT '{}';
                ALTER TABLE "customer" ADD COLUMN "phone" TEXT;
                ALTER TABLE "customer" ADD COLUMN "accountEnabled" BOOLEAN NOT NULL DEFAULT 1;
                ALTER TABLE "customerSession" ADD COLUMN "secondFactorAt" DATETIME;
                ALTER TABLE "customerSession" ADD COLUMN "endsAt" DATETIME;
                """)
    }
}

extension PlatformContext {
    package var userFlowGrantStore: UserFlowGrantStore {
        UserFlowGrantStore(database: database, random: settings.random)
    }

    package func customers(of tenant: Tenant) -> CustomerDirectory {
        CustomerDirectory(database: database, tenantID: tenant.id, random: settings.random)
    }

    package func customerSessions(of tenant: Tenant) -> CustomerSessions {
        CustomerSessions(platform: self, tenantID: tenant.id)
    }

    func attributeFields(of flow: UserFlow) async throws -> [AttributeField] {
        AttributeField.fields(of: flow, defined: try await database.customAttributes(of: flow.tenantID))
    }
}

package enum CustomerTemplates {
    package static let all: [(String, [UInt8])] = [
        ("customer-sign-in", PackageResources.customer_sign_in_mustache),
        ("customer-email", PackageResources.customer_email_mustache),
        ("customer-code", PackageResources.customer_code_mustache),
        ("customer-details", PackageResources.customer_details_mustache),
        ("customer-brand", PackageResources.customer_brand_mustache),
        ("customer-fields", PackageResources.customer_fields_mustache),
        ("customer-profile", PackageResources.customer_profile_mustache),
        ("customer-factor", PackageResources.customer_factor_mustache),
        ("customer-phone", PackageResources.customer_phone_mustache),
        ("customer-signed-out", PackageResources.customer_signed_out_mustache),
    ]
}
