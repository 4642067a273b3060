// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Foundation
import Testing

@testable import PostgresStorage

/// A primary that ends, and a standby that takes its place.
@Suite(.timeLimit(.minutes(2))) struct FailoverTests {
    @Test func `changes go on at the promoted standby, and nothing acknowledged is lost`() async throws {
        let primary = try await PostgresServer(options: [])
        let standby = try await PostgresServer(standbyOf: primary)
        // Only what the standby has, too, is acknowledged.
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
        // Until the session has read its new settings, it takes changes.
        while (try? await database.execute(insertion)) != nil {}
        await expect(.unavailable) { try await database.execute(insertion) }
        _ = try await server.sql("ALTER SYSTEM RESET default_transaction_read_only")
        _ = try await server.sql("SELECT pg_reload_conf()")
        while (try? await database.execute(insertion)) != 1 {}
        await database.close()
        await server.remove()
    }
}
