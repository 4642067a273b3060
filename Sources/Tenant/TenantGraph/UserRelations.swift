// SPDX-License-Identifier: Apache-2.0
import TenantAuthorization
import TenantDirectory

/// Expands a relation for any number of people.
struct UserRelations: Sendable {
    /// Graph expands at most this many entries of a list.
    private static let mostEntries = 20
    /// The limit of nested managers in a response, even if the chain is longer.
    private static let deepestChain = 100

    private let expansion: UserExpansion
    private let memberships: Memberships
    private let people: [String: DirectoryPerson]
    private let reports: [String: [DirectoryPerson]]
    private let groups: [DirectoryGroup]

    private var caller: GraphCaller { memberships.caller }

    /// Reads the directory once, for all people.
    ///
    /// - Throws: An error of the database.
    init(_ expansion: UserExpansion, caller: GraphCaller, platform: PlatformContext) async throws {
        self.expansion = expansion
        memberships = Memberships(platform: platform, caller: caller)
        let all = try await platform.database.people(of: caller.tenant.id)
        people = Dictionary(all.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        reports = Dictionary(grouping: all.filter { $0.managerID != nil }, by: { $0.managerID ?? "" })
        groups = try await platform.database.groups(of: caller.tenant.id)
    }

    /// The related objects of one person; empty for a person without a manager.
    ///
    /// - Throws: ``GraphFault`` (403).
    func content(of person: DirectoryPerson) throws -> [(name: String, content: any Encodable)] {
        let name = expansion.relation.rawValue
        switch expansion.relation {
        case .manager:
            try caller.requireRelations(of: person)
            return manager(of: person).map { [(name, $0)] } ?? []
        case .directReports:
            try caller.requireRelations(of: person)
            return [(name, (reports[person.id] ?? []).prefix(Self.mostEntries).map(resource))]
        case .memberOf, .transitiveMemberOf:
            try memberships.require(person)
            let all = memberships.resources(of: person, among: groups, properties: expansion.properties)
            return [(name, Array(all.prefix(Self.mostEntries)))]
        }
    }

    /// The manager, with the manager's manager nested inside, for as many levels as the request asks for.
    private func manager(of person: DirectoryPerson) -> UserResource? {
        var chain: [DirectoryPerson] = []
        var last = person
        while chain.count < min(expansion.levels, Self.deepestChain), let next = last.managerID.flatMap({ people[$0] }),
            next.id != person.id, !chain.contains(next)
        {
            chain.append(next)
            last = next
        }
        return chain.reversed().reduce(nil) { above, manager in
            var resource = resource(manager)
            resource.relations = above.map { [(expansion.relation.rawValue, $0)] } ?? []
            return resource
        }
    }

    private func resource(_ person: DirectoryPerson) -> UserResource {
        UserResource(
            person: person, properties: expansion.properties ?? UserResource.defaultProperties,
            readable: caller.readableProperties(of: person), namesType: true)
    }
}
