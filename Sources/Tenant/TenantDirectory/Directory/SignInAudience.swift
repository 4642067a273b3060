// SPDX-License-Identifier: Apache-2.0

/// The accounts that may sign in to an app; the names are those of app manifests.
package enum SignInAudience: String, Sendable, Codable, CaseIterable {
    /// People of the directory that registered the app.
    case organization = "AzureADMyOrg"
    /// Work accounts of every organization.
    case organizations = "AzureADMultipleOrgs"
    /// Work accounts of every organization, and personal accounts.
    case organizationsAndPersonal = "AzureADandPersonalMicrosoftAccount"
    /// Personal accounts only.
    case personal = "PersonalMicrosoftAccount"

    /// Whether people of a directory may sign in to an app that `home` registered.
    package func admits(_ tenant: Tenant, home: String) -> Bool {
        switch self {
        case .organization: tenant.id == home
        case .organizations: tenant.kind == .organization
        case .organizationsAndPersonal: tenant.kind != .customers
        case .personal: tenant.kind == .consumers
        }
    }

    /// The version of an API's access tokens if its registration names none: version 1, as before version 2 existed;
    /// personal accounts need version 2.
    package var ordinaryTokenVersion: Int {
        switch self {
        case .organization, .organizations: 1
        case .organizationsAndPersonal, .personal: 2
        }
    }
}
