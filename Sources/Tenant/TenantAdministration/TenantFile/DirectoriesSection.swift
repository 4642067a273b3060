// SPDX-License-Identifier: Apache-2.0
import GRDB
import JOSE
import TenantCustomers
import TenantDirectory

/// The directories, each with its people, groups and customers.
enum DirectoriesSection: TenantFileSection {
    static let name = "directories"

    static func read(_ file: inout DocumentObject, into run: inout TenantImport, _ database: Database) throws {
        var parts = run
        _ = try file.objects(name) { object in
            let tenant = try parts.take(Tenant.self, &object, in: nil, database)
            // The records of a refused directory are skipped.
            let isRefused = !object.problems.isEmpty
            try take(DirectoryPerson.self, "people", of: &object, in: tenant, isRefused, &parts, database)
            try take(DirectoryGroup.self, "groups", of: &object, in: tenant, isRefused, &parts, database)
            try take(Customer.self, "customers", of: &object, in: tenant, isRefused, &parts, database)
        }
        run = parts
    }

    private static func take<Record: ManagedRecord>(
        _ type: Record.Type, _ name: String, of object: inout DocumentObject, in tenant: Tenant, _ isRefused: Bool,
        _ run: inout TenantImport, _ database: Database
    ) throws {
        guard !isRefused else {
            _ = object.take(name)
            return
        }
        var parts = run
        _ = try object.objects(name) { try parts.take(Record.self, &$0, in: tenant, database) }
        run = parts
    }

    static func content(of database: Database) throws -> JSONValue? {
        .array(
            try Tenant.all(in: nil).fetchAll(database).map { tenant in
                var members = tenant.members(for: .file)
                members.add("people", try DirectoryPerson.all(in: tenant).fetchAll(database).map(\.fileObject))
                members.add("groups", try DirectoryGroup.all(in: tenant).fetchAll(database).map(\.fileObject))
                members.add("customers", try Customer.all(in: tenant).fetchAll(database).map(\.fileObject))
                return members.object
            })
    }
}

extension ManagedRecord {
    /// The record as a tenant file contains it.
    var fileObject: JSONValue { members(for: .file).object }
}
