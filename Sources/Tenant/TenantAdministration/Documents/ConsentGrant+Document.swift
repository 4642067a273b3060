// SPDX-License-Identifier: Apache-2.0
import JSONWebSignatures
import OAuthMessages
import SQLiteRecords
import TenantDirectory

extension ConsentGrant {
    /// Reads a grant; errors and unknown references are recorded in the object.
    init(reading object: inout DocumentObject, _ database: Database) throws {
        let client = try Self.app("clientId", in: &object, database)
        if !object.has("clientId") { object.complain("clientId", "'clientId' is missing; name the app.") }
        let api = try Self.app("resourceId", in: &object, database)
        let person = try Self.person(in: &object, database)
        let tenant = try Self.tenant(of: person, in: &object, database)
        let scopes = object.requiredText("scope", maximum: 4096).split(separator: " ").map(String.init)
        if !scopes.allSatisfy({ $0.wholeMatch(of: #/[!#-\[\]-~]{1,200}/#) != nil && !$0.contains("/") }) {
            object.complain(
                "scope", "Give only the permissions, separated by spaces; 'resourceId' names the API.")
        } else if let api, let unknown = scopes.first(where: { !api.scopes.contains($0) }) {
            object.complain(
                "scope",
                "\(api.displayName) has no permission '\(unknown)'; it has \(api.scopes.joined(separator: ", ")).",
                .conflict)
        }
        self.init(
            tenantID: tenant?.id ?? "", clientID: client?.id ?? "", personID: person?.id, resourceID: api?.id,
            scopes: Array(Set(scopes)).sorted())
        _ = object.text("id")
    }

    /// The members of the grant for an audience.
    func members(for audience: DocumentMembers.Audience) -> DocumentMembers {
        var members = DocumentMembers(for: audience)
        if audience == .program { members.add("id", id) }
        members.add("directory", tenantID)
        members.add("clientId", clientID)
        members.add("consentType", (personID == nil ? ConsentType.everybody : .person).rawValue)
        members.add("principalId", personID)
        members.add("resourceId", resourceID)
        members.add("scope", scopes.joined(separator: " "))
        return members
    }

    private static func app(
        _ name: String, in object: inout DocumentObject, _ database: Database
    ) throws -> RegisteredApp? {
        guard let id = object.identifier(name) else { return nil }
        let app = try RegisteredApp.fetchOne(database, key: id)
        if app == nil { object.complain(name, "No app has the client id \(id); add it first.", .conflict) }
        return app
    }

    private static func person(in object: inout DocumentObject, _ database: Database) throws -> DirectoryPerson? {
        let type = object.choice("consentType", of: ConsentType.self)
        let name = object.text("principalId")
        if let type, (type == .person) != (name != nil) {
            object.complain(
                "consentType", "'Principal' goes with a 'principalId', 'AllPrincipals' with none.", .conflict)
        }
        guard let name else { return nil }
        let person = try DirectoryPerson.find(name, in: nil, database)
        if person == nil {
            object.complain(
                "principalId", "No person has the id or user name '\(name)'; add the person first.", .conflict)
        }
        return person
    }

    private static func tenant(
        of person: DirectoryPerson?, in object: inout DocumentObject, _ database: Database
    ) throws -> Tenant? {
        guard let name = object.text("directory") else {
            if let person { return try Tenant.fetchOne(database, key: person.tenantID) }
            if !object.has("principalId") {
                object.complain(
                    "directory", "'directory' is missing; set it to the directory of the people that it applies to.",
                    .conflict)
            }
            return nil
        }
        guard let tenant = try Tenant.find(name, in: nil, database) else {
            object.complain("directory", "No directory has the id or domain '\(name)'; add it first.", .conflict)
            return nil
        }
        if let person, person.tenantID != tenant.id {
            object.complain("directory", "The person belongs to another directory; remove this.", .conflict)
        }
        return tenant
    }
}
