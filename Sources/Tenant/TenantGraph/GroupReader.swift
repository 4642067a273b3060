// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import JSONWebSignatures
import OAuthMessages
import TenantAuthorization
import TenantDirectory

struct GroupReader: Sendable {
    private let options: ListOptions
    private let memberships: Memberships

    private var caller: GraphCaller { memberships.caller }
    private var platform: PlatformContext { memberships.platform }

    /// `$count` is ignored, as in Graph without the header.
    init(
        _ parameters: FormParameters, knows properties: Set<String> = GroupResource.properties, caller: GraphCaller,
        platform: PlatformContext
    ) throws {
        options = try ListOptions(
            parameters,
            of: ListOptions.Listing(
                options: ["$select", "$top", "$skiptoken", "$count"], properties: properties,
                tokenPrefix: "groups-from-"))
        memberships = Memberships(platform: platform, caller: caller)
    }

    /// The transitive list is the same, because groups here contain only people.
    func list(of subject: GraphTarget.Subject, isTransitive: Bool) async throws -> Response {
        let person = try await memberships.person(subject)
        let name = isTransitive ? "transitiveMemberOf" : "memberOf"
        return try page(
            memberships.resources(of: person, properties: options.properties),
            in: "directoryObjects", at: subject == .me ? "me/\(name)" : "users/\(person.id)/\(name)")
    }

    func list() async throws -> Response {
        try caller.requireDirectory()
        try caller.requireGroups()
        let groups = try await platform.database.groups(of: caller.tenant.id)
        return try page(
            groups.map { .value(GroupResource(group: $0).json(options.properties)) }, in: "groups", at: "groups")
    }

    func read(_ id: String) throws -> Response {
        guard case .object(var members) = GroupResource(group: try group(id)).json(options.properties) else {
            throw GraphFault.notFound(id)
        }
        members["@odata.context"] = .string(platform.graphContext("groups\(options.selection)/$entity"))
        return JSONReply.make(.value(.object(members)))
    }

    private func group(_ id: String) throws -> GroupEntry {
        try caller.requireDirectory()
        try caller.requireGroups()
        guard let group = try platform.database.group(id, in: caller.tenant.id) else {
            throw GraphFault.notFound(id)
        }
        return group
    }

    func members(of id: String, isTransitive: Bool) async throws -> Response {
        let group = try group(id)
        let people = PeopleQuery(caller.tenant.id, scope: .members(of: group.id), within: caller.budget)
        let position = try options.place.map { try PeoplePosition(sealed: $0, on: platform) }
        guard let page = try await platform.database.page(of: people, after: position, limit: options.pageSize) else {
            throw GraphFault.badSkipToken
        }
        var properties = options.properties ?? UserResource.defaultProperties
        if !properties.contains("id") { properties.append("id") }
        let members = page.people.map {
            UserResource(
                person: $0, properties: properties, readable: caller.readableMemberProperties(of: $0), namesType: true
            ).json
        }
        return JSONReply.make(
            options.page(
                members, next: try page.next?.sealed(on: platform), in: "directoryObjects",
                at: "groups/\(group.id)/\(isTransitive ? "transitiveMembers" : "members")",
                on: platform))
    }

    private func page(_ all: [OrderedJSON], in set: String, at path: String) throws -> Response {
        try JSONReply.make(options.page(of: all, in: set, at: path, on: platform))
    }
}

struct GroupResource: Sendable {
    static let properties: Set = [
        "classification", "createdDateTime", "deletedDateTime", "description", "displayName", "groupTypes", "id",
        "mail",
        "mailEnabled", "mailNickname", "securityEnabled", "visibility",
    ]

    let group: GroupEntry
    /// Whether the response can contain other types, and so names the type.
    var namesType = false

    /// Always includes the ID; without a selection, all properties.
    func json(_ selected: [String]?) -> JSONValue {
        var members: [String: JSONValue] = [:]
        for name in Set(selected ?? Array(Self.properties)).union(["id"]) { members[name] = self[name] }
        if namesType { members["@odata.type"] = .string("#microsoft.graph.group") }
        return .object(members)
    }

    private subscript(property: String) -> JSONValue {
        switch property {
        case "id": .string(group.id)
        case "displayName": .string(group.displayName)
        case "securityEnabled": .boolean(group.securityEnabled)
        case "mailEnabled": .boolean(!group.securityEnabled)
        case "mailNickname": .string(group.displayName.filter { $0.isASCII && ($0.isLetter || $0.isNumber) })
        case "groupTypes": .array(group.securityEnabled ? [] : [.string("Unified")])
        default: .null
        }
    }
}
