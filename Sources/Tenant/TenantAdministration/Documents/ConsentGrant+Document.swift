// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import JSONWebSignatures
import OAuthMessages
import SQLiteRecords
import TenantAuthorization
import TenantDirectory

extension ConsentGrant {
    init(reading object: inout DocumentObject, _ database: Database) throws {
        let client = try Self.app("clientId", in: &object, database)
        if !object.has("clientId") { object.complain("clientId", "'clientId' is missing; name the app.") }
        let api = try Self.app("resourceId", in: &object, database)
        let person = try Self.person(in: &object, database)
        let tenant = try Self.tenant(of: person, in: &object, database)
        let scopes = object.requiredText("scope", maximum: 4096).split(separator: " ").map(String.init)
        if !scopes.allSatisfy({ $0.wholeMatch(of: #/[!#-\[\]-~]{1,200}/#) != nil && !$0.contains("/") }) {
            object.complain("scope", "Give only the permissions, separated by spaces; 'resourceId' names the API.")
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
                "consentType", "'Principal' requires a 'principalId', and 'AllPrincipals' excludes one.", .conflict)
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

extension AdministrationEndpoints {
    func addConsents(to router: Router<ServingContext>) {
        let path = "\(Self.place)/consents"
        router.get(RouterPath(path)) { request, _ in
            let names = ["clientId", "principalId"]
            let page = try ListPage(of: request, knowing: names)
            let (client, principal) = (page["clientId"]?.lowercased(), page["principalId"]?.lowercased())
            let grants = try await platform.database.read { try ConsentGrant.all($0) }
                .filter { client == nil || $0.clientID == client }
                .filter { principal == nil || $0.personID == principal }
            return page.reply(of: grants.map { $0.members(for: .program).object })
        }
        router.post(RouterPath(path)) { request, _ in
            let members = try await AdministrationContent.document(of: request).members
            let now = platform.settings.now()
            let grant = try await platform.database.write { database in
                var object = DocumentObject(members)
                let grant = try ConsentGrant(reading: &object, database)
                try object.finish()
                try grant.save(at: now, database)
                return grant
            }
            return AdministrationReply.json(
                grant.members(for: .program).object, status: .created, at: "\(path)/\(grant.id)")
        }
        router.answer("\(path)/:consent") { context in
            let grant = try await find(context) { grant, _ in grant }
            return AdministrationReply.json(grant.members(for: .program).object)
        }
        router.remove("\(path)/:consent") { context in try await find(context) { try $0.remove($1) } }
    }

    private func find<Result: Sendable>(
        _ context: ServingContext, _ use: @escaping @Sendable (ConsentGrant, Database) throws -> Result
    ) async throws -> Result {
        let id = try context.part("consent")
        return try await platform.database.write { database in
            guard let grant = try ConsentGrant.find(id, database) else {
                throw AdministrationProblem.unknown("consent", id)
            }
            return try use(grant, database)
        }
    }
}
