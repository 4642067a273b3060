// SPDX-License-Identifier: Apache-2.0
package import GRDB
import OAuth
import TenantAuthorization
package import TenantDirectory

extension TenantDatabase {
    /// The user flows of a directory, the oldest first; a directory without any has the usual ones.
    package func userFlows(of tenantID: String) async throws -> [UserFlow] {
        let own = try await queue.read { database in
            try UserFlow.filter(Column("tenantID") == tenantID).order(Column.rowID).fetchAll(database)
        }
        return own.isEmpty ? UserFlow.usual(at: tenantID) : own
    }

    /// The attributes that a directory defined, the oldest first.
    func customAttributes(of tenantID: String) async throws -> [AttributeDefinition] {
        try await queue.read { database in
            try AttributeDefinition.filter(Column("tenantID") == tenantID).order(Column.rowID).fetchAll(database)
        }
    }
}

extension UserFlow {
    /// The flows of a directory of customers that defines none.
    package static func usual(at tenantID: String) -> [UserFlow] {
        [
            UserFlow(tenantID: tenantID, name: "B2C_1_susi", kind: .signUpOrSignIn, attributes: usualNames),
            UserFlow(tenantID: tenantID, name: "B2C_1_reset", kind: .passwordReset),
        ]
    }

    /// The attributes that the usual flow collects.
    package static let usualNames = [
        CollectedAttribute("displayName", isRequired: true), CollectedAttribute("givenName"),
        CollectedAttribute("surname"),
    ]
}

extension PlatformContext {
    var userFlowGrantStore: UserFlowGrantStore { UserFlowGrantStore(database: database, random: settings.random) }

    package func customers(of tenant: Tenant) -> CustomerDirectory {
        CustomerDirectory(database: database, tenantID: tenant.id, random: settings.random)
    }

    package func customerSessions(of tenant: Tenant) -> CustomerSessions {
        CustomerSessions(platform: self, tenantID: tenant.id)
    }

    /// The fields that a flow asks customers to fill in.
    func attributeFields(of flow: UserFlow) async throws -> [AttributeField] {
        AttributeField.fields(of: flow, defined: try await database.customAttributes(of: flow.tenantID))
    }
}

/// The templates of the pages of this target, by name.
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
