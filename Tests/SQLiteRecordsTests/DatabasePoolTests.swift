// SPDX-License-Identifier: Apache-2.0
import Fixtures

@testable import SQLiteRecords

/// Files are opened with verified settings, shared by programs, and closed completely.
@Suite(.timeLimit(.minutes(1))) struct DatabasePoolTests {
    private static let table = "CREATE TABLE note (text TEXT UNIQUE)"

    @Test(arguments: [(DatabasePool.Durability.power, 2), (.process, 1)])
    func `settings hold once the log is on`(_ durability: DatabasePool.Durability, _ level: Int) async throws {
        try await DatabaseFile.with { file in
            // Twice, since a file keeps its log, and nothing else.
            for _ in 0..<2 {
                let pool = try file.open(durability)
                try pool.outsideTransactions { (database: Database) throws in
                    #expect(try String.fetchOne(database, "PRAGMA journal_mode") == "wal")
                    #expect(try Int.fetchOne(database, "PRAGMA synchronous") == level)
                    #expect(try Int.fetchOne(database, "PRAGMA secure_delete") == 2)
                    #expect(try Int.fetchOne(database, "PRAGMA journal_size_limit") == 64 << 20)
                    #expect(try Int.fetchOne(database, "PRAGMA foreign_keys") == 1)
                    #expect(try Int.fetchOne(database, "PRAGMA busy_timeout") == 5000)
                }
                #expect(try pool.readHere { try Int.fetchOne($0, "PRAGMA foreign_keys") } == 1)
                // Only the connections on callers' threads must not wait long.
                #expect(try await pool.read { try Int.fetchOne($0, "PRAGMA busy_timeout") } == 5000)
                #expect(try pool.readHere { try Int.fetchOne($0, "PRAGMA busy_timeout") } == 100)
                pool.close()
            }
        }
    }

    @Test func `a file that another program keeps locked is refused after seconds`() async throws {
        try await DatabaseFile.with { file in
            try file.open().close()
            let other = try Connection(path: file.path, .writer(.process))
            try other.run { database in
                try database.execute("PRAGMA locking_mode = EXCLUSIVE")
                try database.execute("BEGIN EXCLUSIVE")
            }
            // On its own thread, since it waits.
            let opened = await withCheckedContinuation { continuation in
                DispatchQueue.global().async { continuation.resume(returning: Result { try file.open().close() }) }
            }
            let error = #expect(throws: DatabaseError.self) { try opened.get() }
            #expect(error?.resultCode == .busy)
            other.close()
        }
    }

    @Test func `a setting that SQLite does not take is an error`() throws {
        let pool = try DatabasePool()
        for (name, value) in [("journal_mode", "WAL"), ("no_such_pragma", "1")] {
            let error = code {
                try pool.outsideTransactions { try $0.setPragma(name, to: value, reading: value.lowercased()) }
            }
            #expect(error == .misuse)
        }
    }

    @Test func `the connections for reads share the cache's size`() async throws {
        try await DatabaseFile.with { file in
            // Four connections: two on callers' threads, and two more by default.
            let pool = try DatabasePool(path: file.path, durability: .process, readCacheSize: 8 << 20)
            let sizes = [
                try pool.readHere { try Int.fetchOne($0, "PRAGMA cache_size") },
                try await pool.read { try Int.fetchOne($0, "PRAGMA cache_size") },
                try pool.outsideTransactions { try Int.fetchOne($0, "PRAGMA cache_size") },
            ]
            #expect(sizes == [-2048, -2048, -2000], "in KiB; the connection that writes has SQLite's default")
            pool.close()
        }
    }

    @Test func `confirmed changes are in the files while the database is open`() async throws {
        for durability in [DatabasePool.Durability.power, .process] {
            try await DatabaseFile.with { file in
                let pool = try file.open(durability)
                try pool.writeNow { try $0.execute(sql: Self.table) }
                for number in 0..<20 {
                    try await pool.write { try $0.execute("INSERT INTO note VALUES (\("\(number)"))") }
                }
                // A killed program leaves this for others.
                try await DatabaseFile.with { copy in
                    for name in try file.names where !name.hasSuffix("-shm") {
                        try FileManager.default.copyItem(
                            at: file.folder.appending(path: name), to: copy.folder.appending(path: name))
                    }
                    let found = try copy.open()
                    #expect(try found.texts("SELECT count(*) FROM note") == ["20"])
                    #expect(try found.texts("PRAGMA integrity_check") == ["ok"])
                    found.close()
                }
                pool.close()
            }
        }
    }

    @Test func `closing removes the log, and can be repeated`() async throws {
        try await DatabaseFile.with { file in
            let pool = try file.open()
            try await pool.write { try $0.execute(sql: Self.table) }
            _ = try await pool.read { try Int.fetchOne($0, "SELECT count(*) FROM note") }
            #expect(try file.names == ["data.sqlite", "data.sqlite-shm", "data.sqlite-wal"])
            pool.close()
            #expect(try file.names == ["data.sqlite"])
            pool.close()
            let again = try file.open()
            #expect(try again.texts("SELECT count(*) FROM note") == ["0"])
            again.close()
        }
    }

    @Test(arguments: [false, true])
    func `a pool that is released has closed its file, also after calls on its threads`(_ uses: Bool) async throws {
        try await DatabaseFile.with { file in
            do {
                let pool = try file.open()
                try pool.writeNow { try $0.execute(sql: Self.table) }
                if uses { try await pool.write { try $0.execute(sql: "DELETE FROM note") } }
                if uses { _ = try await pool.read { try Int.fetchOne($0, "SELECT count(*) FROM note") } }
            }
            #expect(try file.names == ["data.sqlite"])
        }
    }

    @Test func `a pool whose own closure is its last reference closes its file`() async throws {
        try await DatabaseFile.with { file in
            let (begun, release) = (AsyncStream<Void>.makeStream(), DispatchSemaphore(value: 0))
            do {
                let pool = try file.open()
                Task {
                    try await pool.write { [pool] _ in
                        begun.continuation.yield()
                        release.wait()
                        withExtendedLifetime(pool) {}
                    }
                }
                for await _ in begun.stream { break }
            }
            release.signal()
            try await until { try file.names == ["data.sqlite"] }
        }
    }

    @Test func `calls after the end are refused`() async throws {
        try await withEachPool(Self.table) { pool in
            pool.close()
            pool.close()
            #expect(await awaitedCode { try await pool.write { _ in } } == .misuse)
            #expect(await awaitedCode { try await pool.writeAlone { _ in } } == .misuse)
            #expect(await awaitedCode { try await pool.read { _ in } } == .misuse)
            #expect(code { try pool.writeNow { _ in } } == .misuse)
            #expect(code { try pool.readNow { _ in } } == .misuse)
            #expect(code { try pool.readHere { _ in } } == .misuse)
            #expect(code { try pool.outsideTransactions { _ in } } == .misuse)
        }
    }

    @Test func `changes that wait are carried out before the end`() async throws {
        try await withEachPool(Self.table) { pool in
            let held = try await HeldPool(pool)
            let second = Task {
                try await pool.write { database in
                    try database.execute("INSERT INTO note VALUES ('a')")
                    return try Int.fetchOne(database, "SELECT count(*) FROM note")
                }
            }
            try await until { pool.waitingCount > 0 }
            async let ends: Void = Self.close(pool)
            try await held.end()
            #expect(try await second.value == 1)
            await ends
        }
    }

    /// On another thread, since it blocks.
    private static func close(_ pool: DatabasePool) async {
        await withCheckedContinuation { caller in
            DispatchQueue.global().async {
                pool.close()
                caller.resume()
            }
        }
    }

    @Test func `200 pools in memory own no thread`() async throws {
        let pools = try (0..<200).map { _ in try DatabasePool.inMemory(Self.table) }
        for pool in pools {
            try await pool.write { try $0.execute("INSERT INTO note VALUES ('a')") }
            #expect(try await pool.read { try Int.fetchOne($0, "SELECT count(*) FROM note") } == 1)
        }
        #if os(Linux)
        // Threads of other tests end meanwhile.
        let names = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").compactMap { id in
            try? String(contentsOfFile: "/proc/self/task/\(id)/comm", encoding: .utf8)
        }
        #expect(names.count { $0.hasPrefix("SQLite") } < pools.count)
        #endif
    }

    @Test func `a copy in memory has the content, and changes for itself`() async throws {
        try await withEachPool(Self.table) { pool in
            try pool.writeNow { try $0.execute("INSERT INTO note VALUES ('a')") }
            let copy = try DatabasePool(copying: pool)
            try copy.writeNow { try $0.execute("INSERT INTO note VALUES ('b')") }
            #expect(try copy.texts("SELECT text FROM note") == ["a", "b"])
            #expect(try pool.texts("SELECT text FROM note") == ["a"])
            pool.close()
            #expect(code { try DatabasePool(copying: pool) } == .misuse)
        }
    }

    @Test func `a database in the middle of a change is not copied`() throws {
        let pool = try DatabasePool.inMemory(Self.table)
        try pool.outsideTransactions { try $0.execute("BEGIN IMMEDIATE") }
        #expect(code { try DatabasePool(copying: pool) } == .busy)
        try pool.outsideTransactions { try $0.execute("ROLLBACK") }
        #expect(try DatabasePool(copying: pool).texts("SELECT count(*) FROM note") == ["0"])
    }

    @Test func `a row that outlives its connection keeps no file open after its own end`() async throws {
        try await DatabaseFile.with { file in
            var rows: [Row] = []
            do {
                let database = try Database(path: file.path, .writer(.process))
                try database.execute(sql: Self.table)
                try database.rows("SELECT 1") { rows.append($0) }
            }
            #expect(code { try rows[0][0] as Int } == .misuse)
            rows = []
            // Closing the last connection removes the log.
            #expect(try file.names == ["data.sqlite"])
        }
    }

    private static let text = Data(String(repeating: "This is a text, and no database. ", count: 100).utf8)

    @Test(arguments: [(text, .notADatabase), (nil, .cannotOpen)] as [(Data?, ResultCode)])
    func `what is no database is refused and stays as it is`(_ content: Data?, _ code: ResultCode) async throws {
        try await DatabaseFile.with { file in
            if let content {
                try content.write(to: URL(filePath: file.path))
            } else {
                try FileManager.default.createDirectory(atPath: file.path, withIntermediateDirectories: true)
            }
            #expect(SQLiteRecordsTests.code { try file.open() } == code)
            #expect(try file.names == ["data.sqlite"])
            if let content {
                let reader = Database.Mode.reader(busyTimeout: .zero, cacheSize: nil)
                #expect(SQLiteRecordsTests.code { try Database(path: file.path, reader) } == code)
                #expect(try Data(contentsOf: URL(filePath: file.path)) == content)
            }
        }
    }

    @Test func `a damaged page is an error`() async throws {
        try await DatabaseFile.with { file in
            let pool = try file.open()
            try pool.writeNow { database in
                try database.execute(sql: Self.table)
                for number in 0..<500 { try database.execute("INSERT INTO note VALUES (\("note \(number)"))") }
            }
            pool.close()
            let handle = try FileHandle(forUpdating: URL(filePath: file.path))
            try handle.seek(toOffset: 4096)
            try handle.write(contentsOf: Data(repeating: 0xFF, count: 4096))
            try handle.close()
            let damaged = try file.open()
            #expect(code { try damaged.texts("SELECT text FROM note") } == .corrupt)
            damaged.close()
        }
    }

    @Test func `two pools share a file`() async throws {
        try await DatabaseFile.with { file in
            let pools = [try file.open(), try file.open(.power)]
            try pools[0].writeNow { try $0.execute(sql: Self.table) }
            await withTaskGroup { group in
                for number in 0..<40 {
                    group.addTask {
                        await #expect(throws: Never.self) {
                            try await pools[number % 2].write {
                                try $0.execute("INSERT INTO note VALUES (\("\(number)"))")
                            }
                        }
                    }
                }
            }
            for pool in pools { #expect(try pool.texts("SELECT count(*) FROM note") == ["40"]) }
            for pool in pools { pool.close() }
        }
    }

    @Test func `a file that another program holds is busy, and free afterwards`() async throws {
        try await DatabaseFile.with { file in
            let (first, second) = (try file.open(), try file.open())
            try first.writeNow { try $0.execute(sql: Self.table) }
            // It does not wait, so the test need not.
            try second.outsideTransactions { try $0.execute("PRAGMA busy_timeout = 0") }
            try first.writeNow { database in
                // Before the first change, or a change that reads first could fail after another program's.
                #expect(code { try second.writeNow { try $0.execute("INSERT INTO note VALUES ('b')") } } == .busy)
                try database.execute("INSERT INTO note VALUES ('a')")
                #expect(
                    try second.texts("SELECT count(*) FROM note") == ["0"], "a read does not wait, and sees what was")
            }
            let isInside = try second.outsideTransactions { $0.isInsideTransaction }
            #expect(!isInside)
            try second.writeNow { try $0.execute("INSERT INTO note VALUES ('b')") }
            #expect(try first.texts("SELECT text FROM note") == ["a", "b"])
            first.close()
            second.close()
        }
    }

    @Test func `a read sees one state despite concurrent commits`() async throws {
        try await DatabaseFile.withPool(Self.table) { _, pool in
            try pool.readNow { database in
                let before = try Int.fetchOne(database, "SELECT count(*) FROM note")
                try pool.writeNow { try $0.execute("INSERT INTO note VALUES ('a')") }
                #expect(try Int.fetchOne(database, "SELECT count(*) FROM note") == before)
            }
            #expect(try pool.texts("SELECT count(*) FROM note") == ["1"])
            let (begun, end) = (AsyncStream<Void>.makeStream(), DispatchSemaphore(value: 0))
            let count = Task {
                try await pool.read { database in
                    let before = try Int.fetchOne(database, "SELECT count(*) FROM note")
                    begun.continuation.yield()
                    end.wait()
                    return try [before, Int.fetchOne(database, "SELECT count(*) FROM note")]
                }
            }
            for await _ in begun.stream { break }
            try await pool.write { try $0.execute("INSERT INTO note VALUES ('b')") }
            end.signal()
            #expect(try await count.value == [1, 1])
        }
    }

    @Test func `each statement of a read on the caller's thread sees what is committed by then`() async throws {
        try await DatabaseFile.withPool(Self.table, readers: 0) { _, pool in
            let counts = try pool.readHere { database in
                let before = try Int.fetchOne(database, "SELECT count(*) FROM note")
                try pool.writeNow { try $0.execute("INSERT INTO note VALUES ('a')") }
                return [before, try Int.fetchOne(database, "SELECT count(*) FROM note")]
            }
            #expect(counts == [0, 1])
            #expect(try await pool.read { try Int.fetchOne($0, "SELECT count(*) FROM note") } == 1)
        }
    }

    @Test func `reads on callers' threads run beside each other`() async throws {
        try await DatabaseFile.with { file in
            let pool = try file.open()
            let value = try pool.readHere { _ in try pool.readHere { try Int.fetchOne($0, "SELECT 1") } }
            #expect(value == 1)
            pool.close()
        }
    }
}
