// SPDX-License-Identifier: Apache-2.0
import JSONWebSignatures
import SQLiteRecords
import TenantCustomers
import TenantDirectory
import TenantStandard

struct DirectoriesSection: TenantFileSection {
    let name = "directories"

    func read(_ file: inout DocumentObject, into run: inout TenantImport, _ database: Database) throws {
        try file.objects(name) { object in
            let tenant = try run.take(Tenant.self, &object, in: nil, database)
            let isRefused = !object.problems.isEmpty
            for (name, record) in Self.lists {
                if isRefused {
                    object.skip(name)
                } else {
                    try take(record, name, of: &object, in: tenant, &run, database)
                }
            }
        }
    }

    private static let lists: [(name: String, record: any ManagedRecord.Type)] = [
        ("people", DirectoryPerson.self), ("groups", DirectoryGroup.self), ("customers", Customer.self),
    ]

    private func take<Record: ManagedRecord>(
        _ type: Record.Type, _ name: String, of object: inout DocumentObject, in tenant: Tenant,
        _ run: inout TenantImport, _ database: Database
    ) throws {
        try object.objects(name) { _ = try run.take(Record.self, &$0, in: tenant, database) }
    }

    func write(_ database: Database, to file: inout TenantFileWriter) throws {
        try file.list(name, Tenant.all(in: nil).fetchCursor(database)) { file, tenant in
            try file.members(tenant.members(for: .file).values)
            for (name, record) in Self.lists { try write(record, name, of: tenant, database, to: &file) }
        }
    }

    private func write<Record: ManagedRecord>(
        _ type: Record.Type, _ name: String, of tenant: Tenant, _ database: Database, to file: inout TenantFileWriter
    ) throws {
        try file.list(name, Record.all(in: tenant).fetchCursor(database)) { file, record in
            try file.members(record.members(for: .file).values)
        }
    }
}

extension ManagedRecord {
    var fileObject: JSONValue { members(for: .file).object }
}

struct AppsSection: TenantFileList {
    let name = "apps"

    func read(_ file: inout DocumentObject, into run: inout TenantImport, _ database: Database) throws {
        try file.objects(name) { _ = try run.take(RegisteredApp.self, &$0, in: nil, database) }
    }

    func entries(of database: Database) throws -> [JSONValue] {
        try RegisteredApp.all(in: nil).fetchAll(database).map(\.fileObject)
    }
}

struct ConsentsSection: TenantFileList {
    let name = "consents"

    func read(_ file: inout DocumentObject, into run: inout TenantImport, _ database: Database) throws {
        guard file.problems.isEmpty else {
            file.skip(name)
            return
        }
        try file.objects(name) { object in
            let grant = try ConsentGrant(reading: &object, database)
            guard object.problems.isEmpty else { return }
            let isNew = try ConsentGrant.find(grant.id, database) == nil
            try grant.save(at: run.context.now, database)
            run.report.count("consent", isNew: isNew)
        }
    }

    func entries(of database: Database) throws -> [JSONValue] {
        try ConsentGrant.all(database).map { $0.members(for: .file).object }
    }
}

struct StandardClientsSection: TenantFileList {
    let name = "standardClients"

    func read(_ file: inout DocumentObject, into run: inout TenantImport, _ database: Database) throws {
        var seen: Set<String> = []
        try file.objects(name) { object in
            let client = StandardClient(reading: &object)
            guard object.problems.isEmpty else { return }
            guard seen.insert(client.id).inserted else {
                object.complain("client_id", "The file contains this client twice; remove one.")
                return
            }
            run.report.count("standard client", isNew: try client.exists(database) == false)
            // An upsert: replacing the row would delete the client's grants.
            try client.upsert(database)
        }
        run.report.close("standard client", total: try StandardClient.fetchCount(database))
    }

    func entries(of database: Database) throws -> [JSONValue] {
        try StandardClient.order(Column("id")).fetchAll(database).map(\.fileObject)
    }
}
