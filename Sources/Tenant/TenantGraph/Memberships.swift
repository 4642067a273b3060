// SPDX-License-Identifier: Apache-2.0
import JOSE
import TenantAuthorization
import TenantDirectory

/// The groups and roles of a person, as far as a caller may read them.
struct Memberships: Sendable {
    /// A role in the directory itself.
    struct Role: Sendable {
        let id: String
        let displayName: String
        let templateID: String
    }

    let platform: PlatformContext
    let caller: GraphCaller

    /// The person of a path, if the caller may read the groups: callers who may read their profile may read their own.
    ///
    /// - Throws: ``GraphFault`` (400, 403, 404).
    func person(_ subject: GraphTarget.Subject) async throws -> DirectoryPerson {
        try caller.requireDirectory()
        guard case .named(let name) = subject else { return try caller.signedIn() }
        if let own = caller.person, own.isNamed(name) { return try caller.signedIn() }
        // Checked before the search for the person: the response must not reveal whether the person exists.
        try caller.requireGroups()
        guard let person = try await platform.database.person(name, in: caller.tenant.id) else {
            throw GraphFault.notFound(name)
        }
        return person
    }

    /// Refuses a caller without permission to read the groups of a person.
    ///
    /// - Throws: ``GraphFault`` (403).
    func require(_ person: DirectoryPerson) throws {
        if person.id != caller.person?.id { try caller.requireGroups() }
    }

    /// The roles of a person; each directory has its own ids for them.
    func roles(of person: DirectoryPerson) -> [Role] {
        guard let template = person.directoryRole?.templateID else { return [] }
        return [
            Role(
                id: platform.keys.servicePrincipalID(of: template, in: person.tenantID),
                displayName: "Global Administrator", templateID: template)
        ]
    }

    /// Groups and roles in one list, in the form of Graph.
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
