// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import JSONWebSignatures
import OAuthMessages
import TenantDirectory

extension RegisteredApp {
    func writeClaims(to members: inout DocumentMembers) {
        members.add("optionalClaims") { claims in
            claims.add("idToken", Self.claims(optionalClaims.idToken))
            claims.add("accessToken", Self.claims(optionalClaims.accessToken))
        }
        members.add(
            "groupMembershipClaims", groupMembershipClaims.rawValue,
            ordinarily: GroupMembershipClaims.none.rawValue)
        members.add("appRoles", appRoles) { object, role in
            object.add("value", role.value)
            object.add("displayName", role.displayName)
            object.add(
                "allowedMemberTypes", .texts(role.allowedMemberTypes.map(\.rawValue)),
                ordinarily: .texts([AppRole.MemberType.user.rawValue]))
        }
        members.add("appRoleAssignments", appRoleAssignments) { object, assignment in
            object.add("principalId", assignment.principalID)
            object.add("role", assignment.role)
        }
        members.add("appRoleAssignmentRequired", appRoleAssignmentRequired, ordinarily: false)
    }

    static func optionalClaims(in object: inout DocumentObject) -> OptionalClaims {
        var claims = OptionalClaims()
        object.object("optionalClaims") { inner in
            claims.idToken = inner.objects("idToken") { $0.requiredText("name") }
            claims.accessToken = inner.objects("accessToken") { $0.requiredText("name") }
        }
        return claims
    }

    static func roles(in object: inout DocumentObject) -> [AppRole] {
        let roles = object.objects("appRoles") { role in
            let value = role.requiredText("value")
            let types = role.texts("allowedMemberTypes", as: "'User' or 'Application'") {
                AppRole.MemberType(rawValue: $0) != nil
            }.compactMap(AppRole.MemberType.init)
            return AppRole(
                value: value, displayName: role.text("displayName") ?? value,
                allowedMemberTypes: types.isEmpty ? [.user] : types)
        }
        if Set(roles.map(\.value)).count < roles.count {
            object.complain("appRoles", "A value occurs twice; give each role its own.", .conflict)
        }
        return roles
    }

    /// Principals are the document's IDs or user names; ``resolved(_:_:)`` replaces user names by IDs.
    static func assignments(in object: inout DocumentObject) -> [AppRoleAssignment] {
        object.objects("appRoleAssignments") { assignment in
            AppRoleAssignment(principalID: assignment.requiredText("principalId"), role: assignment.text("role"))
        }
    }

    private static func claims(_ names: [String]) -> [JSONValue] { names.map { .object(["name": .string($0)]) } }
}

extension RegisteredApp {
    mutating func readPlaces(_ object: inout DocumentObject) {
        object.object("web") { web in
            redirectURIs += Self.redirectURIs(in: &web)
            logoutURL = web.text("logoutUrl", as: "an http or https address") { text in
                Self.isRedirectURI(text) && (text.hasPrefix("http://") || text.hasPrefix("https://"))
            }
            web.object("implicitGrantSettings") { settings in
                implicitGrantSettings.enableIDTokenIssuance = settings.flag("enableIdTokenIssuance", or: false)
                implicitGrantSettings.enableAccessTokenIssuance = settings.flag("enableAccessTokenIssuance", or: false)
            }
        }
        object.object("publicClient") { redirectURIs += Self.redirectURIs(in: &$0) }
        object.object("spa") { spaRedirectURIs = Self.redirectURIs(in: &$0) }
    }

    /// The tenant does not store `web` and `publicClient` separately, so the app's credentials decide.
    func writePlaces(to members: inout DocumentMembers) {
        members.add("web") { web in
            if !isPublic { web.add("redirectUris", redirectURIs) }
            web.add("logoutUrl", logoutURL)
            web.add("implicitGrantSettings") { settings in
                settings.add("enableIdTokenIssuance", implicitGrantSettings.enableIDTokenIssuance, ordinarily: false)
                settings.add(
                    "enableAccessTokenIssuance", implicitGrantSettings.enableAccessTokenIssuance, ordinarily: false)
            }
        }
        members.add("publicClient") { if isPublic { $0.add("redirectUris", redirectURIs) } }
        members.add("spa") { $0.add("redirectUris", spaRedirectURIs) }
    }

    private static func redirectURIs(in object: inout DocumentObject) -> [String] {
        object.texts(
            "redirectUris", as: "an absolute address without a fragment, such as http://localhost",
            where: isRedirectURI)
    }

    /// No app can receive a response there: a browser would open it as content or code that its author chose.
    private static let unreceivableSchemes = ContentSecurityPolicy.inDocumentSchemes.union(["file"])

    /// `OpenAPI/schemas.json` also lists the hosts and ports of `RedirectURI`.
    private static func isRedirectURI(_ text: String) -> Bool {
        let isWeb = text.wholeMatch(
            of:
                #/https?:\/\/([A-Za-z0-9]([A-Za-z0-9.\-]*[A-Za-z0-9])?|\[::1\])(:[1-9][0-9]{0,4})?([\/?][A-Za-z0-9\/_.~!$&'()*+,;=?\-]*)?/#
        )
        let isOther = text.wholeMatch(
            of:
                #/urn:[A-Za-z0-9:._\-]+|(?!https?:|urn:)[A-Za-z][A-Za-z0-9+.\-]*:(\/\/)?[A-Za-z0-9\/_.~!$&'()*+,;=?\-]+/#
        )
        guard isWeb != nil || isOther != nil, let address = RedirectURI(text) else { return false }
        return !unreceivableSchemes.contains(address.scheme.lowercased())
    }
}
