// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import SQLiteRecords

/// Reused statements stay prepared; no external text evicts them.
@Suite struct StatementCacheTests {
    private static func numbers() throws -> DatabasePool {
        let pool = try DatabasePool.inMemory("CREATE TABLE number (value INTEGER PRIMARY KEY)")
        try pool.writeNow { try $0.execute("INSERT INTO number VALUES (0), (1), (2)") }
        return pool
    }

    @Test func `the cache drops the least recently used text`() throws {
        try DatabasePool().readNow { database in
            try database.execute(sql: "SELECT 'often'")
            for other in 0..<128 {
                try database.execute(sql: "SELECT \(other)")
                try database.execute(sql: "SELECT 'often'")
            }
            #expect(database.statements.take("SELECT 'often'") != nil)
            #expect(database.statements.take("SELECT 0") == nil)
            #expect(database.statements.take("SELECT 127") != nil)
        }
    }

    /// The numbers of the texts still cached after uses in this order.
    private static func kept(afterUses numbers: [Int]) throws -> [Int] {
        let database = try Database(path: ":memory:", .memory)
        database.statements.removeAll()
        for number in numbers { try database.execute(sql: "SELECT \(number)") }
        return Set(numbers).sorted().filter { database.statements.take("SELECT \($0)") != nil }
    }

    @Test func `128 texts are cached, and the first one is dropped for another`() throws {
        #expect(try Self.kept(afterUses: Array(0..<128)) == Array(0..<128))
        #expect(try Self.kept(afterUses: Array(0..<129)) == Array(1..<129))
        #expect(try Self.kept(afterUses: Array(0..<192)) == Array(64..<192))
    }

    @Test func `texts are dropped in the order of their last uses`() throws {
        let uses = Array(0..<128) + (0..<128).reversed() + Array(128..<192)
        #expect(try Self.kept(afterUses: uses) == Array(0..<64) + Array(128..<192))
    }

    @Test func `a text that is not to be cached is not`() throws {
        try DatabasePool().readNow { database in
            let before = database.statements.count
            let sql: SQL = "SELECT 'a filter' WHERE \(1) = 1"
            #expect(try String.fetchOne(database, sql.cached(false)) == "a filter")
            try database.execute(sql.cached(false))
            #expect(database.statements.count == before)
            #expect(try String.fetchOne(database, sql) == "a filter")
            #expect(database.statements.count == before + 1)
        }
    }

    @Test func `a part that is not to be cached keeps the whole statement from it`() throws {
        try Self.numbers().readNow { database in
            let before = database.statements.count
            let part = ("value > \(0)" as SQL).cached(false)
            let joined = ["SELECT value FROM number WHERE", part].joined(separator: " ")
            let statements: [SQL] = [
                "SELECT value FROM number WHERE \(part)", "SELECT value FROM number WHERE \(part && part)", joined,
            ]
            for statement in statements {
                let found = try Int.fetchAll(database, statement)
                #expect(found.sorted() == [1, 2])
            }
            #expect(database.statements.count == before)
        }
    }

    private struct Wide: Codable, PersistableRecord {
        static let databaseTableName = "wide"
        var id = 1
        var values = [0, 0, 0]
        var first = 0
        var second = 0
    }

    @Test func `changes of any columns push no statement out`() throws {
        let pool = try DatabasePool.inMemory(
            "CREATE TABLE wide (id INTEGER PRIMARY KEY, \"values\" TEXT, first INTEGER, second INTEGER)")
        try pool.writeNow { database in
            var record = Wide()
            try record.insert(database)
            _ = try database.primaryKey(of: "wide")
            let before = database.statements.count
            #expect(try record.updateChanges(database) { $0.first = 1 })
            #expect(try record.updateChanges(database) { $0.second = 1 })
            #expect(try record.updateChanges(database) { ($0.values, $0.second) = ([1], 2) })
            #expect(database.statements.count == before)
        }
    }

    @Test func `only a change of the schema costs the texts for records`() throws {
        try DatabasePool.inMemory("CREATE TABLE wide (id, \"values\", first, second)").writeNow { database in
            try Wide().insert(database)
            try database.execute("DELETE FROM wide")
            #expect(database.recordStatements.count == 1)
            try database.execute("CREATE TABLE other (a)")
            #expect(database.recordStatements.isEmpty)
        }
    }

    @Test func `a kept statement follows each change of the schema, which costs the texts for records once`() throws {
        try DatabasePool.inMemory("CREATE TABLE wide (id, \"values\", first, second)").writeNow { database in
            try Wide().insert(database)
            let kept: SQL = "SELECT * FROM wide"
            try database.execute(kept)
            for count in 5...7 {
                try database.execute(sql: "ALTER TABLE wide ADD COLUMN extra\(count)")
                let counts = try Row.fetchAll(database, sql: kept.text) { $0.count }
                #expect(counts.allSatisfy { $0 == count })
                // The first insertion after the change is also prepared again.
                for _ in 0..<2 { try Wide().insert(database) }
                try database.execute(kept)
                #expect(database.recordStatements.count == 1)
            }
        }
    }

    @Test func `lists of any size push no statement out`() throws {
        try Self.numbers().readNow { database in
            let kept: SQL = "SELECT value FROM number WHERE value = \(1)"
            #expect(try Int.fetchOne(database, kept) == 1)
            for size in 1...200 {
                let condition = (0..<size).contains(Column("value"))
                let found = try Int.fetchAll(database, "SELECT value FROM number WHERE \(condition)")
                #expect(found.count == min(size, 3))
            }
            #expect(database.statements.take(kept.text) != nil)
        }
    }
}
