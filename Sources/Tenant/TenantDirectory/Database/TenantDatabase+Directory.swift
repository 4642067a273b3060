// SPDX-License-Identifier: Apache-2.0
import Foundation
import GRDB

extension TenantDatabase {
    /// Every directory, the oldest first.
    package func tenants() async throws -> [Tenant] {
        try await cached(CachedTable(name: Tenant.databaseTableName) { try Tenant.order(Column.rowID).fetchAll($0) })
    }

    /// The first directory of a company; `nil` without one.
    package func company() async throws -> Tenant? { try await tenants().first { $0.kind == .organization } }

    /// A directory by its id or its domain.
    package func tenant(_ name: String) async throws -> Tenant? {
        let id = name.lowercased()
        // Only ASCII letters match in another case: some other letters become ASCII letters in lower case.
        let domain = name.utf8.map(\.lowered)
        return try await tenants().first {
            $0.id == id || $0.domain.utf8.lazy.map(\.lowered).elementsEqual(domain)
        }
    }

    /// An app by its client id.
    package func app(_ id: String) async throws -> RegisteredApp? { try await registrations().byID[id.lowercased()] }

    /// Every app.
    package func apps() async throws -> [RegisteredApp] { try await registrations().apps }

    private struct Registrations: Sendable {
        /// By display name.
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

    /// A person by id or user principal name, in one directory; `nil` means all directories.
    package func person(_ name: String, in tenantID: String? = nil) async throws -> DirectoryPerson? {
        try await queue.read { database in
            var request = DirectoryPerson.filter(
                Column("id") == name.lowercased() || Column("userPrincipalName") == name)
            if let tenantID { request = request.filter(Column("tenantID") == tenantID) }
            return try request.fetchOne(database)
        }
    }

    /// A person by id or user principal name, in one of several directories.
    package func person(_ name: String, in tenants: [Tenant]) async throws -> DirectoryPerson? {
        guard let person = try await person(name) else { return nil }
        return tenants.contains { $0.id == person.tenantID } ? person : nil
    }

    /// The people of several directories, by display name.
    package func people(of tenants: [Tenant]) async throws -> [DirectoryPerson] {
        let ids = Set(tenants.map(\.id))
        return try await people(of: nil).filter { ids.contains($0.tenantID) }
    }

    /// The people of a directory, by display name; `nil` means all directories.
    package func people(of tenantID: String?) async throws -> [DirectoryPerson] {
        try await queue.read { database in
            var request = DirectoryPerson.order(
                Column("displayName").collating(.localizedCaseInsensitiveCompare), Column("userPrincipalName"))
            if let tenantID { request = request.filter(Column("tenantID") == tenantID) }
            return try request.fetchAll(database)
        }
    }

    /// A secret of the tenant, made at its first use and then kept.
    package func secret(_ name: String, making make: @Sendable () throws -> [UInt8]) throws -> [UInt8] {
        try queue.write { database in
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

extension UInt8 {
    /// An ASCII letter in lower case; any other byte as it is.
    fileprivate var lowered: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}
