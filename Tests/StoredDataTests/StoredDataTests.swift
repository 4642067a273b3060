// SPDX-License-Identifier: Apache-2.0
import Foundation
import SQLiteRecords
import TaskListClient
import Testing
import WebSignIn

@testable import LocalTenant
@testable import TaskService
@testable import TenantDirectory
@testable import WebSignInSQLite

/// Data of the program of eb9d09e0 are opened without a change, and written back as they were.
///
/// A script compares the files (`compare.py`), so that the library does not judge itself.
@Suite struct StoredDataTests {
    /// A copy of a file, and a place for a fresh one; both are closed before they are compared.
    private struct Files {
        let original: URL
        let copy: URL
        let written: URL

        init(_ name: String, _ kind: StoredFolder.Kind, in folder: StoredFolder) throws {
            original = folder.demo(kind).appending(path: name)
            let place = folder.root.appending(path: "work-\(kind.rawValue)")
            copy = place.appending(path: "copy/\(name)")
            written = place.appending(path: "written/\(name)")
            for file in [copy, written] {
                try FileManager.default.createDirectory(
                    at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            }
            try FileManager.default.copyItem(at: original, to: copy)
        }
    }

    @Test(arguments: StoredFolder.Kind.allCases)
    func `the tenant's rows are read as records, and rewritten byte for byte`(_ kind: StoredFolder.Kind) async throws {
        try await StoredFolder.with { folder in
            let files = try Files("tenant.sqlite", kind, in: folder)
            let source = try DatabasePool(path: files.copy.path, durability: .process)
            let target = try DatabasePool(path: files.written.path, durability: .process)
            for pool in [source, target] { try TenantSchema.migrator.migrate(pool) }
            for table in TenantRows.tables { try table(source, target) }
            try TenantRows.copyOthers(from: source, to: target)
            source.close()
            target.close()
            // Their numbers tell in which order objects changed, and that history is not written again.
            let excluded = kind == .filled ? TenantRows.derived : []
            let found = try await StoredFolder.differences(
                of: "rows", from: files.original, to: files.written, without: excluded)
            #expect(found == "")
        }
    }

    @Test(arguments: StoredFolder.Kind.allCases)
    func `a tenant opens, and its rows stay as they are`(_ kind: StoredFolder.Kind) async throws {
        try await StoredFolder.with { folder in
            let files = try Files("tenant.sqlite", kind, in: folder)
            try TenantDatabase(folder: files.copy.deletingLastPathComponent()).close()
            // Each start writes the sample apps and clients, unless a tenant file gave the content.
            let excluded = kind == .recorded ? ["app", "standardClient"] : []
            let found = try await StoredFolder.differences(
                of: "rows", from: files.original, to: files.copy, without: excluded)
            #expect(found == "")
        }
    }

    @Test func `the tables of each file are made as they were, in the same order`() async throws {
        try await StoredFolder.with { folder in
            for name in ["tenant.sqlite", "tasks.sqlite", "sessions.sqlite"] {
                let files = try Files(name, .filled, in: folder)
                let old = try DatabasePool(path: files.copy.path, durability: .process)
                let last = try old.readNow {
                    try String.fetchOne($0, sql: "SELECT identifier FROM grdb_migrations ORDER BY rowid DESC LIMIT 1")
                }
                old.close()
                switch name {
                case "tenant.sqlite":
                    // Later migrations add to them.
                    let pool = try DatabasePool(path: files.written.path, durability: .process)
                    try TenantSchema.migrator.migrate(pool, upTo: last)
                    pool.close()
                case "tasks.sqlite": try SQLiteTaskStore(file: files.written).database.close()
                default: try SQLiteWebSessionStorage(file: files.written).database.close()
                }
                let found = try await StoredFolder.differences(of: "schema", from: files.original, to: files.written)
                #expect(found == "", "\(name)")
            }
        }
    }

    @Test(arguments: StoredFolder.Kind.allCases)
    func `tasks and their keys are read, and written back byte for byte`(_ kind: StoredFolder.Kind) async throws {
        try await StoredFolder.with { folder in
            let files = try Files("tasks.sqlite", kind, in: folder)
            let (source, target) = (try SQLiteTaskStore(file: files.copy), try SQLiteTaskStore(file: files.written))
            let keys = try source.database.readNow { database in
                try Row.fetchAll(database, sql: "SELECT id, key FROM addition") {
                    try ($0[0] as String, $0[1] as String)
                }
            }
            let owners = try source.database.readNow { try String.fetchAll($0, sql: "SELECT DISTINCT owner FROM task") }
            for owner in owners {
                let items = try TaskListFormat.decoder().decode(
                    [TaskItem].self, from: Data(await source.list(of: owner, TaskQuery()).json))
                for item in items {
                    let stored = try #require(try await source.task(item.id, of: owner))
                    #expect(stored.item == item)
                    let key = keys.first { $0.0 == item.id }.flatMap { IdempotencyKey($0.1) }
                    #expect(try await target.add(stored.item, upTo: 1000, once: key) == .added)
                    // The store chooses the version of a change itself.
                    try await target.database.write {
                        try $0.execute(
                            sql: "UPDATE task SET version = ? WHERE id = ?", arguments: [stored.version, item.id])
                    }
                }
            }
            source.database.close()
            target.database.close()
            for file in [files.copy, files.written] {
                #expect(try await StoredFolder.differences(of: "rows", from: files.original, to: file) == "")
            }
        }
    }

    @Test(arguments: StoredFolder.Kind.allCases)
    func `web sessions and entries are read, and rewritten byte for byte`(_ kind: StoredFolder.Kind) async throws {
        try await StoredFolder.with { folder in
            let files = try Files("sessions.sqlite", kind, in: folder)
            let (source, target) = (
                try SQLiteWebSessionStorage(file: files.copy), try SQLiteWebSessionStorage(file: files.written)
            )
            let ids = try source.database.readNow { try String.fetchAll($0, sql: "SELECT id FROM session") }
            for id in ids.map(StoredSession.ID.init(rawValue:)) {
                try await target.insert(try #require(try await source.sessions([id]).first))
                for entry in try await source.entries(beginning: "", of: id) {
                    #expect(try await target.save(entry, replacing: 0, of: id))
                }
            }
            let claims = try source.database.readNow { database in
                try Row.fetchAll(database, sql: "SELECT name, owner, until FROM claim") {
                    try ($0[0] as String, $0[1] as String, Date(timeIntervalSince1970: $0[2]))
                }
            }
            for (name, owner, end) in claims {
                #expect(try await target.claim(name, by: owner, until: end, now: .distantPast))
            }
            source.database.close()
            target.database.close()
            for file in [files.copy, files.written] {
                #expect(try await StoredFolder.differences(of: "rows", from: files.original, to: file) == "")
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
