// SPDX-License-Identifier: Apache-2.0
package import PortableFoundation
import SQLiteRecords
package import TenantDirectory

/// The permissions that people, and administrators for all people, granted to apps, in one directory each.
package struct ConsentStore: Sendable {
    package enum Holder: Sendable, Hashable {
        case person, organization
    }

    let database: TenantDatabase

    func consent(of person: DirectoryPerson, to client: RegisteredApp) throws -> Consent {
        try database.readHere { database in
            let rows = try ConsentRow.fetchAll(
                database,
                """
                SELECT * FROM consent WHERE tenantID = \(person.tenantID)
                AND ifnull(personID, '') IN (\(person.id), '') AND clientID = \(client.id)
                """)
            return Self.consent(rows, of: person, to: client)
        }
    }

    func apps(of person: DirectoryPerson) async throws -> [(client: RegisteredApp, consent: Consent)] {
        try await database.read { database in
            let rows = ConsentRow.filter(
                Column("tenantID") == person.tenantID && (Column("personID") == person.id || Column("personID") == nil))
            let byApp = Dictionary(grouping: try rows.fetchAll(database), by: \.clientID)
            return try RegisteredApp.order(Column("displayName")).fetchAll(database)
                .map { ($0, Self.consent(byApp[$0.id] ?? [], of: person, to: $0)) }
                .filter { !$0.1.all.isEmpty }
        }
    }

    package func record(
        _ scopes: [ResolvedScope], of client: RegisteredApp, by person: DirectoryPerson, for holder: Holder, now: Date
    ) async throws {
        try await database.write { database in
            for scope in scopes {
                try ConsentRow(
                    tenantID: person.tenantID, personID: holder == .person ? person.id : nil, clientID: client.id,
                    scope: scope.permission, grantedAt: now
                ).insert(database, onConflict: .ignore)
            }
        }
    }

    /// Access tokens stay valid until they expire; refresh tokens stop working.
    func revoke(_ clientID: String, by person: DirectoryPerson, for holder: Holder) async throws {
        let personID = holder == .person ? person.id : nil
        _ = try await database.write { database in
            try ConsentRow.filter(Column("tenantID") == person.tenantID && Column("personID") == personID)
                .filter(Column("clientID") == clientID).deleteAll(database)
        }
    }

    private static func consent(_ rows: [ConsentRow], of person: DirectoryPerson, to client: RegisteredApp) -> Consent {
        Consent(
            own: Set(rows.filter { $0.personID != nil }.map(\.scope)),
            organization: Set(rows.filter { $0.personID == nil }.map(\.scope)),
            registered: person.tenantID == client.tenantID || client.isBuiltIn ? Set(client.consentedScopes) : [])
    }
}

package struct Consent: Sendable, Hashable {
    /// As ``ResolvedScope/permission`` writes them.
    var own: Set<String> = []
    /// Granted by an administrator on a consent page.
    var organization: Set<String> = []
    /// Granted by the app's registration; no page revokes them.
    package var registered: Set<String> = []

    package init(own: Set<String> = [], organization: Set<String> = [], registered: Set<String> = []) {
        (self.own, self.organization, self.registered) = (own, organization, registered)
    }

    var all: Set<String> { own.union(organization).union(registered) }

    package func covers(_ scope: ResolvedScope) -> Bool {
        scope.isDefault ? !granted(of: scope).isEmpty : all.contains(scope.permission)
    }

    func coversForEverybody(_ scope: ResolvedScope) -> Bool {
        organization.contains(scope.permission) || registered.contains(scope.permission)
    }

    /// Adds the earlier consents of each `.default`, and the person's other consents for the same APIs.
    ///
    /// `.default` stays, because clients look for it in responses. Entra ID puts every earlier consent into a token;
    /// Tessera omits unrequested permissions of the registration, so that developers can try an app with fewer.
    package func expanding(_ scopes: [ResolvedScope]) -> [ResolvedScope] {
        var seen: Set<String> = []
        let asked = scopes.flatMap { $0.isDefault ? granted(of: $0) + [$0] : [$0] }
        let earlier = scopes.filter { $0.apiID != nil }.flatMap { siblings(of: $0, in: own) }
        return (asked + earlier).filter { seen.insert($0.permission).inserted }
    }

    private func granted(of scope: ResolvedScope) -> [ResolvedScope] { siblings(of: scope, in: all) }

    private func siblings(of scope: ResolvedScope, in permissions: Set<String>) -> [ResolvedScope] {
        let prefix = "\(scope.apiID ?? "")/"
        return permissions.filter { $0.hasPrefix(prefix) }.sorted()
            .map { scope.sibling(String($0.dropFirst(prefix.count))) }
    }
}
