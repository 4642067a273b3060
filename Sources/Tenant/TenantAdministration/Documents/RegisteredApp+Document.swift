// SPDX-License-Identifier: Apache-2.0
import Foundation
import JOSE
import OAuth
import TenantDirectory

extension RegisteredApp {
    /// Reads an app; the names are those of Microsoft Graph's `application`, where it has one.
    ///
    /// - Parameters:
    ///   - object: The object, which collects the errors.
    ///   - id: The client id, if the address names one.
    ///   - tenantID: The directory, which the document names by id or domain.
    ///   - current: The app before the change; its secrets stay unless the document lists secrets.
    ///   - context: The source of ids.
    init(
        reading object: inout DocumentObject, id: String?, in tenantID: String, current: RegisteredApp?,
        _ context: DocumentContext
    ) {
        let named = object.identifier("appId")
        object.demand(named, toBe: id, "appId")
        let displayName = object.requiredText("displayName")
        let clientID = id ?? named ?? context.identifier(of: "app", "\(tenantID) \(displayName)")
        let places = AppPlaces(reading: &object)
        let audience = object.choice("signInAudience", of: SignInAudience.self) ?? .organization
        let api = AppPermissions(reading: &object, for: audience)
        self.init(
            id: clientID, tenantID: tenantID, displayName: displayName, redirectURIs: places.redirectURIs,
            identifierURI: Self.identifierURI(in: &object), scopes: api.scopes, accessTokenVersion: api.tokenVersion,
            consentedScopes: object.texts("consentedScopes", as: Self.permissionForm, where: Self.isPermission),
            signInAudience: audience,
            spaRedirectURIs: places.singlePage, logoutURL: places.logoutURL,
            isEnabled: object.flag("accountEnabled", or: true),
            passwordCredentials: Self.passwords(in: &object, current: current),
            keyCredentials: Self.keys(in: &object), federatedIdentityCredentials: Self.federations(in: &object),
            implicitGrantSettings: places.implicitGrantSettings, optionalClaims: Self.optionalClaims(in: &object),
            groupMembershipClaims: object.choice("groupMembershipClaims", of: GroupMembershipClaims.self) ?? .none,
            appRoles: Self.roles(in: &object), appRoleAssignments: Self.assignments(in: &object),
            appRoleAssignmentRequired: object.flag("appRoleAssignmentRequired", or: false),
            permissionTexts: api.texts,
            assignedRoles: object.texts("assignedRoles", as: Self.permissionForm, where: Self.isPermission))
    }

    /// The members of the app for an audience.
    func members(for audience: DocumentMembers.Audience) -> DocumentMembers {
        var members = DocumentMembers(for: audience)
        members.add("appId", id)
        members.add("directory", tenantID)
        members.add("displayName", displayName)
        members.add("signInAudience", signInAudience.rawValue, ordinarily: SignInAudience.organization.rawValue)
        members.add("accountEnabled", isEnabled, ordinarily: true)
        members.add("identifierUris", identifierURI.map { [$0] } ?? [])
        AppPlaces(of: self).write(to: &members)
        AppPermissions(of: self).write(to: &members)
        members.add("consentedScopes", consentedScopes)
        members.add("assignedRoles", assignedRoles)
        writeCredentials(to: &members)
        writeClaims(to: &members)
        return members
    }

    private static func identifierURI(in object: inout DocumentObject) -> String? {
        let uris = object.texts("identifierUris", as: "a URI, such as api://tasks") { text in
            text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
                && text.wholeMatch(of: #/[A-Za-z][A-Za-z0-9+.\-]*:.+/#) != nil
        }
        if uris.count > 1 {
            object.complain("identifierUris", "This tenant knows one for each app; take the others away.")
        }
        return uris.first
    }

    static let permissionForm = "a permission as requests name it, such as openid, User.Read or api://tasks/Read"

    static func isPermission(_ text: String) -> Bool {
        text.wholeMatch(of: #/([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\/)?[!#-\[\]-~]{1,200}/#) != nil
    }
}
