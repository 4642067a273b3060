// SPDX-License-Identifier: Apache-2.0
import JSONWebSignatures
import OAuthMessages
import PortableFoundation
import SQLiteRecords
import TenantDirectory

extension RegisteredApp: ManagedRecord {
    static var noun: String { "app" }
    static var path: String { "/apps" }
    static var listOrder: [Column] { [Column("displayName"), Column("id")] }

    static func all(in tenant: Tenant?) -> QueryInterfaceRequest<RegisteredApp> {
        let all = order(listOrder).filter(Column("isBuiltIn") == false)
        return tenant.map { all.filter(Column("tenantID") == $0.id) } ?? all
    }

    init(
        reading object: inout DocumentObject, id: String?, in tenant: Tenant?, current: RegisteredApp?,
        _ context: DocumentContext, _ database: Database
    ) throws {
        let name = object.requiredText("directory")
        let tenantID = try Tenant.find(name, in: nil, database)?.id ?? ""
        if tenantID.isEmpty, !name.isEmpty {
            object.complain(
                "directory", "No directory has the id or domain '\(name)'; add it, or name another.", .conflict)
        }
        let named = object.identifier("appId")
        object.demand(named, toBe: id, "appId")
        let displayName = object.requiredText("displayName")
        let clientID = id ?? named ?? context.identifier(of: "app", "\(tenantID) \(displayName)")
        self.init(
            id: clientID, tenantID: tenantID, displayName: displayName,
            identifierURI: Self.identifierURI(in: &object))
        readPlaces(&object)
        signInAudience = object.choice("signInAudience", of: SignInAudience.self) ?? .organization
        readPermissions(&object)
        consentedScopes = object.texts("consentedScopes", as: Self.permissionForm, where: Self.isPermission)
        isEnabled = object.flag("accountEnabled", or: true)
        passwordCredentials = Self.passwords(in: &object, current: current)
        keyCredentials = Self.keys(in: &object)
        federatedIdentityCredentials = Self.federations(in: &object)
        optionalClaims = Self.optionalClaims(in: &object)
        groupMembershipClaims = object.choice("groupMembershipClaims", of: GroupMembershipClaims.self) ?? .none
        appRoles = Self.roles(in: &object)
        appRoleAssignments = Self.assignments(in: &object)
        appRoleAssignmentRequired = object.flag("appRoleAssignmentRequired", or: false)
        assignedRoles = object.texts("assignedRoles", as: Self.permissionForm, where: Self.isPermission)
    }

    func members(for audience: DocumentMembers.Audience) -> DocumentMembers {
        var members = DocumentMembers(for: audience)
        members.add("appId", id)
        members.add("directory", tenantID)
        members.add("displayName", displayName)
        members.add("signInAudience", signInAudience.rawValue, ordinarily: SignInAudience.organization.rawValue)
        members.add("accountEnabled", isEnabled, ordinarily: true)
        members.add("identifierUris", identifierURI.map { [$0] } ?? [])
        writePlaces(to: &members)
        writePermissions(to: &members)
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
            object.complain("identifierUris", "This tenant supports one per app; remove the others.")
        }
        return uris.first
    }

    static let permissionForm = "a permission as in a request's scope, such as openid, User.Read, or api://tasks/Read"

    static func isPermission(_ text: String) -> Bool {
        text.wholeMatch(of: #/([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\/)?[!#-\[\]-~]{1,200}/#) != nil
    }

    func judge(_ object: inout DocumentObject, _ database: Database) throws {
        if BuiltInApp.fixedIDs.contains(id) {
            object.complain("appId", "This app is built into the tenant and cannot be changed; remove it.", .conflict)
        }
        if let identifierURI {
            let namesake = RegisteredApp.filter(Column("identifierURI") == identifierURI && Column("id") != id)
            if try namesake.isEmpty(database) == false {
                object.complain(
                    "identifierUris", "Another app has the URI '\(identifierURI)'; choose another.", .conflict)
            }
        }
    }

    var namesOthers: Bool { !(consentedScopes.isEmpty && assignedRoles.isEmpty && appRoleAssignments.isEmpty) }

    func resolved(_ object: inout DocumentObject, _ database: Database) throws -> RegisteredApp {
        var copy = self
        let names = ResourceNames(apps: try RegisteredApp.filter(Column("id") != id).fetchAll(database) + [self])
        func permissions(_ scopes: [String], _ name: String) -> [String] {
            scopes.enumerated().map { index, scope in
                Self.permission(scope, among: names, at: "\(object.place(name))/\(index)", &object)
            }
        }
        copy.consentedScopes = permissions(consentedScopes, "consentedScopes")
        copy.assignedRoles = permissions(assignedRoles, "assignedRoles")
        copy.appRoleAssignments = try appRoleAssignments.enumerated().map { index, assignment in
            try resolved(assignment, at: "\(object.place("appRoleAssignments"))/\(index)", &object, database)
        }
        return copy
    }

    /// Puts the API's client ID in front; a file names a permission as a request does, or with the client ID.
    private static func permission(
        _ scope: String, among names: ResourceNames, at pointer: String, _ object: inout DocumentObject
    ) -> String {
        guard let slash = scope.lastIndex(of: "/") else {
            return GraphPermission(rawValue: scope).map { "\(graphID)/\($0.rawValue)" } ?? scope
        }
        let name = String(scope[..<slash])
        guard let api = names.api(named: name) else {
            object.complain(at: pointer, "No app has the client id or URI \(name); add it, or remove this.", .conflict)
            return scope
        }
        return "\(api.id)\(scope[slash...])"
    }

    private func resolved(
        _ assignment: AppRoleAssignment, at pointer: String, _ object: inout DocumentObject, _ database: Database
    ) throws -> AppRoleAssignment {
        if let role = assignment.role, !appRoles.contains(where: { $0.value == role }) {
            object.complain(
                at: "\(pointer)/role", "The app has no role '\(role)'; add it to 'appRoles', or remove this.",
                .conflict)
        }
        let name = assignment.principalID
        if let person = try DirectoryPerson.find(name, in: nil, database) {
            return AppRoleAssignment(principalID: person.id, role: assignment.role)
        }
        let isKnown =
            try DirectoryGroup.exists(database, key: name.lowercased())
            || name.lowercased() == id || RegisteredApp.exists(database, key: name.lowercased())
        if !isKnown {
            object.complain(
                at: "\(pointer)/principalId",
                "No person, group or app has the id '\(name)'; add one, or remove this.", .conflict)
        }
        return AppRoleAssignment(principalID: name.lowercased(), role: assignment.role)
    }

    func remove(_ database: Database) throws {
        for table in ["authorizationCode", "refreshToken", "userFlowGrant"] {
            try database.execute(
                sql: "DELETE FROM \(table) WHERE json_extract(\"grant\", '$.clientID') = ?", arguments: [id])
        }
        try delete(database)
    }
}
