// SPDX-License-Identifier: Apache-2.0
import JSONWebSignatures
import OAuthMessages
import PortableFoundation
import SQLiteRecords
import TenantAuthorization
import TenantDirectory

/// Reads changes since a client's last request; an object's last entry counts. OData Protocol 4.01 §11.3
struct DeltaReader: Sendable {
    private static let pageSize = 100
    private static let (pageToken, roundToken) = ("$skiptoken", "$deltatoken")

    private let kind: DirectoryChange.Kind
    private let caller: GraphCaller
    private let platform: PlatformContext
    private let options: ListOptions
    /// The token of the link; `nil` in the first request, and `latest` for a link without objects.
    private let token: String?

    /// Graph permits no page size, order, or expansion here.
    init(
        _ parameters: FormParameters, of kind: DirectoryChange.Kind, caller: GraphCaller, platform: PlatformContext
    ) throws {
        (self.kind, self.caller, self.platform) = (kind, caller, platform)
        let properties =
            kind == .user ? UserResource.allProperties : GroupResource.properties.union([DeltaState.membersProperty])
        options = try ListOptions(
            parameters.without(Self.pageToken),
            of: ListOptions.Listing(
                options: ["$select", Self.roundToken], properties: properties,
                type: kind == .user ? "microsoft.graph.user" : "microsoft.graph.group", tokenPrefix: "delta-"))
        let tokens = parameters.all(Self.pageToken) + parameters.all(Self.roundToken)
        guard tokens.count < 2 else { throw GraphFault.repeatedOption(Self.pageToken) }
        token = tokens.first
    }

    func page() async throws -> OrderedJSON {
        try caller.requireDirectory()
        guard caller.tenant.kind == .organization else {
            throw GraphFault.unsupported("Delta queries are not supported in this type of tenant.")
        }
        switch kind {
        case .user: try caller.requireOthers()
        case .group: try caller.requireGroups()
        }
        let (now, tenantID) = (platform.settings.now(), caller.tenant.id)
        var round: DeltaState?
        if let token, token != "latest" {
            round = try DeltaState(sealed: token, of: kind, in: tenantID, on: platform)
        }
        let (isLatest, properties) = (token == "latest", options.properties)
        let (state, entries) = try await platform.database.read {
            [kind, round] database -> (DeltaState, [DeltaState.Entry]) in
            var state =
                try round
                ?? DeltaState(
                    kind: kind, tenantID: tenantID, properties: properties,
                    change: try DirectoryChange.last(in: database), issuedAt: now)
            if isLatest {
                state.person = try NumberedPerson.last(in: database)
                return (state, [])
            }
            if round == nil, kind == .group { state.group = "" }
            let entries = try state.advance(by: Self.pageSize, in: database)
            return (state, entries)
        }
        let isComplete = entries.count < Self.pageSize
        return try reply(state, entries, isComplete: isComplete, now: now)
    }

    private func reply(
        _ state: DeltaState, _ entries: [DeltaState.Entry], isComplete: Bool, now: Date
    ) throws -> OrderedJSON {
        var state = state
        if isComplete { (state.issuedAt, state.roundStart) = (now, state.change) }
        let set = kind == .user ? "users" : "groups"
        let selection = state.properties.map { "(\($0.joined(separator: ",")))" } ?? ""
        let name = isComplete ? Self.roundToken : Self.pageToken
        let link = "\(platform.graphURL)/\(set)/delta?\(name)=\(try state.sealed(on: platform))"
        return .object([
            ("@odata.context", .string(platform.graphContext("\(set)\(selection)"))),
            (isComplete ? "@odata.deltaLink" : "@odata.nextLink", .string(link)),
            ("value", .array(entries.map { json($0, state.properties) })),
        ])
    }

    private func json(_ entry: DeltaState.Entry, _ selected: [String]?) -> OrderedJSON {
        switch entry {
        case .person(let person):
            var properties = selected ?? UserResource.defaultProperties
            if !properties.contains("id") { properties.append("id") }
            return UserResource(
                person: person, properties: properties, readable: caller.readableProperties(of: person)
            ).json
        case .group(let group, let members):
            let own = selected?.filter { $0 != DeltaState.membersProperty }
            let resource = GroupResource(group: group).json(own)
            guard !members.isEmpty, case .object(var values) = resource else { return .value(resource) }
            values["\(DeltaState.membersProperty)@delta"] = .array(members.map(json))
            return .value(.object(values))
        case .removed(let id):
            return .object([("id", .string(id)), ("@removed", .object([("reason", .string("deleted"))]))])
        }
    }

    private func json(_ member: MemberChange) -> JSONValue {
        var values: [String: JSONValue] = [
            "@odata.type": .string("#microsoft.graph.user"), "id": .string(member.id),
        ]
        if member.isRemoved { values["@removed"] = .object(["reason": .string("deleted")]) }
        return .object(values)
    }
}

extension DeltaState {
    /// Group members, whose changes are in `members@delta`.
    static let membersProperty = "members"

    /// Clients follow members if they select them, or select nothing.
    private var followsMembers: Bool { properties?.contains(Self.membersProperty) ?? true }

    enum Entry: Sendable {
        case person(DirectoryPerson)
        case group(GroupEntry, members: [MemberChange])
        case removed(String)
    }

    /// Reads changed objects first, so that an object that was removed and added again comes last.
    mutating func advance(by limit: Int, in database: Database) throws -> [Entry] {
        var entries: [Entry] = []
        if let after = group {
            let listed = try GroupEntry.all(of: tenantID, after: after, limit: limit, in: database)
            group = listed.count < limit ? nil : listed.last?.id
            entries += try listed.map { entry in
                .group(
                    entry, members: followsMembers ? try MemberChange.all(ofGroup: entry.id, in: database) : [])
            }
        }
        let start = roundStart ?? change
        if entries.count < limit {
            for change in try DirectoryChange.all(
                of: kind, in: tenantID, after: self.change, limit: limit - entries.count, database)
            {
                entries.append(try entry(of: change, since: start, in: database))
                self.change = change.number
            }
        }
        guard kind == .user, entries.count < limit else { return entries }
        for found in try NumberedPerson.all(
            of: tenantID, after: person, limit: limit - entries.count, database)
        {
            entries.append(.person(found.person))
            person = found.number
        }
        return entries
    }

    private func entry(
        of change: DirectoryChange, since start: Int64, in database: Database
    ) throws -> Entry {
        let id = change.objectID
        let found: Entry? =
            switch kind {
            case .user: try DirectoryPerson.fetchOne(database, key: id).map(Entry.person)
            case .group:
                try GroupEntry.one(id, in: database).map { entry in
                    .group(
                        entry,
                        members: followsMembers
                            ? try MemberChange.all(ofGroup: entry.id, after: start, in: database) : [])
                }
            }
        return found ?? .removed(id)
    }
}

extension FormParameters {
    fileprivate func without(_ name: String) -> FormParameters {
        pairs.reduce(into: FormParameters()) { if $1.name != name { $0.append($1.name, $1.value) } }
    }
}
