// SPDX-License-Identifier: Apache-2.0
import PortableFoundation
import SQLiteRecords

/// A registered app: a client, an API, or both.
///
/// The names are those of Microsoft Graph's `application`, if it has one.
package struct RegisteredApp: Sendable, Hashable, Codable, FetchableRecord, PersistableRecord {
    package static let databaseTableName = "app"

    package let id: String
    /// The directory that registered it.
    package let tenantID: String
    /// The name that people see.
    package let displayName: String
    /// The redirect URIs, except those of single-page apps.
    package var redirectURIs: [String]
    /// The URI that names it as an API, such as `api://tasks`.
    package let identifierURI: String?
    /// The permissions that it offers as an API.
    package var scopes: [String]
    /// The version of the access tokens for it: 1 or 2.
    package var accessTokenVersion: Int
    /// The permissions to which an administrator of its own directory consented for all people beforehand, in the form
    /// of ``ResolvedScope/permission``.
    package var consentedScopes: [String]
    /// The accounts that may sign in.
    package var signInAudience: SignInAudience = .organization
    /// The redirect URIs of a single-page app: only a browser can redeem their codes, and only with PKCE.
    package var spaRedirectURIs: [String] = []
    /// The URL that the browser loads in a front-channel logout; none if `nil`.
    package var logoutURL: String?
    /// Whether people can sign in to it and it can get tokens.
    package var isEnabled = true
    /// Its secrets; an app without any credential is public.
    package var passwordCredentials: [PasswordCredential] = []
    /// The public halves of the keys with which it signs assertions.
    package var keyCredentials: [KeyCredential] = []
    /// The other issuers' tokens that it may present instead of a secret.
    package var federatedIdentityCredentials: [FederatedIdentityCredential] = []
    /// The kinds of tokens that it may receive from the authorization endpoint.
    package var implicitGrantSettings = ImplicitGrantSettings()
    /// The additional claims of its tokens.
    package var optionalClaims = OptionalClaims()
    /// The kinds of a person's groups in its tokens.
    package var groupMembershipClaims: GroupMembershipClaims = .none
    /// The roles that it offers to people and apps.
    package var appRoles: [AppRole] = []
    /// The people, groups and apps that were assigned to it.
    package var appRoleAssignments: [AppRoleAssignment] = []
    /// Whether only people who were assigned to it can sign in.
    package var appRoleAssignmentRequired = false
    /// The texts of its permissions; a permission without a text is shown by its name.
    package var permissionTexts: [PermissionText] = []
    /// The permissions that an administrator gave to the app itself, as `{API's client id}/{permission}`.
    package var assignedRoles: [String] = []
    /// Whether it is part of every tenant, and of no file; see ``BuiltInApp``.
    package var isBuiltIn = false

    /// Microsoft Graph has the same id in every directory.
    package static let graphID = "00000003-0000-0000-c000-000000000000"
    /// Azure Resource Manager has the same id in every directory.
    package static let resourceManagerID = "797f4846-ba00-4fd7-ba43-dac1f8f63013"
    /// The Azure CLI has the same id in every directory.
    package static let azureCLIID = "04b07795-8ddb-461a-bbee-02f9e1bf7b46"

    /// Whether an address is one of the app's redirect URIs.
    package func registers(_ redirectURI: String) -> Bool {
        (redirectURIs + spaRedirectURIs).contains { RegisteredRedirect($0).accepts(redirectURI) }
    }

    /// Whether an address is a redirect URI of a single-page app.
    package func isSinglePage(_ redirectURI: String) -> Bool {
        spaRedirectURIs.contains { RegisteredRedirect($0).accepts(redirectURI) }
    }
}

extension RegisteredApp {
    /// An app with usual settings, which `change` may change.
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

/// The additional claims of an app's tokens, by the names of the platform's documentation.
package struct OptionalClaims: Sendable, Hashable, Codable {
    /// The claims of ID tokens for the app as a client.
    package var idToken: [String] = []
    /// The claims of access tokens for the app as an API.
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

/// The kinds of a person's groups in an app's tokens; the names are those of app manifests.
package enum GroupMembershipClaims: String, Sendable, Codable, CaseIterable {
    case none = "None"
    /// Groups that can have permissions.
    case securityGroup = "SecurityGroup"
    /// Groups that were assigned to the app.
    case applicationGroup = "ApplicationGroup"
    /// Roles in the directory itself.
    case directoryRole = "DirectoryRole"
    /// All of these, and groups that only have a mailbox.
    case all = "All"
}

/// The kinds of tokens that an app may receive from the authorization endpoint.
///
/// OpenID Connect Core §3.2 and §3.3
package struct ImplicitGrantSettings: Sendable, Hashable, Codable {
    /// Whether ID tokens may come from the authorization endpoint.
    package var enableIDTokenIssuance = false
    /// Whether access tokens may come from the authorization endpoint.
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
