// SPDX-License-Identifier: Apache-2.0
import GRDB
import TenantDirectory

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
            object.complain("appId", "This app comes with the tenant, and stays as it is; leave it out.", .conflict)
        }
        if let identifierURI {
            let namesake = RegisteredApp.filter(Column("identifierURI") == identifierURI && Column("id") != id)
            if try namesake.isEmpty(database) == false {
                object.complain(
                    "identifierUris", "Another app has the URI '\(identifierURI)'; choose another.", .conflict)
            }
        }
    }

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
                at: pointer, "No app has the client id or URI \(name); add it, or take this away.", .conflict)
            return scope
        }
        return "\(api.id)\(scope[slash...])"
    }

    private func resolved(
        _ assignment: AppRoleAssignment, at pointer: String, _ object: inout DocumentObject, _ database: Database
    ) throws -> AppRoleAssignment {
        if let role = assignment.role, !appRoles.contains(where: { $0.value == role }) {
            object.complain(
                at: "\(pointer)/role", "The app has no role '\(role)'; add it to 'appRoles', or take this away.",
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
                "No person, group or app has the id '\(name)'; add one, or take this away.", .conflict)
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
