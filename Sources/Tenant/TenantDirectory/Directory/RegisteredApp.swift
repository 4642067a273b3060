// SPDX-License-Identifier: Apache-2.0
import Foundation
import GRDB

/// An app as the directory knows it: a client, an API, or both.
///
/// The names are those of Microsoft Graph's `application`, where it has one.
package struct RegisteredApp: Sendable, Hashable, Codable {
    /// The client id.
    package let id: String
    /// The directory that registered it.
    package let tenantID: String
    /// The name that people see.
    package let displayName: String
    /// Where answers may be sent; those of single-page apps stand apart.
    package let redirectURIs: [String]
    /// The URI that names it as an API, such as `api://tasks`.
    package let identifierURI: String?
    /// The permissions that it offers as an API.
    package let scopes: [String]
    /// The form of the access tokens for it: 1 or 2.
    package var accessTokenVersion: Int
    /// The permissions that an administrator of its own directory gave it for everybody beforehand, as
    /// ``ResolvedScope/permission`` writes them.
    package var consentedScopes: [String]
    /// Whose people may sign in.
    package var signInAudience: SignInAudience = .organization
    /// Where answers for a single-page app may be sent: only a browser can redeem them, and only with a proof key.
    package var spaRedirectURIs: [String] = []
    /// Where the app wants to be told in the browser that somebody signed out; none if `nil`.
    package var logoutURL: String?
    /// Whether anybody can use it at all.
    package var isEnabled = true
    /// Its secrets; an app without any credential is public.
    package var passwordCredentials: [PasswordCredential] = []
    /// The public halves of the keys with which it signs assertions.
    package var keyCredentials: [KeyCredential] = []
    /// Whose tokens it may show instead of a secret.
    package var federatedIdentityCredentials: [FederatedIdentityCredential] = []
    /// Which tokens may come through the browser.
    package var implicitGrantSettings = ImplicitGrantSettings()
    /// The claims that its tokens carry beyond the ordinary.
    package var optionalClaims = OptionalClaims()
    /// Which groups of a person its tokens name.
    package var groupMembershipClaims: GroupMembershipClaims = .none
    /// The roles that people and apps can be given in it.
    package var appRoles: [AppRole] = []
    /// Who has which of its roles.
    package var appRoleAssignments: [AppRoleAssignment] = []
    /// Whether only those can sign in who were assigned to it.
    package var appRoleAssignmentRequired = false
    /// What it tells people about its permissions; one without words is shown by its name.
    package var permissionTexts: [PermissionText] = []
    /// The permissions that an administrator gave to the app itself, as `{API's client id}/{permission}`.
    package var assignedRoles: [String] = []
    /// Whether it comes with the tenant, and is in no file; see ``BuiltInApp``.
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
    /// So has Azure Resource Manager.
    package static let resourceManagerID = "797f4846-ba00-4fd7-ba43-dac1f8f63013"
    /// So has the Azure CLI.
    static let azureCLIID = "04b07795-8ddb-461a-bbee-02f9e1bf7b46"

    /// Whether answers may be sent to an address.
    package func registers(_ redirectURI: String) -> Bool {
        (redirectURIs + spaRedirectURIs).contains { RegisteredRedirect($0).accepts(redirectURI) }
    }

    /// Whether an address is a single-page app's.
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
