// SPDX-License-Identifier: Apache-2.0
import Foundation
import SQLiteRecords
import Synchronization
import Testing

/// Changes that come at the same time share a transaction, and no error of one hides another's.
@Suite struct GroupedWritesTests {
    private static func database() throws -> DatabasePool {
        let database = try DatabasePool()
        try database.writeNow { try $0.execute(sql: "CREATE TABLE note (text TEXT UNIQUE)") }
        return database
    }

    /// Adds texts while another change holds the database, so that they come into one group.
    private func add(
        _ texts: [String], to database: DatabasePool
    ) async throws -> [Result<
        Void, any Error
    >] {
        let (begun, end) = (AsyncStream<Void>.makeStream(), DispatchSemaphore(value: 0))
        async let first: Void = database.write { _ in
            begun.continuation.yield()
            end.wait()
        }
        for await _ in begun.stream { break }
        let tasks = texts.map { text in
            Task {
                try await database.write {
                    try $0.execute(sql: "INSERT INTO note VALUES (?)", arguments: [text])
                }
            }
        }
        for _ in 0..<100_000 where database.waitingCount < texts.count { await Task.yield() }
        end.signal()
        try await first
        var results: [Result<Void, any Error>] = []
        for task in tasks { results.append(await task.result) }
        return results
    }

    private func code(_ result: Result<Void, any Error>) -> ResultCode? {
        guard case .failure(let error) = result else { return nil }
        return (error as? DatabaseError)?.resultCode
    }

    @Test func `changes of a group are in one transaction`() async throws {
        let database = try Self.database()
        let commits = Mutex(0)
        database.onCommit { _ in commits.withLock { $0 += 1 } }
        let results = try await add((0..<100).map(String.init), to: database)
        #expect(results.allSatisfy { code($0) == nil })
        #expect(
            try await database.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM note") } == 100)
        #expect(commits.withLock { $0 } <= 2)
    }

    @Test func `an error leaves the other changes of its group as they are`() async throws {
        let database = try Self.database()
        let results = try await add(["a", "b", "a", "c"], to: database)
        #expect(results.count { code($0) == nil } == 3 && results.compactMap(code) == [.constraint])
        #expect(try await database.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM note") } == 3)
    }

    @Test func `a full disk is told as such to each change of the group, and none is half there`()
        async throws
    {
        let database = try Self.database()
        try database.outsideTransactions { try $0.execute(sql: "PRAGMA max_page_count = 10") }
        let long = String(repeating: "x", count: 100_000)
        let results = try await add([long, "a"], to: database)
        #expect(results.contains { code($0) == .full })
        let kept = try await database.read { try String.fetchAll($0, sql: "SELECT text FROM note") }
        #expect(kept.count == results.count { code($0) == nil } && !kept.contains(long))
        let later = try await add(["later"], to: database)
        #expect(later.map(code) == [nil])
    }
}
