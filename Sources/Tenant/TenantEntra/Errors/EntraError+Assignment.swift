// SPDX-License-Identifier: Apache-2.0
package import Foundation
import TenantDirectory

/// Refusals of people or apps without an assignment, and of grants from before the person's sessions were revoked.
extension EntraError {
    static func notAssigned(_ person: DirectoryPerson, to client: RegisteredApp) -> EntraError {
        EntraError(
            50105, "interaction_required",
            "Your administrator has configured the application \(client.displayName) ('\(client.id)') to block users "
                + "unless they are specifically granted ('assigned') access to the application. The signed in user "
                + "'\(person.userPrincipalName)' is blocked because they are not a direct member of a group with "
                + "access, nor had access directly assigned by an administrator. Please contact your administrator to "
                + "assign access to this application.")
    }

    static func appNotAssigned(_ client: RegisteredApp, to api: RegisteredApp) -> EntraError {
        EntraError(
            501051, "invalid_grant",
            "Application '\(client.id)'(\(client.displayName)) is not assigned to a role for the application "
                + "'\(api.id)'(\(api.displayName)).")
    }

    /// The text names both times.
    package static func grantRevoked(grantedAt: Date, validFrom: Date) -> EntraError {
        var error = EntraError(
            50173, "invalid_grant",
            "The provided grant has expired due to it being revoked, a fresh auth token is needed. The user might have "
                + "changed or reset their password. The grant was issued on '\(grantedAt.formatted(.iso8601))' and the "
                + "TokensValidFrom date (before which tokens are not valid) for this user is "
                + "'\(validFrom.formatted(.iso8601))'.")
        error.suberror = "bad_token"
        return error
    }
}
