// SPDX-License-Identifier: Apache-2.0
import GRDB

extension RegisteredApp: ManagedRecord {
    static var kind: String { "app" }

    /// Microsoft Graph is left out: it comes with the tenant.
    static func all(in tenant: Tenant?) -> QueryInterfaceRequest<RegisteredApp> {
        let all = order(Column("displayName"), Column("id")).filter(Column("id") != graphID)
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
        if id == Self.graphID {
            object.complain(
                "appId", "Microsoft Graph comes with the tenant, and stays as it is; leave it out.", .conflict)
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
        for (name, permissions) in [("consentedScopes", consentedScopes), ("assignedRoles", assignedRoles)] {
            for (index, permission) in permissions.enumerated() {
                guard let slash = permission.firstIndex(of: "/") else { continue }
                let apiID = String(permission[..<slash])
                if apiID != id, try RegisteredApp.exists(database, key: apiID) == false {
                    object.complain(
                        at: "\(object.place(name))/\(index)",
                        "No app has the client id \(apiID); add it, or take this away.", .conflict)
                }
            }
        }
        var copy = self
        copy.appRoleAssignments = try appRoleAssignments.enumerated().map { index, assignment in
            try resolved(assignment, at: "\(object.place("appRoleAssignments"))/\(index)", &object, database)
        }
        return copy
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
