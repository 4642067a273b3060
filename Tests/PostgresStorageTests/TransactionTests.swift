// SPDX-License-Identifier: Apache-2.0
import Fixtures

@testable import PostgresStorage

/// Transactions, and the pool's availability during them.
@Suite(.timeLimit(.minutes(1))) struct TransactionTests {
    private struct Mishap: Error {}

    private let insertion = PostgresStatement.write("INSERT INTO a VALUES ($1)")
    private let count = PostgresStatement.read("SELECT count(*) FROM a")

    private func database(_ limits: PoolLimits = PoolLimits(connections: 2)) async throws -> PostgresDatabase {
        let database = try await SharedServer.database(limits)
        try await database.execute(.write("CREATE TABLE a (number bigint PRIMARY KEY)"))
        return database
    }

    private func rows(_ database: PostgresDatabase) async throws -> Int64? {
        try await database.query(count) { $0.first { $0.int(0) } }
    }

    @Test func `it is seen by others as a whole, at its end`() async throws {
        let database = try await database()
        try await database.transaction { transaction in
            for number in 0..<10 { try await transaction.execute(insertion, [.int(Int64(number))]) }
            #expect(try await rows(database) == 0)
            #expect(try await transaction.query(count) { $0.first { $0.int(0) } } == 10)
        }
        #expect(try await rows(database) == 10)
        await database.close()
    }

    @Test func `an error of its body, or of a statement that the body ignores, leaves nothing`() async throws {
        let database = try await database(PoolLimits(connections: 1))
        await #expect(throws: Mishap.self) {
            try await database.transaction { transaction in
                try await transaction.execute(insertion, [.int(1)])
                throw Mishap()
            }
        }
        await expect(.refused) {
            try await database.transaction { transaction in
                try await transaction.execute(insertion, [.int(1)])
                _ = try? await transaction.execute(insertion, [.int(1)])
            }
        }
        #expect(try await rows(database) == 0)
        await database.close()
    }

    @Test func `two that lock each other out both succeed, one after the other`() async throws {
        let database = try await database()
        for number in Int64(1)...2 { try await database.execute(insertion, [.int(number)]) }
        let update = PostgresStatement.write("UPDATE a SET number = number WHERE number = $1")
        let (both, runs, ended) = (Shared(0), Shared(0), Shared(0))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (first, second) in [(Int64(1), Int64(2)), (2, 1)] {
                group.addTask {
                    try await database.transaction { transaction in
                        runs.change { $0 += 1 }
                        // A restarted transaction could lock its row before the other one wakes.
                        if runs.current > 2 { try await until { ended.current == 1 } }
                        try await transaction.execute(update, [.int(first)])
                        both.change { $0 += 1 }
                        try await until { both.current >= 2 }
                        try await transaction.execute(update, [.int(second)])
                    }
                    ended.change { $0 += 1 }
                }
            }
            try await group.waitForAll()
        }
        #expect(runs.current == 3)
        await database.close()
    }

    @Test func `a cancelled one leaves nothing, and gives its connection back`() async throws {
        let database = try await database(PoolLimits(connections: 1))
        let (isWorking, works) = AsyncStream<Void>.makeStream()
        let lock = PostgresStatement.read("SELECT pg_advisory_xact_lock(hashtext('left'))")
        try await whileLocked(by: lock) {
            let task = Task {
                try await database.transaction { transaction in
                    try await transaction.execute(insertion, [.int(1)])
                    works.yield()
                    _ = try await transaction.query(lock, [], \.count)
                }
            }
            for await _ in isWorking { break }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
        #expect(try await rows(database) == 0)
        await database.close()
    }

    @Test func `statements wait for a connection, as many and as long as allowed`() async throws {
        let limits = PoolLimits(
            connections: 1, statementsPerConnection: 1, waitingStatements: 2, waiting: .seconds(1))
        let database = try await database(limits)
        try await database.transaction { _ in
            let waiting = (0..<2).map { _ in Task { try await database.query(count, [], \.count) } }
            try await until { database.figures.waiting >= 2 }
            await expect(.unavailable) { try await database.query(count, [], \.count) }
            #expect(database.figures.waiting == 2, "the third is refused while the others wait")
            for task in waiting { await expect(.unavailable) { try await task.value } }
        }
        #expect(try await rows(database) == 0)
        await database.close()
    }

    @Test func `many that wait for two connections each get their turn`() async throws {
        let database = try await database()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in Int64(0)..<50 {
                group.addTask {
                    _ = try await database.transaction { try await $0.execute(insertion, [.int(number)]) }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await rows(database) == 50)
        await database.close()
    }
}
