// SPDX-License-Identifier: Apache-2.0
import Fixtures
import SQLiteRecords

/// Waiting calls run together, alone, or not at all.
@Suite struct WriteQueueTests {
    private static let table = "CREATE TABLE note (text TEXT UNIQUE)"

    private static func add(_ text: String) -> @Sendable (Database) throws -> Void {
        { try $0.execute("INSERT INTO note VALUES (\(text))") }
    }

    private static func code(_ task: Task<Void, any Error>) async -> ResultCode? {
        await awaitedCode { try await task.value }
    }

    @Test func `waiting changes share a transaction, except one that is to be alone`() async throws {
        let held = try await HeldPool(DatabasePool.inMemory(Self.table))
        let commits = Mutex(0)
        held.pool.onCommit { _ in commits.withLock { $0 += 1 } }
        let orders = ["a", "b", "alone", "c", "d"]
        var tasks: [Task<Void, any Error>] = []
        for text in orders { tasks.append(await held.add(alone: text == "alone", Self.add(text))) }
        try await held.end()
        for task in tasks { try await task.value }
        #expect(try held.pool.texts("SELECT text FROM note ORDER BY rowid") == orders)
        #expect(commits.withLock { $0 } == 3)
    }

    @Test func `hooks of a failed change do not run, and those of its group do`() async throws {
        let held = try await HeldPool(DatabasePool.inMemory(Self.table))
        let heard = Mutex("")
        var tasks: [Task<Void, any Error>] = []
        for (hook, text) in [("1", "a"), ("2", "a"), ("3", "b")] {
            tasks.append(
                await held.add { database in
                    database.afterNextTransaction { _ in heard.withLock { $0 += hook } }
                    try Self.add(text)(database)
                })
        }
        try await held.end()
        #expect(await Self.code(tasks[0]) == nil)
        #expect(await Self.code(tasks[1]) == .constraint)
        #expect(await Self.code(tasks[2]) == nil)
        #expect(heard.withLock { $0 } == "13")
    }

    /// A pool that is soon full, and its first change.
    private static func smallPool() async throws -> (DatabasePool, HeldPool, before: Task<Void, any Error>) {
        let pool = try DatabasePool.inMemory(table)
        try pool.outsideTransactions { try $0.execute("PRAGMA max_page_count = 10") }
        let held = try await HeldPool(pool)
        return (pool, held, await held.add(add("before")))
    }

    /// Ends the transaction, and ignores the error.
    private static func overflow(_ database: Database) { try? add(String(repeating: "x", count: 100_000))(database) }

    @Test func `changes behind the one that ends the transaction are carried out`() async throws {
        let (pool, held, before) = try await Self.smallPool()
        // Half of it would remain.
        let failing = await held.add { Self.overflow($0) }
        let after = await held.add(Self.add("after"))
        try await held.end()
        #expect(await Self.code(before) == .abort)
        #expect(await Self.code(failing) == .abort)
        #expect(await Self.code(after) == nil)
        #expect(try pool.texts("SELECT text FROM note") == ["after"])
    }

    private struct Mistake: Error {}

    @Test(arguments: [true, false])
    func `a change that aborts the transaction gets its own error`(_ isOfSQLite: Bool) async throws {
        let (pool, held, before) = try await Self.smallPool()
        let failing = await held.add { database in
            Self.overflow(database)
            if isOfSQLite { throw DatabaseError(resultCode: .constraint, message: "its own") }
            throw Mistake()
        }
        try await held.end()
        #expect(await Self.code(before) == .abort)
        let error = await #expect(throws: (any Error).self) { try await failing.value }
        #expect(
            (error as? DatabaseError)?.resultCode == (isOfSQLite ? .constraint : nil)
                && (error is Mistake) == !isOfSQLite)
        #expect(try pool.texts("SELECT text FROM note") == [])
    }

    @Test func `a foreign key that is checked at the end fails its own change alone`() async throws {
        let pool = try DatabasePool.inMemory(
            """
            CREATE TABLE parent (id PRIMARY KEY);
            CREATE TABLE note (text TEXT UNIQUE, parent REFERENCES parent DEFERRABLE INITIALLY DEFERRED)
            """)
        let held = try await HeldPool(pool)
        // No parent comes.
        let first = await held.add { try $0.execute("INSERT INTO note VALUES ('a', 1)") }
        let second = await held.add { try $0.execute("INSERT INTO note VALUES ('a', NULL)") }
        let third = await held.add { database in
            try database.execute(sql: "INSERT INTO note VALUES ('b', 1); INSERT INTO parent VALUES (1)")
        }
        try await held.end()
        let result = await first.result
        let error = try #require(throws: DatabaseError.self) { try result.get() }
        #expect(error.resultCode == .constraint && error.message == "FOREIGN KEY constraint failed")
        try await second.value
        try await third.value
        #expect(try pool.texts("SELECT text FROM note ORDER BY text") == ["a", "b"])
    }

    @Test func `a change of a file that another program holds fails, and a later one happens`() async throws {
        try await DatabaseFile.with { file in
            let held = try await HeldPool(file.open())
            let pool = try DatabasePool(path: file.path, durability: .process)
            // It does not wait, so the test need not.
            try pool.outsideTransactions { try $0.execute("PRAGMA busy_timeout = 0") }
            #expect(await awaitedCode { try await pool.write { _ in Issue.record("the change began") } } == .busy)
            try await held.end()
            try await pool.write { try $0.execute(sql: Self.table) }
            #expect(try held.pool.texts("SELECT count(*) FROM note") == ["0"])
            pool.close()
            held.pool.close()
        }
    }

    @Test func `a change that was canceled before it began does not happen`() async throws {
        try await withEachPool(Self.table) { (pool: DatabasePool) async throws in
            let held = try await HeldPool(pool)
            let canceled = await held.add(Self.add("canceled"))
            let other = await held.add(Self.add("other"))
            canceled.cancel()
            await #expect(throws: CancellationError.self) { try await canceled.value }
            #expect(pool.waitingCount == 2, "the caller does not wait for its turn")
            try await held.end()
            try await other.value
            #expect(try pool.texts("SELECT text FROM note") == ["other"])
        }
    }

    @Test func `a call of a canceled task does not begin`() async throws {
        try await withEachPool(Self.table) { (pool: DatabasePool) async throws in
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                await #expect(throws: CancellationError.self) { try await pool.write(Self.add("a")) }
                await #expect(throws: CancellationError.self) { try await pool.read { _ in } }
            }
            await task.value
            #expect(try pool.texts("SELECT text FROM note") == [])
        }
    }

    @Test func `a change that has begun ends as it would without a cancellation`() async throws {
        try await withEachPool(Self.table) { (pool: DatabasePool) async throws in
            let (begun, release) = (AsyncStream<Void>.makeStream(), DispatchSemaphore(value: 0))
            let task = Task {
                try await pool.write { database in
                    begun.continuation.yield()
                    release.wait()
                    try Self.add("a")(database)
                    return 7
                }
            }
            for await _ in begun.stream { break }
            task.cancel()
            release.signal()
            #expect(try await task.value == 7)
            #expect(try pool.texts("SELECT text FROM note") == ["a"])
        }
    }

    @Test func `a read that was canceled while it waits does not begin`() async throws {
        try await DatabaseFile.with { file in
            let pool = try file.open(readers: 1)
            let held = try await HeldPool(pool, byRead: true)
            let second = Task { try await pool.read { _ in Issue.record("the read began") } }
            try await until { pool.waitingCount == 1 }
            second.cancel()
            await #expect(throws: CancellationError.self) { try await second.value }
            try await held.end()
            pool.close()
        }
    }

    @Test func `many tasks write and read what they wrote`() async throws {
        try await withEachPool(Self.table) { (pool: DatabasePool) async throws in
            await withTaskGroup { group in
                for task in 0..<16 {
                    group.addTask {
                        for turn in 0..<4 {
                            let text = "\(task) \(turn)"
                            do {
                                try await pool.write(Self.add(text))
                                let seen = try await pool.read { database in
                                    try String.fetchOne(database, "SELECT text FROM note WHERE text = \(text)")
                                }
                                let here = try pool.readHere { database in
                                    try String.fetchOne(database, "SELECT text FROM note WHERE text = \(text)")
                                }
                                #expect(seen == text && here == text)
                            } catch {
                                Issue.record(error)
                            }
                        }
                    }
                }
            }
            #expect(try pool.texts("SELECT count(*) FROM note") == ["64"])
        }
    }
}
