// SPDX-License-Identifier: Apache-2.0
import JSONWebSignatures
import SQLiteRecords
import TenantDirectory

extension DirectoryGroup: ManagedRecord {
    static var noun: String { "group" }
    static var path: String { "\(Tenant.path)/:directory/groups" }
    static var listOrder: [Column] { [Column("displayName"), Column("id")] }

    /// Members are the document's IDs or user names; ``resolved(_:_:)`` replaces user names by IDs.
    init(
        reading object: inout DocumentObject, id: String?, in tenant: Tenant?, current: DirectoryGroup?,
        _ context: DocumentContext, _ database: Database
    ) {
        let tenantID = tenant?.id ?? ""
        let displayName = object.requiredText("displayName")
        let named = object.identifier("id")
        object.demand(named, toBe: id, "id")
        self.init(
            id: id ?? named ?? context.identifier(of: "group", "\(tenantID) \(displayName)"), tenantID: tenantID,
            displayName: displayName)
        securityEnabled = object.flag("securityEnabled", or: true)
        memberIDs = object.texts("members", as: "a person's id or user name")
    }

    func members(for audience: DocumentMembers.Audience) -> DocumentMembers {
        var members = DocumentMembers(for: audience)
        members.add("id", id)
        members.add("displayName", displayName)
        members.add("securityEnabled", securityEnabled, ordinarily: true)
        members.add("members", memberIDs)
        return members
    }

    func judge(_ object: inout DocumentObject, _ database: Database) throws {
        if let other = try DirectoryGroup.fetchOne(database, key: id), other.tenantID != tenantID {
            object.complain("id", "A group of another directory has the id \(id); choose another.", .conflict)
        }
    }

    var namesOthers: Bool { !memberIDs.isEmpty }

    func resolved(_ object: inout DocumentObject, _ database: Database) throws -> DirectoryGroup {
        let tenant = try Tenant.fetchOne(database, key: tenantID)
        var copy = self
        copy.memberIDs = try memberIDs.enumerated().map { index, name in
            if let person = try DirectoryPerson.find(name, in: tenant, database) { return person.id }
            object.complain(
                at: "\(object.place("members"))/\(index)",
                "No person in the directory has the id or user name '\(name)'; add the person, or remove this.",
                .conflict)
            return name
        }
        return copy
    }

    func remove(_ database: Database) throws { try delete(database) }

    static func forget(_ personID: String, _ database: Database) throws {
        let ids = try String.fetchAll(
            database, sql: "SELECT groupID FROM groupMember WHERE personID = ?", arguments: [personID])
        for var group in try filter(ids.contains(Column("id"))).fetchAll(database) {
            group.memberIDs.removeAll { $0 == personID }
            try group.update(database)
        }
    }
}
