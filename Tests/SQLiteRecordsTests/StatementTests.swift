// SPDX-License-Identifier: Apache-2.0

import Fixtures

@testable import SQLiteRecords

@Suite struct StatementTests {
    private static func numbers(_ count: Int) throws -> DatabasePool {
        let pool = try DatabasePool.inMemory("CREATE TABLE number (value INTEGER PRIMARY KEY)")
        try pool.writeNow { database in
            for value in 0..<count { try database.execute("INSERT INTO number VALUES (\(value))") }
        }
        return pool
    }

    @Test func `a statement is kept, and has new values in each use`() throws {
        try Self.numbers(3).readNow { database in
            let before = database.statements.count
            for value in 0..<3 {
                let found = try Int.fetchOne(database, "SELECT value FROM number WHERE value = \(value)")
                #expect(found == value)
            }
            #expect(database.statements.count == before + 1)
        }
    }

    @Test func `queries with one text run inside each other`() throws {
        try Self.numbers(3).readNow { database in
            var seen: [Int] = []
            func descend(_ depth: Int) throws {
                try database.rows("SELECT value FROM number ORDER BY value") { row in
                    seen.append(try row[0])
                    if depth > 0, seen.last == 1 { try descend(depth - 1) }
                }
            }
            try descend(2)
            #expect(seen == [0, 1, 0, 1, 0, 1, 2, 2, 2])
        }
    }

    @Test func `cursors with one text run inside each other`() throws {
        try Self.numbers(3).readNow { database in
            let sql: SQL = "SELECT value FROM number ORDER BY value"
            var pairs: [[Int]] = []
            let outer = try Int.fetchCursor(database, sql)
            while let first = try outer.next() {
                let inner = try Int.fetchCursor(database, sql)
                while let second = try inner.next() {
                    pairs.append([first, second])
                    try #require(pairs.count < 9, "a cursor began again")
                    // A cursor that is left early does not disturb those around it.
                    if first == 1, second == 1 { break }
                }
            }
            #expect(pairs == [[0, 0], [0, 1], [0, 2], [1, 0], [1, 1], [2, 0], [2, 1], [2, 2]])
            #expect(try Int.fetchAll(database, sql) == [0, 1, 2])
        }
    }

    @Test func `a text is carried out while a query with the same text is read`() throws {
        try Self.numbers(3).readNow { database in
            var seen: [Int] = []
            try database.rows("SELECT value FROM number ORDER BY value") { row in
                try database.execute(sql: "SELECT value FROM number ORDER BY value")
                seen.append(try row[0])
            }
            #expect(seen == [0, 1, 2])
        }
    }

    @Test func `a statement in use stays while many others come`() throws {
        try Self.numbers(3).readNow { database in
            let cursor = try Int.fetchCursor(database, "SELECT value FROM number ORDER BY value")
            #expect(try cursor.next() == 0)
            for other in 0..<3 * 128 { try database.execute(sql: "SELECT \(other)") }
            #expect(database.statements.count == 128)
            #expect(try cursor.next() == 1 && cursor.next() == 2 && cursor.next() == nil && cursor.next() == nil)
        }
    }

    @Test func `several statements run in sequence, with comments and blanks around them`() throws {
        let pool = try DatabasePool.inMemory(
            """
            -- a comment
            CREATE TABLE first (a); ; CREATE TABLE second (b) ;
            INSERT INTO first VALUES ('x;y') -- another

            """)
        #expect(try pool.texts("SELECT a FROM first") == ["x;y"])
        #expect(try pool.texts("SELECT count(*) FROM second") == ["0"])
        try pool.writeNow { try $0.execute(sql: "") }
    }

    private static let misuses: [(sql: String, arguments: StatementArguments)] = [
        ("SELECT ?", []), ("SELECT ?", [1, 2]), ("SELECT 1", [1]), ("SELECT ?; SELECT ?", [1]),
    ]

    @Test(arguments: misuses.indices) func `another number of arguments is rejected`(_ index: Int) throws {
        let (sql, arguments) = Self.misuses[index]
        let pool = try DatabasePool()
        #expect(code { try pool.writeNow { try $0.execute(sql: sql, arguments: arguments) } } == .misuse)
    }

    @Test(arguments: ["", "-- nothing", "SELECT 1; SELECT 2"]) func `a query must be a single statement`(
        _ sql: String
    ) throws {
        let pool = try DatabasePool()
        #expect(code { try pool.readNow { try Int.fetchOne($0, sql: sql) } } == .misuse)
    }

    @Test func `a statement that SQLite cannot read fails with its message, and the next one runs`() throws {
        let pool = try DatabasePool()
        let error = #expect(throws: DatabaseError.self) { try pool.texts("SELECT FROM") }
        #expect(error?.message.contains("syntax error") == true)
        #expect(try pool.texts("SELECT 1") == ["1"])
    }

    @Test func `text in double quotes is only a name`() throws {
        let pool = try DatabasePool()
        #expect(throws: DatabaseError.self) { try pool.texts("SELECT \"no column\"") }
    }

    @Test func `a change that returns rows is carried out in full`() throws {
        let values = try Self.numbers(3).writeNow { database in
            try Int.fetchAll(database, "UPDATE number SET value = value + 10 RETURNING value")
        }
        #expect(values.sorted() == [10, 11, 12])
    }

    @Test func `an error at the end of a change is reported if only its first row is read`() throws {
        let pool = try DatabasePool.inMemory(
            """
            CREATE TABLE parent (id PRIMARY KEY);
            CREATE TABLE child (parent REFERENCES parent DEFERRABLE INITIALLY DEFERRED)
            """)
        let error = code {
            try pool.outsideTransactions { try Int.fetchOne($0, "INSERT INTO child VALUES (1) RETURNING parent") }
        }
        #expect(error == .constraint)
        #expect(try pool.texts("SELECT count(*) FROM child") == ["0"])
    }

    @Test func `a cursor reads and never changes`() throws {
        let pool = try Self.numbers(1)
        let error = code {
            try pool.writeNow { _ = try Int.fetchCursor($0, "DELETE FROM number RETURNING value") }
        }
        #expect(error == .misuse)
        #expect(try pool.texts("SELECT count(*) FROM number") == ["1"])
    }

    /// Its table gets the column later.
    private struct Named: Decodable, FetchableRecord {
        var value: Int
        var name: String
    }

    @Test func `a cursor follows a change of the schema before its first row`() throws {
        try Self.numbers(2).writeNow { database in
            let cursor = try Named.fetchCursor(database, "SELECT * FROM number")
            try database.execute("ALTER TABLE number ADD COLUMN name TEXT DEFAULT 'a'")
            #expect(try cursor.next()?.name == "a")
            #expect(try cursor.next()?.value == 1)
            #expect(try cursor.next() == nil)
        }
    }

    @Test func `a cursor ends after an error`() throws {
        try DatabasePool().readNow { database in
            let cursor = try Int.fetchCursor(database, "SELECT 1 UNION ALL SELECT 'a' UNION ALL SELECT 3")
            #expect(try cursor.next() == 1)
            #expect(code { try cursor.next() } == .mismatch)
            #expect(try cursor.next() == nil)
        }
    }

    @Test func `a cursor's error names the first column`() throws {
        let pool = try DatabasePool()
        let error = error {
            try pool.readNow { try Int.fetchCursor($0, "SELECT NULL AS first, 2 AS second").next() }
        }
        #expect((error as? DatabaseError)?.message.contains("first") == true)
    }

    @Test func `a closure's error ends the query, and the statement can be used again`() throws {
        try Self.numbers(3).readNow { database in
            let error = SQLiteRecordsTests.error {
                try database.rows("SELECT value FROM number") { _ in throw CancellationError() }
            }
            #expect(error is CancellationError)
            #expect(try Int.fetchAll(database, "SELECT value FROM number").count == 3)
            let rows = try Row.fetchAll(database, sql: "SELECT value FROM number", as: { try $0[0] as Int })
            #expect(try Row.fetchOne(database, sql: "SELECT value FROM number", as: { try $0[0] as Int }) == rows.first)
        }
    }

    @Test func `changes and inserted rows are counted`() throws {
        try Self.numbers(5).writeNow { database in
            #expect(database.lastInsertedRowID == 4)
            try database.execute("DELETE FROM number WHERE value > \(1)")
            #expect(database.changesCount == 3)
            try database.execute("DELETE FROM number WHERE value > \(1)")
            #expect(database.changesCount == 0)
        }
    }
}
