// SPDX-License-Identifier: Apache-2.0
import JOSE
import TenantDirectory

extension RegisteredApp {
    /// Writes the optional claims of an app's tokens, its roles, and their assignments.
    func writeClaims(to members: inout DocumentMembers) {
        members.add("optionalClaims") { claims in
            claims.add("idToken", Self.claims(optionalClaims.idToken))
            claims.add("accessToken", Self.claims(optionalClaims.accessToken))
        }
        members.add(
            "groupMembershipClaims", groupMembershipClaims.rawValue,
            ordinarily: GroupMembershipClaims.none.rawValue)
        members.add(
            "appRoles",
            appRoles.map { role in
                var object = DocumentMembers(for: members.audience)
                object.add("value", role.value)
                object.add("displayName", role.displayName)
                let types = role.allowedMemberTypes.map { JSONValue.string($0.rawValue) }
                object.add(
                    "allowedMemberTypes", .array(types),
                    ordinarily: .array([.string(AppRole.MemberType.user.rawValue)]))
                return object.object
            })
        members.add(
            "appRoleAssignments",
            appRoleAssignments.map { assignment in
                var object = DocumentMembers(for: members.audience)
                object.add("principalId", assignment.principalID)
                object.add("role", assignment.role)
                return object.object
            })
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
            object.complain("appRoles", "A value is there twice; give each role its own.", .conflict)
        }
        return roles
    }

    /// Reads the assignments of roles.
    ///
    /// Principals are the document's ids or user names; ``resolved(_:_:)`` replaces user names by ids.
    static func assignments(in object: inout DocumentObject) -> [AppRoleAssignment] {
        object.objects("appRoleAssignments") { assignment in
            AppRoleAssignment(
                principalID: assignment.requiredText("principalId"), role: assignment.text("role"))
        }
    }

    private static func claims(_ names: [String]) -> [JSONValue] { names.map { .object(["name": .string($0)]) } }
}
