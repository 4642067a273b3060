// SPDX-License-Identifier: Apache-2.0
package import PortableFoundation
import SQLiteRecords
package import TenantDirectory

/// Stores the permissions that people, and administrators for all people, granted to apps.
///
/// Consent is valid in one directory only.
package struct ConsentStore: Sendable {
    /// The holder of a consent: one person, or all people of the directory.
    package enum Holder: Sendable, Hashable {
        case person, organization
    }

    let database: TenantDatabase

    /// The permissions of an app for a person.
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

    /// Every app with permissions for a person, by name.
    func apps(of person: DirectoryPerson) async throws -> [(client: RegisteredApp, consent: Consent)] {
        try await database.read { database in
            let rows = Dictionary(grouping: try Self.rows(about: person).fetchAll(database), by: \.clientID)
            return try RegisteredApp.order(Column("displayName")).fetchAll(database)
                .map { ($0, Self.consent(rows[$0.id] ?? [], of: person, to: $0)) }
                .filter { !$0.1.all.isEmpty }
        }
    }

    /// Records a person's consent.
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

    /// Revokes consent to an app.
    ///
    /// Its access tokens stay valid until they expire; its refresh tokens give no new ones.
    func revoke(_ clientID: String, by person: DirectoryPerson, for holder: Holder) async throws {
        let personID = holder == .person ? person.id : nil
        _ = try await database.write { database in
            try ConsentRow.filter(Column("tenantID") == person.tenantID && Column("personID") == personID)
                .filter(Column("clientID") == clientID).deleteAll(database)
        }
    }

    private static func rows(about person: DirectoryPerson) -> QueryInterfaceRequest<ConsentRow> {
        ConsentRow.filter(
            Column("tenantID") == person.tenantID && (Column("personID") == person.id || Column("personID") == nil))
    }

    private static func consent(_ rows: [ConsentRow], of person: DirectoryPerson, to client: RegisteredApp) -> Consent {
        Consent(
            own: Set(rows.filter { $0.personID != nil }.map(\.scope)),
            organization: Set(rows.filter { $0.personID == nil }.map(\.scope)),
            registered: person.tenantID == client.tenantID || client.isBuiltIn ? Set(client.consentedScopes) : [])
    }
}

/// The permissions of one app for one person: consented by the person, or by an administrator for all people.
package struct Consent: Sendable, Hashable {
    /// Permissions, as ``ResolvedScope/permission`` writes them.
    var own: Set<String> = []
    /// The permissions that an administrator consented to on a consent page.
    var organization: Set<String> = []
    /// The permissions of the app's registration; no page revokes them.
    package var registered: Set<String> = []

    package init(own: Set<String> = [], organization: Set<String> = [], registered: Set<String> = []) {
        (self.own, self.organization, self.registered) = (own, organization, registered)
    }

    /// All consented permissions.
    var all: Set<String> { own.union(organization).union(registered) }

    /// Whether the app may have a scope.
    package func covers(_ scope: ResolvedScope) -> Bool {
        scope.isDefault ? !granted(of: scope).isEmpty : all.contains(scope.permission)
    }

    /// Whether an administrator, or the registration, consented to a scope for all people.
    func coversForEverybody(_ scope: ResolvedScope) -> Bool {
        organization.contains(scope.permission) || registered.contains(scope.permission)
    }

    /// Adds the earlier consents of each `.default`, and the person's other consents for the same APIs.
    ///
    /// Clients look for `.default` in answers, so it stays. Entra ID puts every earlier consent into a token. Tessera
    /// omits unrequested permissions of the registration, so that developers can try an app with fewer.
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
