// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Foundation
import SignInTesting
import Testing

@testable import PostgresStorage

/// All of it behind PgBouncer, which gives each transaction another session of the server.
@Suite(.timeLimit(.minutes(1))) struct PoolerTests {
    private func withPooler(_ body: (Pooler) async throws -> Void) async throws {
        let server = try await SharedServer.server
        let name = "pooled\(UUID().uuidString.prefix(8).lowercased())"
        _ = try await server.sql("CREATE DATABASE \(name)")
        let pooler = try await Pooler(before: server, database: name)
        defer { pooler.remove() }
        try await body(pooler)
    }

    @Test func `many connections with many statements share two sessions`() async throws {
        try await withPooler { pooler in
            let database = try open(pooler.address, PoolLimits(connections: 6))
            try await database.connected()
            #expect(database.figures.isBehindPooler)
            let statement = PostgresStatement.read("SELECT $1::bigint, pg_backend_pid()")
            let answers = try await withThrowingTaskGroup(of: (Int64, Int64, Int64).self) { group in
                for number in 0..<Int64(500) {
                    group.addTask {
                        try await database.query(statement, [.int(number)]) { rows in
                            rows.first { (number, $0.int(0), $0.int(1)) } ?? (0, -1, 0)
                        }
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(answers.allSatisfy { $0.0 == $0.1 })
            #expect(Set(answers.map(\.2)).count <= 2)
            await database.close()
        }
    }

    @Test func `a direct connection is known as one`() async throws {
        let database = try await SharedServer.database()
        #expect(!database.figures.isBehindPooler)
        await database.close()
    }

    @Test func `transactions, changes of tables and both storages work`() async throws {
        try await withPooler { pooler in
            let databases = try (0..<3).map { _ in try open(pooler.address) }
            let key = SealingKey()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for database in databases {
                    group.addTask {
                        _ = try await PostgresWebSessionStorage(in: database)
                        let storage = try await PostgresAccountStorage(in: database, key: key)
                        try await storage.withExclusiveAccess(to: Account.ID(rawValue: "ann")) {}
                    }
                }
                try await group.waitForAll()
            }
            try await databases[0].execute(.write("CREATE TABLE a (number bigint)"))
            let insertion = PostgresStatement.write("INSERT INTO a VALUES ($1)")
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in Int64(0)..<20 {
                    group.addTask {
                        try await databases[Int(number) % 3].transaction { transaction in
                            try await transaction.execute(insertion, [.int(number)])
                            _ = try await transaction.execute(insertion, [.int(number)])
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await databases[0].query(.read("SELECT number FROM a"), [], \.count) == 40)
            for database in databases { await database.close() }
        }
    }

    @Test func `a cancelled statement is cancelled on the server, too`() async throws {
        try await withPooler { pooler in
            let database = try open(pooler.address, PoolLimits(connections: 1))
            let lock = PostgresStatement.read("SELECT pg_advisory_xact_lock(hashtext('pooled'))")
            try await whileLocked(by: lock, at: pooler.address) {
                let task = Task { try await database.query(lock, [], \.count) }
                let count = """
                    SELECT count(*) FROM pg_stat_activity
                    WHERE query LIKE '%''pooled''%' AND state = 'active' AND pid <> pg_backend_pid()
                    """
                try await until { try await SharedServer.server.sql(count) != "0\n" }
                task.cancel()
                await #expect(throws: CancellationError.self) { try await task.value }
                try await until { try await SharedServer.server.sql(count) == "0\n" }
            }
            #expect(try await database.query(.read("SELECT 1"), [], \.count) == 1)
            await database.close()
        }
    }
}
