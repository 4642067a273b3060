// SPDX-License-Identifier: Apache-2.0
import TenantAuthorization
import TenantDirectory

/// Writes what `$expand` asks for, of any number of people.
struct UserRelations: Sendable {
    /// Graph expands no more entries of a list.
    private static let mostEntries = 20
    /// No answer holds more objects inside each other, however long a chain of managers is.
    private static let deepestChain = 100

    private let expansion: UserExpansion
    private let memberships: Memberships
    private let people: [String: DirectoryPerson]
    private let reports: [String: [DirectoryPerson]]
    private let groups: [DirectoryGroup]

    private var caller: GraphCaller { memberships.caller }

    /// Reads the directory once.
    ///
    /// - Throws: What the database throws.
    init(_ expansion: UserExpansion, caller: GraphCaller, platform: PlatformContext) async throws {
        self.expansion = expansion
        memberships = Memberships(platform: platform, caller: caller)
        let all = try await platform.database.people(of: caller.tenant.id)
        people = Dictionary(all.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        reports = Dictionary(grouping: all.filter { $0.managerID != nil }, by: { $0.managerID ?? "" })
        groups = try await platform.database.groups(of: caller.tenant.id)
    }

    /// The relation of one person; nothing for a person without a manager.
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

    /// The manager, with the manager's manager inside, as far up as the request goes.
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
