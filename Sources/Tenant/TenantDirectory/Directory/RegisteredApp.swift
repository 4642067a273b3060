// SPDX-License-Identifier: Apache-2.0
import Foundation
import GRDB

/// A registered app: a client, an API, or both.
///
/// The names are those of Microsoft Graph's `application`, if it has one.
package struct RegisteredApp: Sendable, Hashable, Codable {
    /// The client id.
    package let id: String
    /// The directory that registered it.
    package let tenantID: String
    /// The name that people see.
    package let displayName: String
    /// The redirect URIs, except those of single-page apps.
    package let redirectURIs: [String]
    /// The URI that names it as an API, such as `api://tasks`.
    package let identifierURI: String?
    /// The permissions that it offers as an API.
    package let scopes: [String]
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

    package init(
        id: String, tenantID: String, displayName: String, redirectURIs: [String], identifierURI: String?,
        scopes: [String], accessTokenVersion: Int, consentedScopes: [String],
        signInAudience: SignInAudience = .organization, spaRedirectURIs: [String] = [], logoutURL: String? = nil,
        isEnabled: Bool = true, passwordCredentials: [PasswordCredential] = [], keyCredentials: [KeyCredential] = [],
        federatedIdentityCredentials: [FederatedIdentityCredential] = [],
        implicitGrantSettings: ImplicitGrantSettings = ImplicitGrantSettings(),
        optionalClaims: OptionalClaims = OptionalClaims(), groupMembershipClaims: GroupMembershipClaims = .none,
        appRoles: [AppRole] = [], appRoleAssignments: [AppRoleAssignment] = [], appRoleAssignmentRequired: Bool = false,
        permissionTexts: [PermissionText] = [], assignedRoles: [String] = [], isBuiltIn: Bool = false
    ) {
        self.id = id
        self.tenantID = tenantID
        self.displayName = displayName
        self.redirectURIs = redirectURIs
        self.identifierURI = identifierURI
        self.scopes = scopes
        self.accessTokenVersion = accessTokenVersion
        self.consentedScopes = consentedScopes
        self.signInAudience = signInAudience
        self.spaRedirectURIs = spaRedirectURIs
        self.logoutURL = logoutURL
        self.isEnabled = isEnabled
        self.passwordCredentials = passwordCredentials
        self.keyCredentials = keyCredentials
        self.federatedIdentityCredentials = federatedIdentityCredentials
        self.implicitGrantSettings = implicitGrantSettings
        self.optionalClaims = optionalClaims
        self.groupMembershipClaims = groupMembershipClaims
        self.appRoles = appRoles
        self.appRoleAssignments = appRoleAssignments
        self.appRoleAssignmentRequired = appRoleAssignmentRequired
        self.permissionTexts = permissionTexts
        self.assignedRoles = assignedRoles
        self.isBuiltIn = isBuiltIn
    }

    /// Microsoft Graph has the same id in every directory.
    package static let graphID = "00000003-0000-0000-c000-000000000000"
    /// Azure Resource Manager has the same id in every directory.
    package static let resourceManagerID = "797f4846-ba00-4fd7-ba43-dac1f8f63013"
    /// The Azure CLI has the same id in every directory.
    static let azureCLIID = "04b07795-8ddb-461a-bbee-02f9e1bf7b46"

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
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        id = try values.decode(String.self, forKey: .id)
        tenantID = try values.decode(String.self, forKey: .tenantID)
        displayName = try values.decode(String.self, forKey: .displayName)
        redirectURIs = try values.decode(.redirectURIs, or: [])
        identifierURI = try values.decodeIfPresent(String.self, forKey: .identifierURI)
        scopes = try values.decode(.scopes, or: [])
        accessTokenVersion = try values.decode(.accessTokenVersion, or: 2)
        consentedScopes = try values.decode(.consentedScopes, or: [])
        signInAudience = try values.decode(.signInAudience, or: .organization)
        spaRedirectURIs = try values.decode(.spaRedirectURIs, or: [])
        logoutURL = try values.decodeIfPresent(String.self, forKey: .logoutURL)
        isEnabled = try values.decode(.isEnabled, or: true)
        passwordCredentials = try values.decode(.passwordCredentials, or: [])
        keyCredentials = try values.decode(.keyCredentials, or: [])
        federatedIdentityCredentials = try values.decode(.federatedIdentityCredentials, or: [])
        implicitGrantSettings = try values.decode(.implicitGrantSettings, or: ImplicitGrantSettings())
        optionalClaims = try values.decode(.optionalClaims, or: OptionalClaims())
        groupMembershipClaims = try values.decode(.groupMembershipClaims, or: .none)
        appRoles = try values.decode(.appRoles, or: [])
        appRoleAssignments = try values.decode(.appRoleAssignments, or: [])
        appRoleAssignmentRequired = try values.decode(.appRoleAssignmentRequired, or: false)
        permissionTexts = try values.decode(.permissionTexts, or: [])
        assignedRoles = try values.decode(.assignedRoles, or: [])
        isBuiltIn = try values.decode(.isBuiltIn, or: false)
    }
}

extension RegisteredApp: FetchableRecord, PersistableRecord {
    package static let databaseTableName = "app"
}
