// SPDX-License-Identifier: Apache-2.0
import TenantDirectory

/// Who asks Graph, and what they may read.
struct GraphCaller: Sendable {
    /// Who is signed in; `nil` where an app asks for itself.
    let person: DirectoryPerson?
    /// The directory of the caller: nobody in another one is ever seen.
    let tenant: Tenant
    let permissions: Set<GraphPermission>
    /// The app that asks.
    var clientID: String?
    /// Everything that its token names in `scp`, also what means nothing to Graph itself.
    var scopes: Set<String> = []

    /// Whether every property of everybody may be read.
    private var readsEverything: Bool { !permissions.isDisjoint(with: [.all, .directory, .directoryAsPerson]) }

    /// The person that `/me` is.
    ///
    /// - Throws: ``GraphFault`` (400) for an app that asks for itself.
    func signedIn() throws -> DirectoryPerson {
        guard let person else { throw GraphFault.notDelegated }
        guard !permissions.isEmpty else { throw GraphFault.insufficientPrivileges }
        return person
    }

    /// Refuses who has no colleagues: people with personal accounts, and customers, must not see each other.
    ///
    /// - Throws: ``GraphFault`` (400, 403).
    func requireDirectory() throws {
        switch tenant.kind {
        case .organization: return
        case .consumers: throw GraphFault.personalAccount
        case .customers: guard person == nil else { throw GraphFault.insufficientPrivileges }
        }
    }

    /// Refuses a caller who may read of nobody else.
    ///
    /// Asked before anybody is looked up: the answer must not say who exists.
    ///
    /// - Throws: ``GraphFault`` (403).
    func requireOthers() throws {
        guard readsEverything || permissions.contains(.basicOfAll) else { throw GraphFault.insufficientPrivileges }
    }

    /// Refuses a caller who may not know who somebody's manager and reports are.
    ///
    /// - Throws: ``GraphFault`` (403).
    func requireRelations(of other: DirectoryPerson) throws {
        guard readsEverything || other.id == person?.id else { throw GraphFault.insufficientPrivileges }
    }

    /// Refuses a caller who may not know which groups there are, and who is in them.
    ///
    /// - Throws: ``GraphFault`` (403).
    func requireGroups() throws {
        guard !permissions.isDisjoint(with: [.groupMembers, .groups, .directory, .directoryAsPerson]) else {
            throw GraphFault.insufficientPrivileges
        }
    }

    /// Refuses a caller who may not end somebody's sessions: one's own, everybody may; others', an administrator or an
    /// app that was trusted with it.
    ///
    /// - Throws: ``GraphFault`` (403).
    func requireRevoking(of other: String) throws {
        if let person, person.isNamed(other) { return }
        guard permissions.contains(.revokeSessions), person?.isAdministrator ?? true else {
            throw GraphFault.insufficientPrivileges
        }
    }

    /// What the caller may read of somebody because of a group that both are about: at least who it is.
    func readableMemberProperties(of other: DirectoryPerson) -> Set<String>? {
        if readsEverything || other.id == person?.id { return nil }
        return permissions.contains(.basicOfAll) ? UserResource.basicProperties : ["id"]
    }

    /// Refuses a caller who would learn from a filter or an order of people what may not be read of them.
    ///
    /// - Throws: ``GraphFault`` (403).
    func requireDeciding(by properties: Set<String>) throws {
        guard readsEverything || properties.isSubset(of: UserResource.basicProperties) else {
            throw GraphFault.insufficientPrivileges
        }
    }

    /// The properties of a person that the caller may read; `nil` means every one.
    func readableProperties(of other: DirectoryPerson) -> Set<String>? {
        readsEverything || other.id == person?.id ? nil : UserResource.basicProperties
    }
}
