// SPDX-License-Identifier: Apache-2.0

import Fixtures
import SignInTesting

@testable import PostgresStorage

/// Behind PgBouncer, which gives each transaction another session.
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

@Suite(.timeLimit(.minutes(2))) struct FailoverTests {
    @Test func `changes go on at the promoted standby, and nothing acknowledged is lost`() async throws {
        let primary = try await PostgresServer(options: [])
        let standby = try await PostgresServer(standbyOf: primary)
        // Only replicated changes are acknowledged.
        _ = try await primary.sql("ALTER SYSTEM SET synchronous_standby_names = '*'")
        _ = try await primary.sql("SELECT pg_reload_conf()")
        let hosts = "host=\(primary.folder.path),\(standby.folder.path) port=\(primary.port),\(standby.port)"
        let database = try open("\(hosts) dbname=postgres user=postgres", PoolLimits(connections: 4))
        try await database.execute(.write("CREATE TABLE a (number bigint)"))
        let insertion = PostgresStatement.write("INSERT INTO a VALUES ($1)")
        let acknowledged = Shared<Set<Int64>>([])
        let isOver = Shared(false)
        try await withThrowingTaskGroup(of: Void.self) { group in
            defer { isOver.change { $0 = true } }
            for worker in Int64(0)..<8 {
                group.addTask {
                    var number = worker
                    while !isOver.current {
                        if (try? await database.execute(insertion, [.int(number)])) != nil {
                            acknowledged.change { [number] in $0.insert(number) }
                        }
                        number += 8
                    }
                }
            }
            try await until { acknowledged.current.count >= 200 }
            await primary.stop("QUIT")
            let before = acknowledged.current.count
            _ = try await standby.sql("SELECT pg_promote()")
            try await until { acknowledged.current.count >= before + 200 }
            isOver.change { $0 = true }
            try await group.waitForAll()
        }
        let kept = try await database.query(.read("SELECT number FROM a")) { rows in rows.map { $0.int(0) } }
        #expect(Set(kept).count == kept.count && acknowledged.current.isSubset(of: kept))
        await database.close()
        await primary.remove()
        await standby.remove()
    }

    @Test func `a server that takes changes no more is left`() async throws {
        let server = try await PostgresServer()
        let database = try await connected(
            server.address(), PoolLimits(connections: 1, waiting: .milliseconds(300)))
        try await database.execute(.write("CREATE TABLE a (number bigint)"))
        _ = try await server.sql("ALTER SYSTEM SET default_transaction_read_only = on")
        _ = try await server.sql("SELECT pg_reload_conf()")
        let insertion = PostgresStatement.write("INSERT INTO a VALUES (1)")
        // Until the session has read its settings, it accepts changes.
        while (try? await database.execute(insertion)) != nil {}
        await expect(.unavailable) { try await database.execute(insertion) }
        _ = try await server.sql("ALTER SYSTEM RESET default_transaction_read_only")
        _ = try await server.sql("SELECT pg_reload_conf()")
        while (try? await database.execute(insertion)) != 1 {}
        await database.close()
        await server.remove()
    }
}
