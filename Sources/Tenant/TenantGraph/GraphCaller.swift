// SPDX-License-Identifier: Apache-2.0
import TenantDirectory

/// The person and app that call Graph, and their permissions.
struct GraphCaller: Sendable {
    /// The person who is signed in; `nil` if an app calls for itself.
    let person: DirectoryPerson?
    /// The directory of the caller, who never sees people of another one.
    let tenant: Tenant
    let permissions: Set<GraphPermission>
    /// The app that calls.
    var clientID: String?
    /// All scopes in the token's `scp`, including those that Graph itself does not know.
    var scopes: Set<String> = []

    /// Whether the caller may read all properties of all people.
    private var readsEverything: Bool { !permissions.isDisjoint(with: [.all, .directory, .directoryAsPerson]) }

    /// The person at `/me`.
    ///
    /// - Throws: ``GraphFault``: (400) for an app that calls for itself, (403) without a permission of Graph.
    func signedIn() throws -> DirectoryPerson {
        guard let person else { throw GraphFault.notDelegated }
        guard !permissions.isEmpty else { throw GraphFault.insufficientPrivileges }
        return person
    }

    /// Refuses people with personal accounts, and customers: they must not see each other.
    ///
    /// - Throws: ``GraphFault`` (400, 403).
    func requireDirectory() throws {
        switch tenant.kind {
        case .organization: return
        case .consumers: throw GraphFault.personalAccount
        case .customers: guard person == nil else { throw GraphFault.insufficientPrivileges }
        }
    }

    /// Refuses a caller without permission to read other people.
    ///
    /// It is checked before the search for a person: the response must not reveal which people exist.
    ///
    /// - Throws: ``GraphFault`` (403).
    func requireOthers() throws {
        guard readsEverything || permissions.contains(.basicOfAll) else { throw GraphFault.insufficientPrivileges }
    }

    /// Refuses a caller without permission to read a person's manager and reports.
    ///
    /// - Throws: ``GraphFault`` (403).
    func requireRelations(of other: DirectoryPerson) throws {
        guard readsEverything || other.id == person?.id else { throw GraphFault.insufficientPrivileges }
    }

    /// Refuses a caller without permission to read groups and their members.
    ///
    /// - Throws: ``GraphFault`` (403).
    func requireGroups() throws {
        guard !permissions.isDisjoint(with: [.groupMembers, .groups, .directory, .directoryAsPerson]) else {
            throw GraphFault.insufficientPrivileges
        }
    }

    /// Refuses a caller without permission to revoke a person's sessions: people may revoke their own; for others, it
    /// needs an administrator or an app with the permission.
    ///
    /// - Throws: ``GraphFault`` (403).
    func requireRevoking(of other: String) throws {
        if let person, person.isNamed(other) { return }
        guard permissions.contains(.revokeSessions), person?.isAdministrator ?? true else {
            throw GraphFault.insufficientPrivileges
        }
    }

    /// The properties of a group member that the caller may read: at least the id; `nil` means all.
    func readableMemberProperties(of other: DirectoryPerson) -> Set<String>? {
        if readsEverything || other.id == person?.id { return nil }
        return permissions.contains(.basicOfAll) ? UserResource.basicProperties : ["id"]
    }

    /// Refuses a filter or an order that would reveal properties that the caller may not read.
    ///
    /// - Throws: ``GraphFault`` (403).
    func requireDeciding(by properties: Set<String>) throws {
        guard readsEverything || properties.isSubset(of: UserResource.basicProperties) else {
            throw GraphFault.insufficientPrivileges
        }
    }

    /// The properties of a person that the caller may read; `nil` means all.
    func readableProperties(of other: DirectoryPerson) -> Set<String>? {
        readsEverything || other.id == person?.id ? nil : UserResource.basicProperties
    }
}
