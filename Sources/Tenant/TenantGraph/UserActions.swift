// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import JSONWebSignatures
import PortableFoundation
import TenantAuthorization
import TenantDirectory

struct UserActions: Sendable {
    let platform: PlatformContext
    let caller: GraphCaller

    /// Includes roles in the directory, unless the request asks for security groups only.
    func memberObjects(of subject: GraphTarget.Subject, content: Data) async throws -> Response {
        let memberships = Memberships(platform: platform, caller: caller)
        let person = try await memberships.person(subject)
        let isOnlySecurity = try Self.flag("securityEnabledOnly", in: content)
        let groups = try platform.database.groups(of: person).filter { $0.securityEnabled || !isOnlySecurity }
        let roles = isOnlySecurity ? [] : memberships.roles(of: person).map(\.id)
        let ids = (groups.map(\.id) + roles).map(JSONValue.string)
        return reply("Collection(Edm.String)", .array(ids))
    }

    func revoke(_ subject: GraphTarget.Subject) async throws -> Response {
        try caller.requireDirectory()
        let name =
            switch subject {
            case .me: try caller.signedIn().id
            case .named(let name): name
            }
        try caller.requireRevoking(of: name)
        guard let person = try await platform.database.person(name, in: caller.tenant.id) else {
            throw GraphFault.notFound(name)
        }
        try await platform.database.revokeSessions(of: person.id, now: platform.settings.now())
        return reply("Edm.Boolean", .boolean(true))
    }

    private func reply(_ type: String, _ value: JSONValue) -> Response {
        JSONReply.make(
            .object([("@odata.context", .string(platform.graphContext(type))), ("value", .value(value))]))
    }

    private static func flag(_ name: String, in content: Data) throws -> Bool {
        if content.isEmpty { return false }
        guard let members = try? StrictJSON.object(in: content) else { throw GraphFault.unreadableContent }
        switch members[name] {
        case nil, .null: return false
        case .boolean(let value): return value
        default:
            throw GraphFault.badRequest("Cannot convert the value of the parameter '\(name)' to type 'Edm.Boolean'.")
        }
    }
}

struct Memberships: Sendable {
    struct Role: Sendable {
        let id: String
        let displayName: String
        let templateID: String
    }

    let platform: PlatformContext
    let caller: GraphCaller

    /// Callers who may read their own profile may also read their own groups.
    func person(_ subject: GraphTarget.Subject) async throws -> DirectoryPerson {
        try caller.requireDirectory()
        guard case .named(let name) = subject else { return try caller.signedIn() }
        if let own = caller.person, own.isNamed(name) { return try caller.signedIn() }
        // Checked before the search: the response must not reveal whether the person exists.
        try caller.requireGroups()
        guard let person = try await platform.database.person(name, in: caller.tenant.id) else {
            throw GraphFault.notFound(name)
        }
        return person
    }

    func require(_ person: DirectoryPerson) throws {
        if person.id != caller.person?.id { try caller.requireGroups() }
    }

    /// Each directory has its own IDs for roles.
    func roles(of person: DirectoryPerson) -> [Role] {
        guard let template = person.directoryRole?.templateID else { return [] }
        return [
            Role(
                id: platform.keys.servicePrincipalID(of: template, in: person.tenantID),
                displayName: "Global Administrator", templateID: template)
        ]
    }

    func resources(of person: DirectoryPerson, properties: [String]?) throws -> [OrderedJSON] {
        try platform.database.groups(of: person)
            .map { .value(GroupResource(group: $0, namesType: true).json(properties)) }
            + roles(of: person).map { role in
                .object([
                    ("@odata.type", .string("#microsoft.graph.directoryRole")), ("id", .string(role.id)),
                    ("displayName", .string(role.displayName)), ("roleTemplateId", .string(role.templateID)),
                ])
            }
    }
}
