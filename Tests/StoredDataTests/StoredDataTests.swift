// SPDX-License-Identifier: Apache-2.0
import Foundation
import SQLiteRecords
import TaskList
import Testing
import WebSignIn

@testable import LocalTenant
@testable import TaskService
@testable import TenantCustomers
@testable import TenantDirectory
@testable import TenantEntra
@testable import TenantStandard
@testable import WebSignInSQLite

/// Files that the program of eb9d09e0 wrote are read by the types of the program, and written again to fresh files.
///
/// A script compares the files (`golden.py`), so that the library does not judge itself.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["STORED_DATA"] != nil)) struct StoredDataTests {
    private let old = URL(filePath: ProcessInfo.processInfo.environment["STORED_DATA"] ?? "/")
    private let new = URL(filePath: ProcessInfo.processInfo.environment["WRITTEN_DATA"] ?? "/")

    private func file(_ name: String) throws -> (old: URL, new: URL) {
        let copy = new.appending(path: "copy-\(name)")
        try? FileManager.default.removeItem(at: copy)
        try FileManager.default.copyItem(at: old.appending(path: name), to: copy)
        for ending in ["", "-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: new.appending(path: name).path + ending)
        }
        return (copy, new.appending(path: name))
    }

    @Test func `tasks`() async throws {
        let file = try file("tasks.sqlite")
        let (source, target) = (try SQLiteTaskStore(file: file.old), try SQLiteTaskStore(file: file.new))
        let reader = try DatabasePool(path: file.old.path, durability: .process)
        let keys = try reader.readHere { database in
            try Row.fetchAll(database, sql: "SELECT id, key FROM addition") { ($0[0] as String, $0[1] as String) }
        }
        let owners = try reader.readHere { try String.fetchAll($0, sql: "SELECT DISTINCT owner FROM task") }
        for owner in owners {
            let items = try TaskListFormat.decoder().decode(
                [TaskItem].self, from: Data(await source.list(of: owner, TaskQuery()).json))
            for item in items {
                let stored = try #require(try await source.task(item.id, of: owner))
                #expect(stored.item == item)
                let key = keys.first { $0.0 == item.id }.flatMap { IdempotencyKey($0.1) }
                #expect(try await target.add(stored.item, upTo: 1000, once: key) == .added)
            }
        }
    }

    /// Reads every row of a table as its record, and writes it to the other database, in the same order.
    private func copy<Record: FetchableRecord & PersistableRecord & Sendable>(
        _ type: Record.Type, _ source: DatabasePool, _ target: DatabasePool
    ) throws -> Int {
        let records = try source.readHere { try Record.order(Column.rowID).fetchAll($0) }
        try target.writeNow { database in for record in records { try record.insert(database) } }
        return records.count
    }

    @Test func `tenant`() async throws {
        let file = try file("tenant.sqlite")
        let source = try DatabasePool(path: file.old.path, durability: .process)
        let target = try DatabasePool(path: file.new.path, durability: .process)
        try TenantSchema.migrator.migrate(source)
        try TenantSchema.migrator.migrate(target)
        var counts: [String: Int] = [:]
        counts["tenant"] = try copy(Tenant.self, source, target)
        counts["person"] = try copy(DirectoryPerson.self, source, target)
        counts["app"] = try copy(RegisteredApp.self, source, target)
        counts["directoryGroup"] = try copy(DirectoryGroup.self, source, target)
        counts["consent"] = try copy(ConsentRow.self, source, target)
        counts["ringKey"] = try copy(RingKeyRow.self, source, target)
        counts["browserSession"] = try copy(SessionRow.self, source, target)
        counts["sessionClient"] = try copy(SessionClientRow.self, source, target)
        counts["authorizationCode"] = try copy(AuthorizationCodeRow.self, source, target)
        counts["refreshToken"] = try copy(RefreshTokenRow.self, source, target)
        counts["customer"] = try copy(Customer.self, source, target)
        counts["userFlow"] = try copy(UserFlow.self, source, target)
        counts["customAttribute"] = try copy(AttributeDefinition.self, source, target)
        counts["standardClient"] = try copy(StandardClient.self, source, target)
        let run: Int? = try source.readHere { try TenantDatabase.state("seeded runs", in: $0) }
        let secrets = try source.readHere { database in
            try Row.fetchAll(database, sql: "SELECT name, value FROM secret") { ($0[0] as String, $0[1] as Data) }
        }
        let runs = try #require(run)
        try await target.write { database in
            try TenantDatabase.keep(runs, as: "seeded runs", in: database)
            for (name, value) in secrets {
                try database.execute(sql: "INSERT INTO secret (name, value) VALUES (?, ?)", arguments: [name, value])
            }
        }
        print("records:", counts.sorted { $0.key < $1.key })
        source.close()
        target.close()
    }

    @Test func `sessions`() async throws {
        let file = try file("sessions.sqlite")
        let (source, target) = (
            try SQLiteWebSessionStorage(file: file.old), try SQLiteWebSessionStorage(file: file.new)
        )
        let reader = try DatabasePool(path: file.old.path, durability: .process)
        let ids = try reader.readHere { try String.fetchAll($0, sql: "SELECT id FROM session") }
        for id in ids.map(StoredSession.ID.init(rawValue:)) {
            let session = try #require(try await source.sessions([id]).first)
            try await target.insert(session)
            for entry in try await source.entries(beginning: "", of: id) {
                for version in 0..<entry.version {
                    let earlier = StoredEntry(
                        name: entry.name, version: version, content: entry.content, indexNames: entry.indexNames,
                        date: entry.date)
                    #expect(try await target.save(earlier, of: id))
                }
            }
        }
    }

    @Test func `what tasks and sessions confirm survives a power failure`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "durability-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        for pool in [
            try SQLiteTaskStore(file: folder.appending(path: "tasks.sqlite")).database,
            try SQLiteWebSessionStorage(file: folder.appending(path: "sessions.sqlite")).database,
        ] {
            let (level, log) = try pool.outsideTransactions { database in
                (
                    try Int.fetchOne(database, sql: "PRAGMA synchronous"),
                    try String.fetchOne(database, sql: "PRAGMA journal_mode")
                )
            }
            #expect(level == 2 && log == "wal")
        }
    }
}
