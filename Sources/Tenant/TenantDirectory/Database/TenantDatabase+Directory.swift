// SPDX-License-Identifier: Apache-2.0
import PortableFoundation
import SQLiteRecords

extension TenantDatabase {
    package func tenants() async throws -> [Tenant] {
        try await cached(CachedTable(name: Tenant.databaseTableName) { try Tenant.order(Column.rowID).fetchAll($0) })
    }

    package func company() async throws -> Tenant? { try await tenants().first { $0.kind == .organization } }

    package func tenant(_ name: String) async throws -> Tenant? {
        let id = name.lowercased()
        // Only ASCII letters match in another case: some other letters become ASCII letters in lowercase.
        let domain = EmailAddress.folded(name)
        return try await tenants().first {
            $0.id == id || EmailAddress.folded($0.domain).utf8.elementsEqual(domain.utf8)
        }
    }

    package func app(_ id: String) async throws -> RegisteredApp? { try await registrations().byID[id.lowercased()] }

    package func apps() async throws -> [RegisteredApp] { try await registrations().apps }

    private struct Registrations: Sendable {
        let apps: [RegisteredApp]
        let byID: [String: RegisteredApp]
    }

    private func registrations() async throws -> Registrations {
        let table = CachedTable(name: RegisteredApp.databaseTableName) { database in
            let apps = try RegisteredApp.order(Column("displayName")).fetchAll(database)
            return Registrations(
                apps: apps, byID: Dictionary(apps.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first }))
        }
        return try await cached(table)
    }

    /// By ID or user principal name; `nil` means all directories.
    package func person(_ name: String, in tenantID: String? = nil) async throws -> DirectoryPerson? {
        // One row needs neither a transaction nor another thread.
        try readHere { database in
            let person = try DirectoryPerson.fetchOne(
                database,
                """
                SELECT \(DirectoryPerson.columnList) FROM person
                WHERE id = \(name.lowercased()) OR userPrincipalName = \(name)
                """)
            return tenantID == nil || person?.tenantID == tenantID ? person : nil
        }
    }

    package func person(_ name: String, in tenants: [Tenant]) async throws -> DirectoryPerson? {
        guard let person = try await person(name) else { return nil }
        return tenants.contains { $0.id == person.tenantID } ? person : nil
    }

    package func people(_ ids: Set<String>, in tenantID: String) async throws -> [DirectoryPerson] {
        try await read { database in
            try DirectoryPerson.filter(ids.contains(Column("id")) && Column("tenantID") == tenantID).fetchAll(database)
        }
    }

    package func page(
        of people: PeopleQuery, after position: PeoplePosition? = nil, limit: Int
    ) async throws -> PeoplePage? {
        if people.isRun(after: position, limit: limit) {
            return try readHere { try people.page(after: position, limit: limit, in: $0) }
        }
        return try await read { try people.page(after: position, limit: limit, in: $0) }
    }

    package func count(of people: PeopleQuery) async throws -> Int { try await read { try people.count(in: $0) } }

    /// By display name; for small directories only, since it reads all people.
    package func people(of tenantID: String) async throws -> [DirectoryPerson] {
        let everybody = PeopleQuery(tenantID)
        return try await read { try everybody.page(limit: .max - 1, in: $0)?.people ?? [] }
    }

    package func secret(_ name: String, making make: @Sendable () throws -> [UInt8]) throws -> [UInt8] {
        try writeNow { database in
            if let kept = try Data.fetchOne(database, sql: "SELECT value FROM secret WHERE name = ?", arguments: [name])
            {
                return Array(kept)
            }
            let made = try make()
            try database.execute(sql: "INSERT INTO secret (name, value) VALUES (?, ?)", arguments: [name, Data(made)])
            return made
        }
    }
}
