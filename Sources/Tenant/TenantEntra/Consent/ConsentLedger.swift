// SPDX-License-Identifier: Apache-2.0
package import Foundation
import GRDB
package import TenantDirectory

/// Stores the permissions that people, and administrators for all people, granted to apps.
///
/// Consent is valid in one directory only.
package struct ConsentLedger: Sendable {
    /// The holder of a consent: one person, or all people of the directory.
    package enum Holder: Sendable, Hashable {
        case person, organization
    }

    let database: TenantDatabase

    /// The permissions of an app for a person.
    func consent(of person: DirectoryPerson, to client: RegisteredApp) async throws -> Consent {
        try await database.queue.read { database in
            let rows = try Self.rows(about: person).filter(Column("clientID") == client.id).fetchAll(database)
            return Self.consent(rows, of: person, to: client)
        }
    }

    /// Every app with permissions for a person, by name.
    func apps(of person: DirectoryPerson) async throws -> [(client: RegisteredApp, consent: Consent)] {
        try await database.queue.read { database in
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
        try await database.queue.write { database in
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
        _ = try await database.queue.write { database in
            try ConsentRow.filter(Column("tenantID") == person.tenantID && Column("personID") == personID)
                .filter(Column("clientID") == clientID).deleteAll(database)
        }
    }

    private static func rows(about person: DirectoryPerson) -> QueryInterfaceRequest<ConsentRow> {
        ConsentRow.filter(
            Column("tenantID") == person.tenantID && (Column("personID") == person.id || Column("personID") == nil))
    }

    private static func consent(
        _ rows: [ConsentRow], of person: DirectoryPerson, to client: RegisteredApp
    ) -> Consent {
        Consent(
            own: Set(rows.filter { $0.personID != nil }.map(\.scope)),
            organization: Set(rows.filter { $0.personID == nil }.map(\.scope)),
            registered: person.tenantID == client.tenantID || client.isBuiltIn ? Set(client.consentedScopes) : [])
    }
}
