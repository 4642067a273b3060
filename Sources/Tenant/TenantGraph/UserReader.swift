// SPDX-License-Identifier: Apache-2.0
import HTTPTypes
import Hummingbird
import NIOCore
import OAuth
import TenantAuthorization
import TenantDirectory

/// Reads people for a caller and a query.
struct UserReader: Sendable {
    let platform: PlatformContext
    let caller: GraphCaller
    let query: UserQuery

    /// The person of a path, if the caller may read the person at all.
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

    func profile(of subject: GraphTarget.Subject) async throws -> UserResource {
        let person = try await person(subject)
        let context = platform.graphContext("users\(query.options.selection)/$entity")
        return try resource(of: person, context: context, relations: try await relations())
    }

    /// Reads the relations that the query expands; `nil` if it expands none.
    private func relations() async throws -> UserRelations? {
        guard let expansion = query.expansion else { return nil }
        return try await UserRelations(expansion, caller: caller, platform: platform)
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

    func manager(of subject: GraphTarget.Subject) async throws -> UserResource {
        let person = try await related(subject)
        guard let id = person.managerID, let manager = try await platform.database.person(id, in: caller.tenant.id)
        else { throw GraphFault.notFound("manager") }
        let context = platform.graphContext("directoryObjects\(query.options.selection)/$entity")
        return try resource(of: manager, context: context, namesType: true, relations: try await relations())
    }

    func reportsPage(of subject: GraphTarget.Subject) async throws -> GraphPage<UserResource> {
        let person = try await related(subject)
        try caller.requireDeciding(by: query.decidingProperties)
        let reports = try await platform.database.people(of: caller.tenant.id).filter { $0.managerID == person.id }
        let place = subject == .me ? "me" : "users/\(person.id)"
        return try await page(
            of: query.apply(to: reports), at: "\(place)/directReports", in: "directoryObjects", typed: true)
    }

    /// The person of a path, if the caller may read the person's manager and reports.
    private func related(_ subject: GraphTarget.Subject) async throws -> DirectoryPerson {
        try caller.requireDirectory()
        let person = try await person(subject)
        try caller.requireRelations(of: person)
        return person
    }

    func listPage() async throws -> GraphPage<UserResource> {
        try await page(of: try await everybody(), at: "users", in: "users", typed: false)
    }

    func everybody() async throws -> [DirectoryPerson] {
        try caller.requireDirectory()
        try caller.requireOthers()
        try caller.requireDeciding(by: query.decidingProperties)
        return query.apply(to: try await platform.database.people(of: caller.tenant.id))
    }

    private func page(
        of people: [DirectoryPerson], at path: String, in set: String, typed: Bool
    ) async throws -> GraphPage<UserResource> {
        var properties = query.options.properties ?? UserResource.defaultProperties
        guard UserProperties.ofOnePersonOnly.isDisjoint(with: properties) else { throw GraphFault.notOnCollections }
        if !properties.contains("id") { properties.append("id") }
        // Graph expands a chain of managers only for a single person.
        guard query.expansion?.levels ?? 1 == 1 else {
            throw GraphFault.unsupported("$levels is only supported on a single user.")
        }
        let relations = try await relations()
        let resources = try people.map {
            try resource(of: $0, properties: properties, namesType: typed, relations: relations)
        }
        return query.options.page(of: resources, in: set, at: path, counts: query.counts, on: platform)
    }

    /// The number of people, as plain text.
    func count() async throws -> Response {
        let text = String(try await everybody().count)
        return Response(
            status: .ok, headers: [.contentType: "text/plain"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }
}

/// One page of a list of Graph.
///
/// OData JSON Format 4.01 §4.5
struct GraphPage<Element: Encodable>: Encodable {
    let context: String
    /// The number of entries on all pages; `nil` on later pages, and if the request did not ask for it.
    let count: Int?
    let nextLink: String?
    let value: [Element]

    enum CodingKeys: String, CodingKey {
        case value
        case context = "@odata.context"
        case count = "@odata.count"
        case nextLink = "@odata.nextLink"
    }
}
