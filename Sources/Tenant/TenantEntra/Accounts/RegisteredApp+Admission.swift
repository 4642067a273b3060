// SPDX-License-Identifier: Apache-2.0
import TenantDirectory

extension RegisteredApp {
    /// The reason to refuse all sign-ins to this app through an address; `nil` if some people can sign in.
    func refusal(at selector: TenantSelector) -> EntraError? {
        switch selector {
        // In an external tenant, only its own customers sign in, for every registered audience.
        case .directory(let tenant) where tenant.kind == .customers && tenant.id == tenantID: nil
        case .directory(let tenant) where signInAudience.admits(tenant, home: tenantID): nil
        case .directory(let tenant) where tenant.kind == .consumers: .onlyForOrganizations(self)
        case .directory where signInAudience == .personal: .onlyForPersonalAccounts(self)
        case .directory(let tenant): .unknownClient(id, tenant: tenant.displayName)
        case .shared(let shared) where signInAudience == .organization: .singleTenant(self, at: shared)
        case .shared(.organizations) where signInAudience == .personal: .onlyForPersonalAccounts(self)
        case .shared: nil
        }
    }

    /// Whether people of a directory may sign in to this app through an address.
    func admits(_ tenant: Tenant, at selector: TenantSelector) -> Bool {
        selector.admits(tenant) && signInAudience.admits(tenant, home: tenantID)
    }
}
