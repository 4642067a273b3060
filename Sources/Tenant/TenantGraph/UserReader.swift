// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import HTTPServing
import OAuthMessages
import TenantAuthorization
import TenantDirectory

struct UserReader: Sendable {
    let platform: PlatformContext
    let caller: GraphCaller
    let query: UserQuery

    func person(_ subject: GraphTarget.Subject) async throws -> DirectoryPerson {
        guard case .named(let name) = subject else { return try caller.signedIn() }
        if let own = caller.person, own.isNamed(name) { return try caller.signedIn() }
        try caller.requireDirectory()
        try caller.requireOthers()
        guard let person = try await platform.database.person(name, in: caller.tenant.id) else {
            throw GraphFault.notFound(name)
        }
        return person
    }

    func profile(of subject: GraphTarget.Subject) async throws -> OrderedJSON {
        let person = try await person(subject)
        let context = platform.graphContext("users\(query.options.selection)/$entity")
        return try resource(of: person, context: context, relations: try await relations(of: [person])).json
    }

    private func relations(of people: [DirectoryPerson]) async throws -> UserRelations? {
        guard let expansion = query.expansion else { return nil }
        return try await UserRelations(expansion, of: people, caller: caller, platform: platform)
    }

    private func resource(
        of person: DirectoryPerson, properties: [String]? = nil, context: String? = nil, namesType: Bool = false,
        relations: UserRelations?
    ) throws -> UserResource {
        UserResource(
            person: person, properties: properties ?? query.options.properties ?? UserResource.defaultProperties,
            readable: caller.readableProperties(of: person), context: context, namesType: namesType,
            relations: try relations?.content(of: person) ?? [])
    }

    func manager(of subject: GraphTarget.Subject) async throws -> OrderedJSON {
        let person = try await related(subject)
        guard let id = person.managerID, let manager = try await platform.database.person(id, in: caller.tenant.id)
        else { throw GraphFault.notFound("manager") }
        let context = platform.graphContext("directoryObjects\(query.options.selection)/$entity")
        return try resource(
            of: manager, context: context, namesType: true, relations: try await relations(of: [manager])
        ).json
    }

    func reportsPage(of subject: GraphTarget.Subject) async throws -> OrderedJSON {
        let person = try await related(subject)
        try caller.requireDeciding(by: query.decidingProperties)
        let place = subject == .me ? "me" : "users/\(person.id)"
        return try await page(
            of: .reports(of: person.id), at: "\(place)/directReports", in: "directoryObjects", typed: true)
    }

    private func related(_ subject: GraphTarget.Subject) async throws -> DirectoryPerson {
        try caller.requireDirectory()
        let person = try await person(subject)
        try caller.requireRelations(of: person)
        return person
    }

    func listPage() async throws -> OrderedJSON {
        try requireList()
        return try await page(of: .directory, at: "users", in: "users", typed: false)
    }

    private func requireList() throws {
        try caller.requireDirectory()
        try caller.requireOthers()
        try caller.requireDeciding(by: query.decidingProperties)
    }

    private func page(
        of scope: PeopleQuery.Scope, at path: String, in set: String, typed: Bool
    ) async throws -> OrderedJSON {
        var properties = query.options.properties ?? UserResource.defaultProperties
        guard UserResource.ofOnePersonOnly.isDisjoint(with: properties) else { throw GraphFault.notOnCollections }
        if !properties.contains("id") { properties.append("id") }
        // Graph expands a chain of managers only for a single person.
        guard query.expansion?.levels ?? 1 == 1 else {
            throw GraphFault.unsupported("$levels is only supported on a single user.")
        }
        let people = query.people(of: caller.tenant.id, in: scope, within: caller.budget)
        let position = try query.options.place.map { try PeoplePosition(sealed: $0, on: platform) }
        guard
            let page = try await platform.database.page(of: people, after: position, limit: query.options.pageSize)
        else { throw GraphFault.badSkipToken }
        let relations = try await relations(of: page.people)
        let resources = try page.people.map {
            try resource(of: $0, properties: properties, namesType: typed, relations: relations).json
        }
        let count = query.counts && position == nil ? try await platform.database.count(of: people) : nil
        return query.options.page(
            resources, next: try page.next?.sealed(on: platform), count: count, in: set, at: path, on: platform)
    }

    func count() async throws -> Response {
        try requireList()
        let people = query.people(of: caller.tenant.id, in: .directory, within: caller.budget)
        let text = String(try await platform.database.count(of: people))
        return Response(
            status: .ok, headers: [.contentType: "text/plain"],
            body: ResponseBody(text))
    }
}
