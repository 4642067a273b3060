// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import OAuthMessages
import SQLiteRecords
import TenantAuthorization
import TenantDirectory

extension AdministrationEndpoints {
    /// Adds the consent of people, and of administrators for all people.
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
