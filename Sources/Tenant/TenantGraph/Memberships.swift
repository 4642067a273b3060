// SPDX-License-Identifier: Apache-2.0
import JOSE
import TenantAuthorization
import TenantDirectory

/// What somebody is a member of, as one caller may know it.
struct Memberships: Sendable {
    /// A role in the directory itself.
    struct Role: Sendable {
        let id: String
        let displayName: String
        let templateID: String
    }

    let platform: PlatformContext
    let caller: GraphCaller

    /// Whom a path means, if the caller may know their groups: one's own, everybody who may read the own profile.
    ///
    /// - Throws: ``GraphFault`` (400, 403, 404).
    func person(_ subject: GraphTarget.Subject) async throws -> DirectoryPerson {
        try caller.requireDirectory()
        guard case .named(let name) = subject else { return try caller.signedIn() }
        if let own = caller.person, own.isNamed(name) { return try caller.signedIn() }
        // Before the person is looked up: the answer must not tell whether there is one.
        try caller.requireGroups()
        guard let person = try await platform.database.person(name, in: caller.tenant.id) else {
            throw GraphFault.notFound(name)
        }
        return person
    }

    /// Refuses a caller who may not know the groups of a person.
    ///
    /// - Throws: ``GraphFault`` (403).
    func require(_ person: DirectoryPerson) throws {
        if person.id != caller.person?.id { try caller.requireGroups() }
    }

    /// The roles of somebody; each directory has ids of its own for them.
    func roles(of person: DirectoryPerson) -> [Role] {
        guard let template = person.directoryRole?.templateID else { return [] }
        return [
            Role(
                id: platform.keys.servicePrincipalID(of: template, in: person.tenantID),
                displayName: "Global Administrator", templateID: template)
        ]
    }

    /// Groups and roles as Graph writes them beside each other.
    func resources(
        of person: DirectoryPerson, among groups: [DirectoryGroup], properties: [String]?
    ) -> [JSONValue] {
        groups.filter { $0.memberIDs.contains(person.id) }
            .map { GroupResource(group: $0, namesType: true).json(properties) }
            + roles(of: person).map { role in
                .object([
                    "@odata.type": .string("#microsoft.graph.directoryRole"), "id": .string(role.id),
                    "displayName": .string(role.displayName), "roleTemplateId": .string(role.templateID),
                ])
            }
    }
}
