// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import SQLiteRecords

@Suite struct RecordKeyTests {
    typealias Member = RecordTests.Member

    @Test func `a key can have several columns`() throws {
        let pool = try DatabasePool.inMemory(
            "CREATE TABLE member (person INTEGER, team TEXT, PRIMARY KEY (team, person)) WITHOUT ROWID")
        let (first, second) = (Member(team: "a", person: 1), Member(team: "a", person: 2))
        try pool.writeNow { database in
            try first.insert(database)
            try first.save(database)
            try first.upsert(database)
            try first.update(database)
            #expect(try first.exists(database) && !second.exists(database))
            let (person, team) = (Column("person"), Column("team"))
            #expect(try Member.filter(person == 1 && team == "a").fetchOne(database) == first)
            #expect(try Member.filter(person == 2 && team == "a").fetchOne(database) == nil)
            try second.save(database)
            #expect(try Member.filter(team == "a" && person == 1).deleteAll(database) == 1)
            #expect(try Member.filter(team == "a" && person == 1).deleteAll(database) == 0)
            #expect(try Member.fetchAll(database) == [second])
            #expect(try second.delete(database))
        }
    }

    @Test func `one value is no key of several columns`() throws {
        let pool = try DatabasePool.inMemory(
            "CREATE TABLE member (team TEXT, person INTEGER, PRIMARY KEY (team, person))")
        let members = [1, 2].map { Member(team: "a", person: $0) }
        try pool.writeNow { database in for member in members { try member.insert(database) } }
        #expect(code { try pool.writeNow { try Member.deleteOne($0, key: "a") } } == .misuse)
        #expect(code { try pool.readNow { try Member.exists($0, key: "a") } } == .misuse)
        #expect(code { try pool.readNow { try Member.fetchOne($0, key: "a") } } == .misuse)
        #expect(try pool.readNow { try Member.fetchAll($0) } == members)
    }

    @Test func `a change of the key is no change of another row`() throws {
        let pool = try DatabasePool.inMemory("CREATE TABLE line (id INTEGER PRIMARY KEY, text TEXT)")
        let (first, second) = (Numbered(id: 1, text: "a"), Numbered(id: 2, text: "b"))
        try pool.writeNow { database in
            try first.insert(database)
            try second.insert(database)
        }
        #expect(code { try pool.writeNow { try Numbered(id: 2, text: "c").updateChanges($0, from: first) } } == .misuse)
        #expect(try pool.readNow { try Numbered.order(Column("id")).fetchAll($0) } == [first, second])
    }

    @Test func `an upsert keeps the key of the row that it overwrites`() throws {
        let pool = try DatabasePool.inMemory("CREATE TABLE member (person INTEGER PRIMARY KEY, team TEXT UNIQUE)")
        try pool.writeNow { database in
            try Member(team: "a", person: 1).insert(database)
            try Member(team: "a", person: 2).upsert(database)
        }
        #expect(try pool.readNow { try Member.fetchAll($0) } == [Member(team: "a", person: 1)])
    }

    /// A table with a key.
    private struct Numbered: Codable, Hashable, FetchableRecord, PersistableRecord {
        static let databaseTableName = "line"
        var id: Int
        var text: String
    }

    /// A table without a key.
    private struct Line: Codable, PersistableRecord {
        static let databaseTableName = "line"
        var text: String
    }

    @Test func `a table without a key takes rows, and no update`() throws {
        let pool = try DatabasePool.inMemory("CREATE TABLE line (text)")
        try pool.writeNow { try Line(text: "a").insert($0) }
        for write in [Line.update, Line.save, Line.upsert] {
            #expect(code { try pool.writeNow { try write(Line(text: "a"))($0) } } == .misuse)
        }
        let change = #expect(throws: DatabaseError.self) {
            try pool.writeNow { try Line(text: "b").updateChanges($0, from: Line(text: "a")) }
        }
        #expect(change?.message == "Line has no column 'rowid', which is a key")
        // Its key is the row number.
        try pool.writeNow { (database: Database) throws in
            #expect(try Line.exists(database, key: 1))
            #expect(try Line.deleteOne(database, key: 1))
        }
    }
}
