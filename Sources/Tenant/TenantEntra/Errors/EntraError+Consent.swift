// SPDX-License-Identifier: Apache-2.0
package import TenantDirectory

/// Refusals because of missing consent.
extension EntraError {
    package static let cancelled = EntraError(
        65004, "access_denied", "User declined to sign in or to consent to access the app.")

    package static func consentMissing(_ client: RegisteredApp) -> EntraError {
        var error = EntraError(
            65001, "invalid_grant",
            "The user or administrator has not consented to use the application with ID '\(client.id)' named "
                + "'\(client.displayName)'. Send an interactive authorization request for this user and resource.")
        error.suberror = "consent_required"
        return error
    }

    static func administratorNeeded(_ client: RegisteredApp, in tenant: Tenant) -> EntraError {
        EntraError(
            90094, "access_denied",
            "An administrator of \(tenant.displayName) has to consent before '\(client.displayName)' may have the "
                + "permissions that it asks for.")
    }

    static func notForPersonalAccounts(_ permissions: [Permission]) -> EntraError {
        EntraError(
            70011, "invalid_scope",
            "The provided value for the input parameter 'scope' is not valid. A personal account has no directory, and "
                + "cannot consent to \(permissions.map(\.scope.value).joined(separator: ", ")).")
    }
}
