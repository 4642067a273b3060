// SPDX-License-Identifier: Apache-2.0
package import Foundation
import GRDB
package import TenantDirectory

/// Keeps what people, and administrators for everybody, let apps do.
///
/// Consent holds in one directory: what was agreed to in another counts for nothing.
package struct ConsentLedger: Sendable {
    /// Whose consent is given or taken back.
    package enum Holder: Sendable, Hashable {
        case person, organization
    }

    let database: TenantDatabase

    /// What an app may do for somebody.
    func consent(of person: DirectoryPerson, to client: RegisteredApp) async throws -> Consent {
        try await database.queue.read { database in
            let rows = try Self.rows(about: person).filter(Column("clientID") == client.id).fetchAll(database)
            return Self.consent(rows, of: person, to: client)
        }
    }

    /// Every app that may do something for somebody, by name.
    func apps(of person: DirectoryPerson) async throws -> [(client: RegisteredApp, consent: Consent)] {
        try await database.queue.read { database in
            let rows = Dictionary(grouping: try Self.rows(about: person).fetchAll(database), by: \.clientID)
            return try RegisteredApp.order(Column("displayName")).fetchAll(database)
                .map { ($0, Self.consent(rows[$0.id] ?? [], of: person, to: $0)) }
                .filter { !$0.1.all.isEmpty }
        }
    }

    /// Writes down that somebody agreed.
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

    /// Takes consent to an app back.
    ///
    /// Tokens that it has stay good until they end; its refresh tokens give no more.
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
