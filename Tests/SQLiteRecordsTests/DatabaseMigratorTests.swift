// SPDX-License-Identifier: Apache-2.0
import CTesseraSQLite
import Fixtures

@testable import SQLiteRecords

/// A database gets each migration once, all missing ones at once, and none of a later version.
@Suite struct DatabaseMigratorTests {
    private let pool: DatabasePool

    init() throws { pool = try DatabasePool() }

    private struct Mistake: Error {}

    private static func migrator(_ names: String...) -> DatabaseMigrator {
        var migrator = DatabaseMigrator()
        for name in names {
            migrator.registerMigration(name) { try $0.execute("CREATE TABLE \(Column(name)) (id INTEGER PRIMARY KEY)") }
        }
        return migrator
    }

    private static func tables(_ pool: DatabasePool) throws -> [String] {
        try pool.texts(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'grdb_migrations' ORDER BY rowid")
    }

    private static func applied(_ pool: DatabasePool) throws -> [String] {
        try pool.texts("SELECT identifier FROM grdb_migrations ORDER BY rowid")
    }

    @Test func `missing migrations are carried out in their order, each once`() throws {
        #expect(Self.migrator("a", "b").migrations == ["a", "b"])
        try Self.migrator("a", "b").migrate(pool)
        try Self.migrator("a", "b").migrate(pool)
        #expect(try Self.tables(pool) == ["a", "b"])
        try Self.migrator("a", "new", "b", "c").migrate(pool)
        #expect(try Self.tables(pool) == ["a", "b", "new", "c"])
        #expect(try Self.applied(pool) == ["a", "b", "new", "c"])
    }

    @Test func `migrations are carried out up to a given one`() throws {
        let migrator = Self.migrator("a", "b", "c")
        try migrator.migrate(pool, upTo: "b")
        #expect(try Self.tables(pool) == ["a", "b"])
        try migrator.migrate(pool, upTo: "a")
        #expect(try Self.tables(pool) == ["a", "b"])
        try migrator.migrate(pool)
        #expect(try Self.tables(pool) == ["a", "b", "c"])
    }

    @Test func `an error of one migration rolls back all of them`() throws {
        try Self.migrator("a").migrate(pool)
        var migrator = Self.migrator("a", "b")
        migrator.registerMigration("c") { _ in throw Mistake() }
        #expect(throws: Mistake.self) { try migrator.migrate(pool) }
        #expect(try Self.tables(pool) == ["a"])
        #expect(try Self.applied(pool) == ["a"])
        #expect(try pool.texts("PRAGMA foreign_keys") == ["1"])
        try Self.migrator("a", "b").migrate(pool)
    }

    @Test func `the error of a migration is not hidden by one after it`() throws {
        var migrator = Self.migrator("a")
        migrator.registerMigration("b") { database in
            // From here on, this connection executes no statement as long as a pragma.
            database.statements.removeAll()
            sqlite3_limit(database.handle, SQLITE_LIMIT_SQL_LENGTH, 10)
            throw Mistake()
        }
        #expect(throws: Mistake.self) { try migrator.migrate(pool) }
        #expect(
            code { try pool.outsideTransactions { try $0.execute("PRAGMA foreign_keys = 1") } }
                == ResultCode(rawValue: SQLITE_TOOBIG))
    }

    private static func family(_ rebuild: String) -> DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1 family") { database in
            try database.execute(
                sql: """
                    CREATE TABLE parent (id INTEGER PRIMARY KEY);
                    CREATE TABLE child (parent INTEGER NOT NULL REFERENCES parent ON DELETE CASCADE);
                    INSERT INTO parent VALUES (1); INSERT INTO child VALUES (1);
                    """)
        }
        if !rebuild.isEmpty { migrator.registerMigration("2 rebuild") { try $0.execute(sql: rebuild) } }
        return migrator
    }

    @Test func `a table is rebuilt without the loss of rows that refer to it`() throws {
        try Self.family("").migrate(pool)
        try Self.family(
            """
            CREATE TABLE new (id INTEGER PRIMARY KEY, name TEXT); INSERT INTO new (id) SELECT id FROM parent;
            DROP TABLE parent; ALTER TABLE new RENAME TO parent;
            """
        ).migrate(pool)
        #expect(try pool.texts("SELECT parent FROM child") == ["1"])
        try pool.writeNow { try $0.execute("DELETE FROM parent") }
        #expect(try pool.texts("SELECT count(*) FROM child") == ["0"], "the key holds again")
    }

    @Test func `a migration that breaks a foreign key is rolled back`() throws {
        try Self.family("").migrate(pool)
        let error = #expect(throws: DatabaseError.self) { try Self.family("DELETE FROM parent").migrate(pool) }
        #expect(error?.resultCode == .constraint)
        #expect(error?.message == "a row of 'child' refers to a missing row of 'parent'")
        #expect(try pool.texts("SELECT count(*) FROM parent") == ["1"])
        #expect(try pool.texts("PRAGMA foreign_keys") == ["1"])
    }

    @Test func `a row that refers to nothing hinders the next migration, but no start without one`() throws {
        try Self.family("").migrate(pool)
        try pool.outsideTransactions { database in
            try database.execute("PRAGMA foreign_keys = 0")
            try database.execute("DELETE FROM parent")
            try database.execute("PRAGMA foreign_keys = 1")
        }
        try Self.family("").migrate(pool)
        #expect(code { try Self.family("CREATE TABLE other (id)").migrate(pool) } == .constraint)
    }

    @Test func `a database of a later version is refused, and stays as it is`() async throws {
        try await DatabaseFile.with { file in
            let later = try file.open()
            try Self.migrator("a", "b", "later").migrate(later)
            later.close()
            let before = try Data(contentsOf: URL(filePath: file.path))
            for earlier in [Self.migrator("a", "b"), Self.migrator("a", "b", "c"), Self.migrator()] {
                let pool = try file.open()
                #expect(try pool.readHere { try earlier.hasBeenSuperseded($0) })
                #expect(throws: DatabaseMigrator.LaterVersion.self) { try earlier.migrate(pool) }
                pool.close()
                #expect(try file.names == ["data.sqlite"])
                #expect(try Data(contentsOf: URL(filePath: file.path)) == before)
            }
            let pool = try file.open()
            #expect(try pool.readHere { try !Self.migrator("a", "b", "later", "c").hasBeenSuperseded($0) })
            pool.close()
        }
    }

    @Test func `a database without migrations is of no later version`() throws {
        #expect(try !DatabasePool.inMemory("CREATE TABLE a (b)").readHere { try Self.migrator().hasBeenSuperseded($0) })
    }

    @Test func `programs that open a new file at the same time migrate it once`() async throws {
        for _ in 0..<10 {
            try await DatabaseFile.with { file in
                await withTaskGroup { group in
                    for _ in 0..<3 {
                        group.addTask {
                            await #expect(throws: Never.self) { try await Self.migrate(file.path) }
                        }
                    }
                }
                let pool = try file.open()
                #expect(try Self.applied(pool) == ["a", "b", "c"])
                pool.close()
            }
        }
    }

    @Test func `processes that open a new file at the same time migrate it once`() async throws {
        try await DatabaseFile.with { file in
            await withTaskGroup { group in
                for number in 0..<3 {
                    group.addTask {
                        await #expect(processExitsWith: .success) {
                            [folder = file.folder as URL, number = number as Int] in
                            for round in 0..<20 {
                                try await meet(number, of: 3, in: folder.appending(path: "opening \(round)"))
                                let file = folder.appending(path: "\(round).sqlite").path
                                let pool = try DatabasePool(path: file, durability: .process)
                                // Again, since the log is enabled by one after the other.
                                try await meet(number, of: 3, in: folder.appending(path: "migrating \(round)"))
                                try DatabaseMigratorTests.migrator("a", "b", "c").migrate(pool)
                                pool.close()
                            }
                        }
                    }
                }
            }
            for round in 0..<20 {
                let pool = try DatabasePool(
                    path: file.folder.appending(path: "\(round).sqlite").path, durability: .process)
                #expect(try Self.applied(pool) == ["a", "b", "c"])
                #expect(try Self.tables(pool) == ["a", "b", "c"])
                pool.close()
            }
        }
    }

    /// On a Dispatch thread, since both wait for the others.
    private static func migrate(_ path: String) async throws {
        try await withCheckedThrowingContinuation { caller in
            DispatchQueue.global().async {
                caller.resume(
                    with: Result {
                        let pool = try DatabasePool(path: path, durability: .process)
                        try migrator("a", "b", "c").migrate(pool)
                        pool.close()
                    })
            }
        }
    }

    @Test func `listeners learn which tables a migration filled`() async throws {
        let heard = AsyncStream<Set<String>>.makeStream()
        pool.onCommit { heard.continuation.yield($0) }
        try Self.family("").migrate(pool)
        heard.continuation.finish()
        var tables: Set<String> = []
        for await changed in heard.stream { tables.formUnion(changed) }
        #expect(tables.isSuperset(of: ["parent", "child"]))
    }
}

/// Waits for the other processes, so that all continue simultaneously.
private func meet(_ number: Int, of count: Int, in folder: URL) async throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data().write(to: folder.appending(path: "\(number)"))
    try await until { try FileManager.default.contentsOfDirectory(atPath: folder.path).count >= count }
}
