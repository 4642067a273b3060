// SPDX-License-Identifier: Apache-2.0
import Hummingbird
import JOSE
import OAuth
import TenantAuthorization
import TenantDirectory

/// Reads groups and their members.
struct GroupReader: Sendable {
    private let target: GraphTarget
    private let query: GroupQuery
    private let memberships: Memberships

    private var caller: GraphCaller { memberships.caller }
    private var platform: PlatformContext { memberships.platform }

    /// Creates a reader for a target about groups; `nil` for any other.
    ///
    /// - Throws: ``GraphFault`` (400) for query options that groups do not support here.
    init?(
        _ target: GraphTarget, _ parameters: FormParameters, caller: GraphCaller, platform: PlatformContext
    ) throws {
        switch target {
        case .memberOf, .groups, .group: query = try GroupQuery(parameters, knows: GroupResource.properties)
        case .groupMembers: query = try GroupQuery(parameters, knows: UserProperties.all)
        default: return nil
        }
        self.target = target
        memberships = Memberships(platform: platform, caller: caller)
    }

    /// The answer.
    ///
    /// - Throws: ``GraphFault``.
    func read() async throws -> Response {
        switch target {
        case .memberOf(let subject, let isTransitive):
            let person = try await memberships.person(subject)
            let groups = try await platform.database.groups(of: person.tenantID)
            // Groups here have only people as members, so both lists are the same.
            let name = isTransitive ? "transitiveMemberOf" : "memberOf"
            return try page(
                memberships.resources(of: person, among: groups, properties: query.options.properties),
                in: "directoryObjects", at: subject == .me ? "me/\(name)" : "users/\(person.id)/\(name)")
        case .group(let id):
            guard case .object(var members) = GroupResource(group: try await group(id)).json(query.options.properties)
            else {
                throw GraphFault.notFound(id)
            }
            members["@odata.context"] = .string(platform.graphContext("groups\(query.options.selection)/$entity"))
            return try JSONReply.make(JSONValue.object(members))
        case .groupMembers(let id): return try await members(of: try await group(id))
        default:
            try caller.requireDirectory()
            try caller.requireGroups()
            let groups = try await platform.database.groups(of: caller.tenant.id)
            return try page(
                groups.map { GroupResource(group: $0).json(query.options.properties) }, in: "groups", at: "groups")
        }
    }

    private func group(_ id: String) async throws -> DirectoryGroup {
        try caller.requireDirectory()
        try caller.requireGroups()
        guard let group = try await platform.database.group(id, in: caller.tenant.id) else {
            throw GraphFault.notFound(id)
        }
        return group
    }

    private func members(of group: DirectoryGroup) async throws -> Response {
        let ids = Set(group.memberIDs)
        let people = try await platform.database.people(of: caller.tenant.id).filter { ids.contains($0.id) }
        var properties = query.options.properties ?? UserResource.defaultProperties
        if !properties.contains("id") { properties.append("id") }
        return try page(
            people.map {
                UserResource(
                    person: $0, properties: properties, readable: caller.readableMemberProperties(of: $0),
                    namesType: true)
            },
            in: "directoryObjects", at: "groups/\(group.id)/members")
    }

    private func page(_ all: [some Encodable], in set: String, at path: String) throws -> Response {
        try JSONReply.make(query.options.page(of: all, in: set, at: path, on: platform))
    }
}
