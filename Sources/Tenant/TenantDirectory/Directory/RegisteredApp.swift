// SPDX-License-Identifier: Apache-2.0
import PortableFoundation
import SQLiteRecords

/// A client, an API, or both, named as Microsoft Graph's `application` where possible.
package struct RegisteredApp: Sendable, Hashable, Codable, FetchableRecord, PersistableRecord {
    package static let databaseTableName = "app"

    package let id: String
    package let tenantID: String
    package let displayName: String
    /// Without those of single-page apps.
    package var redirectURIs: [String]
    package let identifierURI: String?
    package var scopes: [String]
    /// Of the API's access tokens: 1 or 2.
    package var accessTokenVersion: Int
    /// Permissions with consent of the app's directory for all people, as ``ResolvedScope/permission``.
    package var consentedScopes: [String]
    package var signInAudience: SignInAudience = .organization
    /// Only a browser can redeem their codes, and only with PKCE.
    package var spaRedirectURIs: [String] = []
    package var logoutURL: String?
    package var isEnabled = true
    package var passwordCredentials: [PasswordCredential] = []
    package var keyCredentials: [KeyCredential] = []
    package var federatedIdentityCredentials: [FederatedIdentityCredential] = []
    package var implicitGrantSettings = ImplicitGrantSettings()
    package var optionalClaims = OptionalClaims()
    package var groupMembershipClaims: GroupMembershipClaims = .none
    package var appRoles: [AppRole] = []
    package var appRoleAssignments: [AppRoleAssignment] = []
    package var appRoleAssignmentRequired = false
    package var permissionTexts: [PermissionText] = []
    /// Permissions of the app itself, as `{API's client ID}/{permission}`.
    package var assignedRoles: [String] = []
    /// Whether it is in every tenant and in no file; see ``BuiltInApp``.
    package var isBuiltIn = false

    /// The same in every directory, like those of the other Microsoft apps.
    package static let graphID = "00000003-0000-0000-c000-000000000000"
    package static let resourceManagerID = "797f4846-ba00-4fd7-ba43-dac1f8f63013"
    package static let azureCLIID = "04b07795-8ddb-461a-bbee-02f9e1bf7b46"

    package func registers(_ redirectURI: String) -> Bool {
        (redirectURIs + spaRedirectURIs).contains { RegisteredRedirect($0).accepts(redirectURI) }
    }

    package func isSinglePage(_ redirectURI: String) -> Bool {
        spaRedirectURIs.contains { RegisteredRedirect($0).accepts(redirectURI) }
    }
}

extension RegisteredApp {
    package init(
        id: String, tenantID: String, displayName: String, redirectURIs: [String] = [], identifierURI: String? = nil,
        scopes: [String] = [], consentedScopes: [String] = [], change: (inout RegisteredApp) -> Void = { _ in }
    ) {
        self.init(
            id: id, tenantID: tenantID, displayName: displayName, redirectURIs: redirectURIs,
            identifierURI: identifierURI, scopes: scopes, accessTokenVersion: 2, consentedScopes: consentedScopes)
        change(&self)
    }
}

/// Additional claims, by their names in the platform's documentation.
package struct OptionalClaims: Sendable, Hashable, Codable {
    package var idToken: [String] = []
    package var accessToken: [String] = []

    package init(idToken: [String] = [], accessToken: [String] = []) {
        (self.idToken, self.accessToken) = (idToken, accessToken)
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        idToken = try values.decode(.idToken, or: [])
        accessToken = try values.decode(.accessToken, or: [])
    }
}

/// A person's groups in an app's tokens, named as in app manifests.
package enum GroupMembershipClaims: String, Sendable, Codable, CaseIterable {
    case none = "None"
    case securityGroup = "SecurityGroup"
    case applicationGroup = "ApplicationGroup"
    case directoryRole = "DirectoryRole"
    /// Also groups that only have a mailbox.
    case all = "All"
}

/// Tokens that an app may get from the authorization endpoint. OpenID Connect Core §3.2, §3.3
package struct ImplicitGrantSettings: Sendable, Hashable, Codable {
    package var enableIDTokenIssuance = false
    package var enableAccessTokenIssuance = false

    package init(enableIDTokenIssuance: Bool = false, enableAccessTokenIssuance: Bool = false) {
        self.enableIDTokenIssuance = enableIDTokenIssuance
        self.enableAccessTokenIssuance = enableAccessTokenIssuance
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        enableIDTokenIssuance = try values.decode(.enableIDTokenIssuance, or: false)
        enableAccessTokenIssuance = try values.decode(.enableAccessTokenIssuance, or: false)
    }
}

/// The accounts that may sign in to an app, named as in app manifests.
package enum SignInAudience: String, Sendable, Codable, CaseIterable {
    case organization = "AzureADMyOrg"
    case organizations = "AzureADMultipleOrgs"
    case organizationsAndPersonal = "AzureADandPersonalMicrosoftAccount"
    case personal = "PersonalMicrosoftAccount"

    package func admits(_ tenant: Tenant, home: String) -> Bool {
        switch self {
        case .organization: tenant.id == home
        case .organizations: tenant.kind == .organization
        case .organizationsAndPersonal: tenant.kind != .customers
        case .personal: tenant.kind == .consumers
        }
    }

    /// For an API whose registration sets no version; personal accounts need version 2.
    package var ordinaryTokenVersion: Int {
        switch self {
        case .organization, .organizations: 1
        case .organizationsAndPersonal, .personal: 2
        }
    }
}
