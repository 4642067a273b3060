// SPDX-License-Identifier: Apache-2.0
import FaultyDisk
import Fixtures
import SQLiteRecords

/// Simultaneous changes share a transaction, and no error of one hides another's.
@Suite struct GroupedWritesTests {
    private static func database() throws -> DatabasePool { try .inMemory("CREATE TABLE note (text TEXT UNIQUE)") }

    private func make(
        _ changes: [@Sendable (Database) throws -> Void], in database: DatabasePool
    ) async throws -> [Result<Void, any Error>] {
        let held = try await HeldPool(database)
        var tasks: [Task<Void, any Error>] = []
        for change in changes { tasks.append(await held.add(change)) }
        try await held.end()
        var results: [Result<Void, any Error>] = []
        for task in tasks { results.append(await task.result) }
        return results
    }

    private func add(_ texts: [String], to database: DatabasePool) async throws -> [Result<Void, any Error>] {
        try await make(
            texts.map { text in { try $0.execute(sql: "INSERT INTO note VALUES (?)", arguments: [text]) } },
            in: database)
    }

    private func code(_ result: Result<Void, any Error>) -> ResultCode? { SQLiteRecordsTests.code { try result.get() } }

    @Test func `changes of a group are in one transaction`() async throws {
        let database = try Self.database()
        let commits = Mutex(0)
        database.onCommit { _ in commits.withLock { $0 += 1 } }
        #expect(try await add((0..<100).map(String.init), to: database).allSatisfy { code($0) == nil })
        #expect(try database.texts("SELECT count(*) FROM note") == ["100"])
        #expect(commits.withLock { $0 } <= 2)
    }

    @Test func `no listener learns of a change that fails alone`() async throws {
        let database = try Self.database()
        let heard = Mutex<[Set<String>]>([])
        database.onCommit { tables in heard.withLock { $0.append(tables) } }
        try await database.write { try $0.execute("INSERT INTO note VALUES ('a')") }
        let error = await awaitedCode { try await database.write { try $0.execute("INSERT INTO note VALUES ('a')") } }
        #expect(error == .constraint)
        #expect(heard.withLock { $0 } == [["note"]])
    }

    @Test func `an error leaves the other changes of its group as they are`() async throws {
        let database = try Self.database()
        let results = try await add(["a", "b", "a", "c"], to: database)
        #expect(results.count { code($0) == nil } == 3 && results.compactMap(code) == [.constraint])
        #expect(try database.texts("SELECT count(*) FROM note") == ["3"])
    }

    @Test func `a full disk fails every change of the group atomically`() async throws {
        let database = try Self.database()
        try database.outsideTransactions { try $0.execute(sql: "PRAGMA max_page_count = 10") }
        let long = String(repeating: "x", count: 100_000)
        let results = try await add([long, "a"], to: database)
        #expect(results.contains { code($0) == .full })
        let kept = try database.texts("SELECT text FROM note")
        #expect(kept.count == results.count { code($0) == nil } && !kept.contains(long))
        #expect(try await add(["later"], to: database).map(code) == [nil])
    }

    @Test func `a change that fails after its first statement is rolled back alone`() async throws {
        let database = try Self.database()
        let results = try await make(
            [
                { try $0.execute("INSERT INTO note VALUES ('a')") },
                { database in
                    try database.execute("INSERT INTO note VALUES ('b')")
                    try database.execute("INSERT INTO note VALUES ('a')")
                },
                { try $0.execute("INSERT INTO note VALUES ('c')") },
            ], in: database)
        #expect(results.map(code) == [nil, .constraint, nil])
        #expect(try database.texts("SELECT text FROM note ORDER BY text") == ["a", "c"])
    }

    @Test func `a disk that fails in a group's commit costs the group, and nothing before or after it`() async throws {
        try await FaultyDisk.with { disk in
            let path = disk.folder.appending(path: "data.sqlite").path
            let database = try DatabasePool(path: path, durability: .power)
            try database.writeNow { try $0.execute(sql: "CREATE TABLE note (text TEXT UNIQUE)") }
            var (kept, failureCount) = (Set<String>(), 0)
            for round in 0..<20 {
                let texts = (0..<3).map { "\(round) \($0) \(String(repeating: "x", count: 3000))" }
                disk.failWrites(1, after: 2 * round, code: ResultCode.full.rawValue)
                let codes = try await add(texts, to: database).map(code)
                disk.failWrites(0, code: 0)
                #expect(Set(codes).count == 1 && Set(codes).isSubset(of: [nil, .full]))
                if codes == [nil, nil, nil] { kept.formUnion(texts) } else { failureCount += 1 }
                #expect(try Set(database.texts("SELECT text FROM note")) == kept)
            }
            #expect((8..<20).contains(failureCount), "\(failureCount)")
            #expect(try await add(["later"], to: database).map(code) == [nil])
            #expect(try database.texts("PRAGMA integrity_check") == ["ok"])
            database.close()
        }
    }
}
