// SPDX-License-Identifier: Apache-2.0
import Fixtures
import SQLiteRecords
import SampleServers
import TaskListClient
import TaskService

@Suite struct SQLiteTaskStoreConformanceTests {
    @Test func `a store in memory keeps what the task API needs`() async {
        #expect(await TaskStoreConformance { try SQLiteTaskStore() }.failures() == [])
    }

    @Test func `a store in a file keeps what the task API needs`() async {
        let folder = FileManager.default.temporaryDirectory.appending(path: "tasks-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let conformance = TaskStoreConformance {
            try SQLiteTaskStore(file: folder.appending(path: "\(UUID().uuidString).sqlite"))
        }
        #expect(await conformance.failures() == [])
    }

    /// Runs with a store in a file, and with the file.
    private func withStore(_ body: (SQLiteTaskStore, URL) async throws -> Void) async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "tasks-\(UUID().uuidString)/tasks.sqlite")
        defer { try? FileManager.default.removeItem(at: file.deletingLastPathComponent()) }
        try await body(try SQLiteTaskStore(file: file), file)
    }

    private func task(_ text: String, at seconds: TimeInterval = 0) -> TaskItem {
        TaskItem(id: UUID().uuidString, owner: "alice", text: text, date: Date(timeIntervalSince1970: seconds))
    }

    @Test func `expired keys are removed, so many at each addition`() async throws {
        try await withStore { store, file in
            let keys = try (0..<105).map { try #require(IdempotencyKey("key \($0)")) }
            for key in keys { #expect(try await store.add(task("x"), upTo: 1_000, once: key) == .added) }
            let database = try DatabasePool(path: file.path, durability: .process)
            func count() async throws -> Int? {
                try await database.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM addition") }
            }
            #expect(try await count() == keys.count)
            let lifetime: TimeInterval = 86_400
            let late = try ["late", "later"].map { try #require(IdempotencyKey($0)) }
            _ = try await store.add(task("x", at: lifetime - 0.001), upTo: 1_000, once: late[0])
            #expect(try await count() == keys.count + 1)
            _ = try await store.add(task("x", at: lifetime), upTo: 1_000, once: late[1])
            #expect(try await count() == 5 + 2)
        }
    }

    @Test func `a key keeps no text`() async throws {
        try await withStore { store, file in
            let key = try #require(IdempotencyKey("key"))
            #expect(try await store.add(task("Call the clinic"), upTo: 9, once: key) == .added)
            let row = try DatabasePool(path: file.path, durability: .process).readHere {
                try Row.fetchOne($0, sql: "SELECT * FROM addition") { row in
                    try (
                        values: "\((0..<row.count).map { try row[$0] as DatabaseValue? ?? .null })",
                        fingerprint: row["fingerprint"] as Data
                    )
                }
            }
            #expect((row?.values.contains("key"), row?.values.contains("clinic")) == (true, false))
            #expect(row?.fingerprint == IdempotencyKey.fingerprint(of: "Call the clinic"))
        }
    }

    @Test func `a search finds tasks that an older version kept`() async throws {
        try await withStore { _, file in
            let database = try DatabasePool(path: file.path, durability: .process)
            try await database.write {
                try $0.execute(
                    sql: """
                        DELETE FROM grdb_migrations WHERE identifier = 'versions, searches and keys';
                        DROP TABLE addition;
                        ALTER TABLE task DROP COLUMN version;
                        ALTER TABLE task DROP COLUMN folded;
                        INSERT INTO task VALUES ('alice', 1, 'a', 'Crème', 0, 1), ('alice', 2, 'b', 'CREME', 0, 1),
                            ('alice', 3, 'c', 'tea', 0, 1);
                        """)
            }
            let store = try SQLiteTaskStore(file: file)
            let found = try await store.tasks(of: "alice", TaskQuery(search: SearchText("creme"))).map(\.text)
            #expect(found == ["Crème", "CREME"])
            #expect(try await store.task("a", of: "alice")?.version == 0)
        }
    }
}
