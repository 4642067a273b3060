// SPDX-License-Identifier: Apache-2.0
import JSONWebSignatures
import PortableFoundation
import SQLiteRecords
import TenantDirectory

extension DirectoryPerson: ManagedRecord {
    static var noun: String { "person" }
    static var path: String { "\(Tenant.path)/:directory/people" }
    static var listOrder: [Column] { [Column("userPrincipalName")] }
    static var nameColumn: String { "userPrincipalName" }

    /// The manager is the document's ID or user name; ``resolved(_:_:)`` replaces a user name by the ID.
    init(
        reading object: inout DocumentObject, id: String?, in tenant: Tenant?, current: DirectoryPerson?,
        _ context: DocumentContext, _ database: Database
    ) {
        let username = Self.userPrincipalName(in: &object)
        let named = object.identifier("id")
        object.demand(named, toBe: id, "id")
        self.init(
            id: id ?? named ?? context.identifier(of: "person", username), tenantID: tenant?.id ?? "",
            displayName: object.requiredText("displayName"), userPrincipalName: username)
        for member in Self.members { member.read(&self, &object) }
        passwordHash = current?.passwordHash
        let isForced: Bool? = object.object("passwordProfile") { profile in
            passwordHash = profile.passwordHash(context) ?? passwordHash
            return profile.flag("forceChangePasswordNextSignIn", or: false)
        }
        forceChangePasswordNextSignIn = isForced ?? false
    }

    func members(for audience: DocumentMembers.Audience) -> DocumentMembers {
        var members = DocumentMembers(for: audience)
        members.add("id", id)
        members.add("displayName", displayName)
        members.add("userPrincipalName", userPrincipalName)
        for member in Self.members { member.write(self, &members) }
        members.add("passwordProfile") { profile in
            profile.addHash("passwordHash", passwordHash)
            profile.add("forceChangePasswordNextSignIn", forceChangePasswordNextSignIn, ordinarily: false)
        }
        return members
    }

    private static let members = properties.compactMap(\.member)

    static func schemas(completing form: [String: JSONValue]) -> [String: JSONValue] {
        let stored = properties.compactMap { property in property.member.map { (property.name, $0.schema) } }
        var form = form
        let members = (form["properties"]?.object ?? [:]).merging(stored) { $1 }
        form["properties"] = .object(members)
        func schema(_ name: String, _ value: JSONValue) -> JSONValue { .object(form.merging([name: value]) { $1 }) }
        return [
            "Person": schema("required", .texts(members.keys.sorted())),
            "PersonInput": schema("required", ["displayName", "userPrincipalName"]),
            "PersonPatch": schema("description", "Only the changes; null removes a member. RFC 7396"),
        ]
    }

    static func isUserPrincipalName(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        return text.utf8.count <= 113 && parts.count == 2 && parts.allSatisfy { !$0.isEmpty }
            && parts[0].allSatisfy { isAlphanumeric($0) || "'._!#^~+-".utf8.contains($0) }
            && parts[1].allSatisfy { isAlphanumeric($0) || ".-".utf8.contains($0) }
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF)
    }

    private static func userPrincipalName(in object: inout DocumentObject) -> String {
        let name = "userPrincipalName"
        if !object.has(name) { object.complain(name, "'\(name)' is missing; give the name to sign in with.") }
        return object.text(name, as: "a user name, such as ana.silva@aldervale.example", where: isUserPrincipalName)
            ?? ""
    }

    func judge(_ object: inout DocumentObject, _ database: Database) throws {
        let others: [(id: String, tenantID: String)] = try Row.fetchAll(
            database, sql: "SELECT id, tenantID FROM person WHERE id = ? OR userPrincipalName = ?",
            arguments: [id, userPrincipalName]
        ) { try ($0[0], $0[1]) }
        for other in others {
            if other.id != id {
                object.complain(
                    "userPrincipalName", "Another person has the user name '\(userPrincipalName)'; choose another.",
                    .conflict)
            } else if other.tenantID != tenantID {
                object.complain("id", "A person in another directory has the id \(id); choose another.", .conflict)
            }
        }
    }

    var namesOthers: Bool { managerID != nil }

    func resolved(_ object: inout DocumentObject, _ database: Database) throws -> DirectoryPerson {
        guard let name = managerID else { return self }
        guard let manager = try DirectoryPerson.find(name, in: try Tenant.fetchOne(database, key: tenantID), database)
        else {
            object.complain(
                "manager",
                "No person in the directory has the id or user name '\(name)'; add the person, or remove this.",
                .conflict)
            return self
        }
        var copy = self
        copy.managerID = manager.id
        return copy
    }

    func endWhatChanged(
        since current: DirectoryPerson, _ context: DocumentContext, _ database: Database
    ) throws -> DirectoryPerson {
        guard passwordHash != current.passwordHash || (current.accountEnabled && !accountEnabled) else { return self }
        var changed = self
        try changed.revokeSignInSessions(at: context.now, database)
        if passwordHash != current.passwordHash { changed.lastPasswordChangeDateTime = context.now }
        return changed
    }

    func remove(_ database: Database) throws {
        try GrantRevocation.end(of: id, database)
        try DirectoryPerson.filter(Column("managerID") == id).updateAll(database, Column("managerID").set(to: nil))
        try DirectoryGroup.forget(id, database)
        try delete(database)
    }
}
