// SPDX-License-Identifier: Apache-2.0
import OAuthMessages
import PortableFoundation
import TenantAuthorization
import TenantDirectory

/// The relation in `$expand`. OData URL Conventions 4.01 §5.1.3
struct UserExpansion: Sendable, Hashable {
    enum Relation: String, Sendable {
        case manager, directReports, memberOf, transitiveMemberOf

        var properties: Set<String> {
            switch self {
            case .manager, .directReports: UserResource.allProperties.subtracting(UserResource.ofOnePersonOnly)
            case .memberOf, .transitiveMemberOf: GroupResource.properties
            }
        }

        var type: String? {
            switch self {
            case .manager, .directReports: "microsoft.graph.user"
            case .memberOf, .transitiveMemberOf: nil
            }
        }
    }

    let relation: Relation
    /// `nil` for the default properties.
    let properties: [String]?
    let levels: Int

    /// Graph's limit of `$levels`.
    private static let longestChain = 1000

    /// Reads an option such as `manager($levels=max;$select=id,displayName)`: Graph expands one relation at a time.
    init(_ text: String, _ advanced: AdvancedQuery) throws {
        let parts = text.trimmed().wholeMatch(of: #/([A-Za-z]+)(?:\((.*)\))?/#)
        guard let parts else { throw Self.unreadable(text) }
        guard let relation = Relation(rawValue: String(parts.1)) else {
            let fault = GraphFault.noProperty(String(parts.1))
            throw GraphFault.badRequest("Parsing OData Select and Expand failed: \(fault)")
        }
        var properties: [String]?
        var levels = 1
        for option in (parts.2 ?? "").split(separator: ";") {
            let halves = option.split(separator: "=", maxSplits: 1).map { $0.trimmed() }
            switch (halves.first, halves.count) {
            case ("$select", 2):
                properties = try ListOptions.properties(in: halves[1], among: relation.properties, of: relation.type)
            case ("$levels", 2) where relation == .manager:
                try advanced.require(for: "$levels")
                levels = try Self.levels(halves[1])
            default: throw Self.unreadable(text)
            }
        }
        (self.relation, self.properties, self.levels) = (relation, properties, levels)
    }

    /// For the context URLs of responses. OData JSON Format 4.01 §4.6.1
    var selection: String { "\(relation.rawValue)(\((properties ?? []).joined(separator: ",")))" }

    private static func levels(_ text: String) throws -> Int {
        if text == "max" { return longestChain }
        guard let levels = Int(text), (1...longestChain).contains(levels) else {
            throw GraphFault.badRequest("Invalid value '\(text)' for $levels; use 'max', or 1 to \(longestChain).")
        }
        return levels
    }

    private static func unreadable(_ text: String) -> GraphFault {
        GraphFault.badRequest("Parsing OData Select and Expand failed: Syntax error in '\(text)'.")
    }
}

struct UserRelations: Sendable {
    /// Graph's limit of expanded entries in a list.
    private static let mostEntries = 20
    /// The limit of nested managers in a response, even if the chain is longer.
    private static let deepestChain = 100

    private let expansion: UserExpansion
    private let memberships: Memberships
    private var managers: [String: DirectoryPerson] = [:]
    private var reports: [String: [DirectoryPerson]] = [:]

    private var caller: GraphCaller { memberships.caller }

    init(
        _ expansion: UserExpansion, of people: [DirectoryPerson], caller: GraphCaller, platform: PlatformContext
    ) async throws {
        self.expansion = expansion
        memberships = Memberships(platform: platform, caller: caller)
        let (database, tenantID) = (platform.database, caller.tenant.id)
        switch expansion.relation {
        case .manager:
            var wanted = Set(people.compactMap(\.managerID))
            for _ in 0..<min(expansion.levels, Self.deepestChain) where !wanted.isEmpty {
                let found = try await database.people(wanted, in: tenantID)
                for manager in found { managers[manager.id] = manager }
                wanted = Set(found.compactMap(\.managerID)).filter { managers[$0] == nil }
            }
        case .directReports:
            for person in people {
                let list = PeopleQuery(tenantID, scope: .reports(of: person.id), within: caller.budget)
                reports[person.id] = try await database.page(of: list, limit: Self.mostEntries)?.people
            }
        // Groups are read per person.
        case .memberOf, .transitiveMemberOf: break
        }
    }

    func content(of person: DirectoryPerson) throws -> [(name: String, content: OrderedJSON)] {
        let name = expansion.relation.rawValue
        switch expansion.relation {
        case .manager:
            try caller.requireRelations(of: person)
            return manager(of: person).map { [(name, $0.json)] } ?? []
        case .directReports:
            try caller.requireRelations(of: person)
            return [(name, .array((reports[person.id] ?? []).map { resource($0).json }))]
        case .memberOf, .transitiveMemberOf:
            try memberships.require(person)
            let all = try memberships.resources(of: person, properties: expansion.properties)
            return [(name, .array(Array(all.prefix(Self.mostEntries))))]
        }
    }

    /// Each manager contains the next one, for as many levels as the request asks for.
    private func manager(of person: DirectoryPerson) -> UserResource? {
        var chain: [DirectoryPerson] = []
        var last = person
        while chain.count < min(expansion.levels, Self.deepestChain),
            let next = last.managerID.flatMap({ managers[$0] }),
            next.id != person.id, !chain.contains(next)
        {
            chain.append(next)
            last = next
        }
        return chain.reversed().reduce(nil) { above, manager in
            var resource = resource(manager)
            resource.relations = above.map { [(expansion.relation.rawValue, $0.json)] } ?? []
            return resource
        }
    }

    private func resource(_ person: DirectoryPerson) -> UserResource {
        UserResource(
            person: person, properties: expansion.properties ?? UserResource.defaultProperties,
            readable: caller.readableProperties(of: person), namesType: true)
    }
}
