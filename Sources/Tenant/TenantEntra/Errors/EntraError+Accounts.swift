// SPDX-License-Identifier: Apache-2.0
package import TenantDirectory

/// Refusals of accounts of the wrong kind or directory.
extension EntraError {
    package static func customersDirectory(_ tenant: Tenant) -> EntraError {
        EntraError(
            90002, "invalid_request",
            "Tenant '\(tenant.domain)' not found. It holds customers, who sign in through user flows only.")
    }

    static func singleTenant(_ client: RegisteredApp, at shared: TenantSelector.Shared) -> EntraError {
        EntraError(
            50194, "invalid_request",
            "Application '\(client.id)'(\(client.displayName)) is not configured as a multi-tenant application. Usage "
                + "of the /\(shared.rawValue) endpoint is not supported for such apps. Use a tenant-specific endpoint "
                + "or configure the application to be multi-tenant.")
    }

    static func onlyForOrganizations(_ client: RegisteredApp) -> EntraError {
        EntraError(
            9_002_332, "invalid_request",
            "Application '\(client.id)'(\(client.displayName)) is configured for use by Azure Active Directory users "
                + "only. Please do not use the /consumers endpoint to serve this request.")
    }

    static func onlyForPersonalAccounts(_ client: RegisteredApp) -> EntraError {
        EntraError(
            9_002_331, "invalid_request",
            "Application '\(client.id)'(\(client.displayName)) is configured for use by Microsoft Account users only. "
                + "Please use the /consumers endpoint to serve this request.")
    }

    static func foreignAccount(
        _ person: DirectoryPerson, of home: String, at place: String, client: RegisteredApp
    ) -> EntraError {
        EntraError(
            50020, "invalid_request",
            "User account '\(person.userPrincipalName)' from '\(home)' does not exist in '\(place)' and cannot access "
                + "the application '\(client.id)'(\(client.displayName)) there. Sign in with another account.")
    }

    static let codeOfOtherTenant = EntraError(700005)

    static let wrongTenant = EntraError(
        50020, "invalid_grant", "The user account does not exist in the tenant that the request names.")
}
