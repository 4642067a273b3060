// SPDX-License-Identifier: Apache-2.0
import Foundation
import GRDB

/// An app as the directory knows it: a client, an API, or both.
package struct RegisteredApp: Sendable, Hashable, Codable {
    /// The client id.
    package let id: String
    /// The directory that registered it.
    let tenantID: String
    /// The name that people see.
    package let displayName: String
    /// Where answers may be sent.
    package let redirectURIs: [String]
    /// The URI that names it as an API, such as `api://tasks`.
    let identifierURI: String?
    /// The permissions that it offers as an API.
    let scopes: [String]
    /// The form of the access tokens for it: 1 or 2.
    let accessTokenVersion: Int
    /// The permissions that an administrator of its own directory gave it for everybody beforehand, as
    /// ``ResolvedScope/permission`` writes them.
    let consentedScopes: [String]
    /// Whose people may sign in.
    var signInAudience: SignInAudience = .organization
    /// The hashes of the app's secrets, as ``ClientSecret`` makes them; an app without any is public.
    var secretHashes: [String] = []
    /// What it tells people about its permissions; one without words is shown by its name.
    var permissionTexts: [PermissionText] = []
    /// The permissions that an administrator gave to the app itself, as `{API's client id}/{permission}`.
    var assignedRoles: [String] = []

    /// Microsoft Graph has the same id in every directory.
    static let graphID = "00000003-0000-0000-c000-000000000000"

    /// The registered redirect URI that an address is one of, if any.
    func registers(_ redirectURI: String) -> Bool {
        redirectURIs.contains { RegisteredRedirect($0).accepts(redirectURI) }
    }
}

extension RegisteredApp: FetchableRecord, PersistableRecord {
    static let databaseTableName = "app"
}
