// SPDX-License-Identifier: Apache-2.0
import Fixtures
import OAuthMessages

@testable import PostgresStorage

@Suite(.timeLimit(.minutes(2))) struct FaultTests {
    private static let activity = PostgresStatement.read(
        "SELECT count(*) FROM pg_stat_activity WHERE query LIKE $1 AND state = 'active' AND pid <> pg_backend_pid()")

    /// The number of running statements with this text.
    private func working(on text: String) async throws -> Int64 {
        let database = try await open(SharedServer.server.address(), PoolLimits(connections: 1))
        let count = try await database.query(Self.activity, [.text("%\(text)%")]) { $0.first { $0.int(0) } ?? -1 }
        await database.close()
        return count
    }

    @Test func `a statement beyond its deadline ends, also on the server`() async throws {
        let database = try await SharedServer.database(PoolLimits(connections: 1, statement: .seconds(1)))
        let lock = PostgresStatement.read("SELECT pg_advisory_xact_lock(hashtext('deadline'))")
        try await whileLocked(by: lock) {
            await expect(.deadlineExceeded) { try await database.query(lock) { $0.count } }
            try await until { try await working(on: "'deadline'") == 0 }
        }
        #expect(try await database.query(.read("SELECT 1")) { $0.count } == 1)
        await database.close()
    }

    #if os(Linux)
    @Test func `a database is refused without a thread for its connections`() async {
        await #expect(processExitsWith: .success) {
            let address = try PostgresAddress(Redacted("postgres://localhost/test"))
            let error = #expect(throws: PostgresError.self) {
                try withoutThreads { try PostgresDatabase(at: address) }
            }
            #expect(error == .noThread)
        }
    }
    #endif

    @Test func `a cancelled task ends at once, and the server stops its statement`() async throws {
        let database = try await SharedServer.database(PoolLimits(connections: 1))
        let lock = PostgresStatement.read("SELECT pg_advisory_xact_lock(hashtext('cancelled'))")
        try await whileLocked(by: lock) {
            let task = Task { try await database.query(lock) { $0.count } }
            try await until { try await working(on: "'cancelled'") > 0 }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            try await until { try await working(on: "'cancelled'") == 0 }
        }
        await database.close()
    }

    @Test func `a canceled statement affects no other one on its connection`() async throws {
        let database = try await SharedServer.database(PoolLimits(connections: 1))
        try await database.execute(.write("CREATE TABLE a (number bigint)"))
        // Milliseconds of work, so that a cancel request can arrive meanwhile.
        let insertion = PostgresStatement.write(
            "INSERT INTO a SELECT $1 FROM (SELECT count(*) FROM generate_series(1, 20000)) AS work")
        let lock = PostgresStatement.read("SELECT pg_advisory_xact_lock(hashtext('shared'))")
        try await whileLocked(by: lock) {
            for round in 0..<5 {
                let task = Task { try await database.query(lock) { $0.count } }
                try await until { database.figures.inFlight > 0 }
                try await withThrowingTaskGroup(of: Int.self) { group in
                    for number in 0..<10 {
                        group.addTask { try await database.execute(insertion, [.int(Int64(10 * round + number))]) }
                    }
                    task.cancel()
                    for try await count in group { #expect(count == 1) }
                }
            }
        }
        let sums = try await database.query(.read("SELECT count(*), count(DISTINCT number) FROM a")) { rows in
            rows.first { [$0.int(0), $0.int(1)] }
        }
        #expect(sums == [50, 50])
        await database.close()
    }

    @Test func `reads survive a lost connection, and a change reports an unknown outcome`() async throws {
        let database = try await SharedServer.database(PoolLimits(connections: 1))
        var read: Task<Int, any Error>?
        let lock = PostgresStatement.read("SELECT pg_advisory_xact_lock(hashtext('ended'))")
        try await whileLocked(by: lock) {
            read = Task { try await database.query(lock) { $0.count } }
            try await until { try await working(on: "'ended'") > 0 }
            let change = Task { try await database.execute(.write("CREATE TABLE b (number bigint)")) }
            try await until { database.figures.inFlight >= 2 }
            let ending = """
                SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                WHERE query LIKE '%''ended''%' AND wait_event_type = 'Lock' AND pid <> pg_backend_pid()
                """
            _ = try await SharedServer.server.sql(ending)
            let error = await #expect(throws: PostgresError.self) { try await change.value }
            #expect(error?.code == .outcomeUnknown && error?.nextAction == .retry(after: .seconds(1)))
        }
        #expect(try await read?.value == 1)
        await database.close()
    }

    @Test func `a transaction that loses its connection before the commit runs again, once`() async throws {
        let database = try await SharedServer.database(PoolLimits(connections: 1))
        try await database.execute(.write("CREATE TABLE d (number bigint)"))
        let runs = Shared(0)
        try await database.transaction { transaction in
            runs.change { $0 += 1 }
            let pid = try await transaction.query(.read("SELECT pg_backend_pid()")) { $0.first { $0.int(0) } ?? 0 }
            try await transaction.execute(.write("INSERT INTO d VALUES (1)"))
            if runs.current == 1 { _ = try await SharedServer.server.sql("SELECT pg_terminate_backend(\(pid))") }
            try await transaction.execute(.write("INSERT INTO d VALUES (2)"))
        }
        #expect(runs.current == 2)
        #expect(try await database.query(.read("SELECT FROM d"), [], \.count) == 2)
        await database.close()
    }

    @Test func `the server ends a silent program's transaction, unless the address has a limit`() async throws {
        let limit = PostgresStatement.read("SHOW idle_in_transaction_session_timeout")
        let database = try await SharedServer.database(PoolLimits(connections: 1))
        #expect(try await database.query(limit) { $0.first { $0.text(0) } } == "15s")
        await database.close()
        let short = try await SharedServer.server.address(
            "user=postgres dbname=postgres options='-c idle_in_transaction_session_timeout=50ms'")
        let other = try open(short, PoolLimits(connections: 1))
        let runs = Shared(0)
        try await other.transaction { transaction in
            runs.change { $0 += 1 }
            let pid = try await transaction.query(.read("SELECT pg_backend_pid()")) { $0.first { $0.int(0) } ?? 0 }
            let sessions = "SELECT count(*) FROM pg_stat_activity WHERE pid = \(pid)"
            while runs.current == 1, try await SharedServer.server.sql(sessions) != "0\n" {}
            _ = try await transaction.query(limit, [], \.count)
        }
        #expect(runs.current == 2)
        await other.close()
    }

    @Test(arguments: ["INT", "QUIT"])
    func `a restart under load loses and doubles no acknowledged change`(signal: String) async throws {
        let server = try await PostgresServer(options: [])
        let limits = PoolLimits(connections: 4, waiting: .milliseconds(500))
        let database = try await connected(server.address(), limits)
        try await database.execute(.write("CREATE TABLE c (number bigint)"))
        let insertion = PostgresStatement.write("INSERT INTO c VALUES ($1)")
        let acknowledged = Shared<Set<Int64>>([])
        let failures = Shared<[PostgresError.Code: Int]>([:])
        let isOver = Shared(false)
        try await withThrowingTaskGroup(of: Void.self) { group in
            defer { isOver.change { $0 = true } }
            for worker in 0..<16 {
                group.addTask {
                    var number = Int64(worker)
                    while !isOver.current {
                        do {
                            try await database.execute(insertion, [.int(number)])
                            acknowledged.change { [number] in $0.insert(number) }
                        } catch let error as PostgresError {
                            failures.change { $0[error.code, default: 0] += 1 }
                        }
                        number += 16
                    }
                }
            }
            try await until { acknowledged.current.count >= 500 }
            await server.stop(signal)
            let before = acknowledged.current.count
            try await server.start()
            try await until { acknowledged.current.count >= before + 500 }
            isOver.change { $0 = true }
            try await group.waitForAll()
        }
        let kept = try await database.query(.read("SELECT number FROM c")) { rows in rows.map { $0.int(0) } }
        #expect(Set(kept).count == kept.count)
        #expect(acknowledged.current.isSubset(of: kept))
        #expect(Set(failures.current.keys).isSubset(of: [.unavailable, .outcomeUnknown]))
        await database.close()
        await server.remove()
    }

    @Test func `an unresponsive server costs its connection, and no thread of ours waits`() async throws {
        let server = try await PostgresServer()
        let database = try await connected(
            server.address(), PoolLimits(connections: 1, statement: .milliseconds(300)))
        let pids = try await server.sql("SELECT pid FROM pg_stat_activity WHERE application_name = 'tessera'")
        let pid = try #require(Int32(pids.trimmingCharacters(in: .whitespacesAndNewlines)))
        kill(pid, SIGSTOP)
        await expect(.deadlineExceeded) { try await database.query(.read("SELECT 1")) { $0.count } }
        // The connection is dropped five seconds later, and another one works.
        while (try? await database.query(.read("SELECT 1"), [], \.count)) != 1 {}
        kill(pid, SIGCONT)
        await database.close()
        await server.remove()
    }
}
