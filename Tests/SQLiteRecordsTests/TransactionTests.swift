// SPDX-License-Identifier: Apache-2.0

import Fixtures

@testable import SQLiteRecords

@Suite struct TransactionTests {
    private struct Mistake: Error {}

    private static func notes(_ texts: String...) throws -> DatabasePool {
        let pool = try DatabasePool.inMemory("CREATE TABLE note (text TEXT UNIQUE)")
        try pool.writeNow { database in for text in texts { try add(text, database) } }
        return pool
    }

    private static func add(_ text: String, _ database: Database) throws {
        try database.execute("INSERT INTO note VALUES (\(text))")
    }

    private static func kept(_ pool: DatabasePool) throws -> String {
        try pool.texts("SELECT text FROM note ORDER BY rowid").joined()
    }

    @Test func `an error rolls back the change`() async throws {
        let pool = try Self.notes("a")
        #expect(throws: Mistake.self) {
            try pool.writeNow { database in
                try Self.add("b", database)
                throw Mistake()
            }
        }
        for write in [pool.write, pool.writeAlone]
            as [(@escaping @Sendable (Database) throws -> Void) async throws -> Void]
        {
            await #expect(throws: Mistake.self) {
                try await write { database in
                    try Self.add("c", database)
                    throw Mistake()
                }
            }
        }
        #expect(try Self.kept(pool) == "a")
    }

    @Test func `a savepoint rolls back its part alone`() throws {
        let pool = try Self.notes()
        try pool.writeNow { database in
            try Self.add("a", database)
            let error = SQLiteRecordsTests.error {
                try database.inSavepoint {
                    try Self.add("b", database)
                    try database.inSavepoint { try Self.add("c", database) }
                    throw Mistake()
                }
            }
            #expect(error is Mistake)
            try database.inSavepoint {
                try Self.add("d", database)
                #expect(code { try database.inSavepoint { try Self.add("d", database) } } == .constraint)
                try Self.add("e", database)
            }
        }
        #expect(try Self.kept(pool) == "ade")
    }

    @Test func `a hook runs after the commit, and not for what was rolled back`() throws {
        let pool = try Self.notes()
        let heard = Mutex("")
        @Sendable func hear(_ name: String, _ database: Database) {
            database.afterNextTransaction { _ in heard.withLock { $0 += name } }
        }
        try pool.writeNow { database in
            hear("a", database)
            try? database.inSavepoint {
                hear("b", database)
                throw Mistake()
            }
            try database.inSavepoint { hear("c", database) }
            #expect(heard.withLock { $0 } == "")
        }
        #expect(heard.withLock { $0 } == "ac")
        try? pool.writeNow { database in
            hear("d", database)
            throw Mistake()
        }
        try pool.writeNow { try Self.add("x", $0) }
        #expect(heard.withLock { $0 } == "ac")
    }

    @Test func `a hook sees the committed rows`() throws {
        let pool = try Self.notes()
        let count = Mutex<Int?>(nil)
        try pool.writeNow { database in
            database.afterNextTransaction { database in
                let found = try? Int.fetchOne(database, "SELECT count(*) FROM note")
                count.withLock { $0 = found }
            }
            try Self.add("a", database)
        }
        #expect(count.withLock { $0 } == 1)
    }

    /// Makes the database full after a few more pages.
    private static func limit(_ pool: DatabasePool) throws {
        try pool.outsideTransactions { try $0.execute("PRAGMA max_page_count = 10") }
    }

    private static let long = String(repeating: "x", count: 100_000)

    @Test func `a change that ignores the end of its transaction does not happen in part`() throws {
        let pool = try Self.notes()
        try Self.limit(pool)
        let error = code {
            try pool.writeNow { database in
                try Self.add("a", database)
                #expect(code { try Self.add(Self.long, database) } == .full)
                // SQLite has rolled back "a", and would commit this alone.
                #expect(code { try Self.add("b", database) } == .abort)
            }
        }
        #expect(error == .abort)
        #expect(try Self.kept(pool) == "")
        try pool.writeNow { try Self.add("c", $0) }
        #expect(try Self.kept(pool) == "c")
    }

    @Test func `a savepoint that ignores the end of its transaction does not happen in part`() throws {
        let pool = try Self.notes()
        try Self.limit(pool)
        let error = code {
            try pool.writeNow { database in
                try? database.inSavepoint { try Self.add(Self.long, database) }
                try Self.add("b", database)
            }
        }
        #expect(error == .abort)
        #expect(try Self.kept(pool) == "")
    }

    @Test func `a foreign key that holds only at the end is checked at the commit`() throws {
        let pool = try DatabasePool.inMemory(
            """
            CREATE TABLE parent (id PRIMARY KEY);
            CREATE TABLE child (parent REFERENCES parent DEFERRABLE INITIALLY DEFERRED)
            """)
        try pool.writeNow {
            try $0.execute(sql: "INSERT INTO child VALUES (1); INSERT INTO parent VALUES (1)")
        }
        #expect(code { try pool.writeNow { try $0.execute(sql: "INSERT INTO child VALUES (2)") } } == .constraint)
        #expect(try pool.texts("SELECT count(*) FROM child") == ["1"])
        try pool.writeNow { try $0.execute(sql: "INSERT INTO child VALUES (1)") }
    }

    @Test func `a read cannot change anything`() async throws {
        try await withEachPool("CREATE TABLE note (text TEXT UNIQUE)") { pool in
            for sql in ["DELETE FROM note", "CREATE TABLE other (a)", "INSERT INTO note VALUES ('b')"] {
                #expect(code { try pool.readNow { try $0.execute(sql: sql) } } == .readOnly)
                #expect(code { try pool.readHere { try $0.execute(sql: sql) } } == .readOnly)
                #expect(await awaitedCode { try await pool.read { try $0.execute(sql: sql) } } == .readOnly)
            }
            try pool.writeNow { try Self.add("c", $0) }
        }
    }

    private static let tables = """
        CREATE TABLE tenant (id PRIMARY KEY);
        CREATE TABLE person (tenant REFERENCES tenant ON DELETE CASCADE, name);
        CREATE TABLE log (text);
        CREATE TABLE sqlitedata (a);
        CREATE TRIGGER logged AFTER INSERT ON person BEGIN INSERT INTO log VALUES (new.name); END;
        INSERT INTO tenant VALUES (1);
        """
    private static let changes: [(sql: String, tables: Set<String>)] = [
        ("INSERT INTO tenant VALUES (2)", ["tenant"]),
        ("INSERT INTO person VALUES (1, 'a')", ["person", "log"]),
        ("DELETE FROM tenant", ["tenant", "person"]), ("DELETE FROM log", ["log"]),
        ("DELETE FROM log WHERE text = 'none'", ["log"]), ("UPDATE person SET name = 'b'", ["person"]),
        ("SELECT * FROM person", []), ("CREATE TABLE other (a)", []),
        ("DELETE FROM log; DELETE FROM person", ["log", "person"]),
        ("INSERT INTO sqlitedata VALUES (1)", ["sqlitedata"]),
    ]

    @Test(arguments: changes.indices) func `listeners learn which tables may have changed`(_ index: Int) throws {
        let (sql, tables) = Self.changes[index]
        let pool = try DatabasePool.inMemory(Self.tables)
        let heard = Mutex<[Set<String>]>([])
        pool.onCommit { tables in heard.withLock { $0.append(tables) } }
        try? pool.writeNow { database in
            try database.execute(sql: sql)
            throw Mistake()
        }
        #expect(heard.withLock { $0 } == [], "it was rolled back")
        try pool.writeNow { try $0.execute(sql: sql) }
        #expect(heard.withLock { $0 } == (tables.isEmpty ? [] : [tables]))
    }

    @Test(arguments: changes.indices) func `listeners learn of changes outside transactions`(_ index: Int) throws {
        let (sql, tables) = Self.changes[index]
        let pool = try DatabasePool.inMemory(Self.tables)
        let heard = Mutex<[Set<String>]>([])
        pool.onCommit { tables in heard.withLock { $0.append(tables) } }
        try pool.outsideTransactions { try $0.execute(sql: sql) }
        #expect(heard.withLock { $0 } == (tables.isEmpty ? [] : [tables]))
    }

    @Test func `listeners learn of changes by a trigger that was created after the statement`() throws {
        let pool = try DatabasePool.inMemory("CREATE TABLE person (name); CREATE TABLE log (text)")
        let heard = Mutex<Set<String>>([])
        pool.onCommit { tables in heard.withLock { $0 = tables } }
        let statement: SQL = "INSERT INTO person VALUES ('a')"
        try pool.writeNow { try $0.execute(statement) }
        #expect(heard.withLock { $0 } == ["person"])
        try pool.writeNow { database in
            try database.execute(
                "CREATE TRIGGER logged AFTER INSERT ON person BEGIN INSERT INTO log VALUES (new.name); END")
        }
        for _ in 0..<2 {
            try pool.writeNow { try $0.execute(statement) }
            #expect(heard.withLock { $0 } == ["person", "log"])
        }
    }

    @Test func `the tables of a trigger that a failed statement met first are reported later`() throws {
        let pool = try DatabasePool.inMemory("CREATE TABLE person (name NOT NULL); CREATE TABLE log (text)")
        let heard = Mutex<Set<String>>([])
        pool.onCommit { tables in heard.withLock { $0 = tables } }
        func add(_ name: String?) throws { try pool.writeNow { try $0.execute("INSERT INTO person VALUES (\(name))") } }
        try add("a")
        try pool.writeNow { database in
            try database.execute(
                "CREATE TRIGGER logged AFTER INSERT ON person BEGIN INSERT INTO log VALUES (new.name); END")
        }
        #expect(code { try add(nil) } == .constraint)
        // A statement that is prepared again.
        try pool.writeNow { try $0.execute("DELETE FROM log WHERE 1") }
        try add("b")
        #expect(heard.withLock { $0 } == ["person", "log"])
    }

    @Test func `a savepoint outside a transaction is committed at its end`() throws {
        let pool = try DatabasePool.inMemory("CREATE TABLE number (value INTEGER)")
        let isInside = try pool.outsideTransactions { database in
            try database.inSavepoint { try database.execute("INSERT INTO number VALUES (1)") }
            return database.isInsideTransaction
        }
        #expect(!isInside)
        let isInsideAfterError = try pool.outsideTransactions { database in
            let error = SQLiteRecordsTests.error { try database.inSavepoint { throw Mistake() } }
            #expect(error is Mistake)
            return database.isInsideTransaction
        }
        #expect(!isInsideAfterError)
        #expect(try pool.texts("SELECT value FROM number") == ["1"])
    }
}
