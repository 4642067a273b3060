// SPDX-License-Identifier: Apache-2.0
import OAuth
import TenantAuthorization
package import TenantDirectory

extension PlatformContext {
    var userFlowLedger: UserFlowLedger { UserFlowLedger(database: database, random: settings.random) }

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
