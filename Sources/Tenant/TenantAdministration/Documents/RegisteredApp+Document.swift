// SPDX-License-Identifier: Apache-2.0
import JSONWebSignatures
import OAuthMessages
import PortableFoundation
import SQLiteRecords
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
            identifierURI: Self.identifierURI(in: &object), scopes: api.scopes,
            consentedScopes: object.texts("consentedScopes", as: Self.permissionForm, where: Self.isPermission)
        ) { app in
            app.accessTokenVersion = api.tokenVersion
            app.signInAudience = audience
            app.spaRedirectURIs = places.singlePage
            app.logoutURL = places.logoutURL
            app.implicitGrantSettings = places.implicitGrantSettings
            app.permissionTexts = api.texts
        }
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
            object.complain("identifierUris", "This tenant supports one per app; remove the others.")
        }
        return uris.first
    }

    static let permissionForm = "a permission as requests name it, such as openid, User.Read or api://tasks/Read"

    static func isPermission(_ text: String) -> Bool {
        text.wholeMatch(of: #/([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\/)?[!#-\[\]-~]{1,200}/#) != nil
    }
}

extension RegisteredApp: ManagedRecord {
    static var noun: String { "app" }

    /// Built-in apps are left out.
    static func all(in tenant: Tenant?) -> QueryInterfaceRequest<RegisteredApp> {
        let all = order(Column("displayName"), Column("id")).filter(Column("isBuiltIn") == false)
        return tenant.map { all.filter(Column("tenantID") == $0.id) } ?? all
    }

    static func find(_ name: String, in tenant: Tenant?, _ database: Database) throws -> RegisteredApp? {
        try all(in: tenant).filter(Column("id") == name.lowercased()).fetchOne(database)
    }

    static func read(
        _ object: inout DocumentObject, id: String?, in tenant: Tenant?, current: RegisteredApp?,
        _ context: DocumentContext, _ database: Database
    ) throws -> RegisteredApp {
        let name = object.requiredText("directory")
        let owner = try Tenant.find(name, in: nil, database)
        if owner == nil, !name.isEmpty {
            object.complain(
                "directory", "No directory has the id or domain '\(name)'; add it, or name another.", .conflict)
        }
        return RegisteredApp(reading: &object, id: id, in: owner?.id ?? "", current: current, context)
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
        copy.consentedScopes = consentedScopes.enumerated().map { index, scope in
            Self.permission(scope, among: names, at: "\(object.place("consentedScopes"))/\(index)", &object)
        }
        copy.assignedRoles = assignedRoles.enumerated().map { index, scope in
            Self.permission(scope, among: names, at: "\(object.place("assignedRoles"))/\(index)", &object)
        }
        copy.appRoleAssignments = try appRoleAssignments.enumerated().map { index, assignment in
            try resolved(assignment, at: "\(object.place("appRoleAssignments"))/\(index)", &object, database)
        }
        return copy
    }

    /// A permission in its stored form, with the client id of its API in front.
    ///
    /// A file names it in the form of a request: `User.Read`, `api://tasks/Tasks.ReadWrite`, or with the client id.
    private static func permission(
        _ scope: String, among names: ResourceNames, at pointer: String, _ object: inout DocumentObject
    ) -> String {
        guard let slash = scope.lastIndex(of: "/") else {
            return GraphPermission(rawValue: scope).map { "\(graphID)/\($0.rawValue)" } ?? scope
        }
        let name = String(scope[..<slash])
        guard let api = names.api(named: name) else {
            object.complain(
                at: pointer, "No app has the client id or URI \(name); add it, or remove this.", .conflict)
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
