// SPDX-License-Identifier: Apache-2.0

import Fixtures

@testable import SQLiteRecords

@Suite struct RecordTests {
    private let pool: DatabasePool

    init() throws { pool = try Self.notes() }

    struct Note: Codable, Hashable, FetchableRecord, PersistableRecord {
        enum State: String, Codable { case open, done }
        struct Origin: Codable, Hashable {
            var name: String
            var seen: Date?
            var data: Data?
        }

        static let databaseTableName = "note"

        var id: Int
        var text: String
        var state = State.open
        var isPinned = false
        var weight: Double?
        var size: UInt8?
        var content: Data?
        var date: Date?
        var tags: [String] = []
        var labels: Set<Int>?
        var origin: Origin?
        var next: State?
    }

    private static func notes() throws -> DatabasePool {
        try .inMemory(
            """
            CREATE TABLE note (
                id INTEGER PRIMARY KEY, text TEXT NOT NULL, state TEXT NOT NULL, isPinned BOOLEAN NOT NULL, weight REAL,
                size INTEGER, content BLOB, date DATETIME, tags TEXT NOT NULL, labels TEXT, origin TEXT, next TEXT
            )
            """)
    }

    private static let full = Note(
        id: 1, text: "a", state: .done, isPinned: true, weight: 0.5, size: 255, content: Data([0, 1]),
        date: Date(timeIntervalSince1970: 1.5), tags: ["x", "y"], labels: [7],
        origin: .init(name: "/b", seen: Date(timeIntervalSince1970: 2), data: Data([255])), next: .open)

    @Test(arguments: [full, Note(id: 1, text: "")]) func `a record is read as it was written`(_ note: Note) throws {
        try pool.writeNow { try note.insert($0) }
        #expect(try pool.readNow { try Note.fetchAll($0) } == [note])
    }

    @Test func `the columns have the form of earlier files`() throws {
        try pool.writeNow { try Self.full.insert($0) }
        let columns = try pool.readNow { database in
            try Row.fetchOne(database, sql: "SELECT * FROM note", as: { try $0.columns.map(\.value) })
        }
        #expect(
            columns == [
                .integer(1), .text("a"), .text("done"), .integer(1), .real(0.5), .integer(255),
                .blob(Data([0, 1])),
                .text("1970-01-01 00:00:01.500"), .text(#"["x","y"]"#), .text("[7]"),
                .text(#"{"data":"\/w==","name":"\/b","seen":2000}"#), .text("open"),
            ])
    }

    @Test func `rows of several forms of JSON are read one after the other`() throws {
        let notes = [Note(id: 1, text: ""), Self.full, Note(id: 2, text: ""), Self.full].enumerated()
            .map { index, note in
                var note = note
                note.id = index
                return note
            }
        try pool.writeNow { database in for note in notes { try note.insert(database) } }
        #expect(try pool.readNow { try Note.order(Column("id")).fetchAll($0) } == notes)
    }

    @Test func `an update writes every column, and empties those without a value`() throws {
        let emptied = Note(id: 1, text: "b")
        try pool.writeNow { database in
            try Self.full.insert(database)
            try emptied.update(database)
        }
        #expect(try pool.readNow { try Note.fetchAll($0) } == [emptied])
        #expect(
            try pool.texts(
                "SELECT count(*) FROM note WHERE coalesce(weight, size, content, date, labels, origin, next) IS NULL"
            )
                == ["1"])
    }

    @Test func `a missing row cannot be updated or found`() throws {
        let missing = RecordNotFound(table: "note")
        #expect(throws: missing) { try pool.writeNow { try Self.full.update($0) } }
        #expect(throws: missing) { try pool.readNow { try Note.find($0, key: 1) } }
        #expect(throws: missing) {
            try pool.writeNow { try Self.full.updateChanges($0, from: Note(id: 1, text: "")) }
        }
        #expect(try pool.writeNow { try Self.full.delete($0) } == false)
        #expect(try pool.writeNow { try Self.full.exists($0) } == false)
        #expect(try pool.readNow { try Note.fetchOne($0, key: 1) } == nil)
    }

    @Test func `save and upsert add a row, or replace it`() throws {
        for write in [Note.save, Note.upsert] {
            try pool.writeNow { database in
                try Note.deleteAll(database)
                try write(Note(id: 1, text: "a"))(database)
                try write(Note(id: 2, text: "b"))(database)
                try write(Self.full)(database)
            }
            #expect(
                try pool.readNow { try Note.order(Column("id")).fetchAll($0) } == [Self.full, Note(id: 2, text: "b")])
        }
    }

    @Test func `an insertion meets a row with the same key`() throws {
        try pool.writeNow { try Note(id: 1, text: "a").insert($0) }
        #expect(code { try pool.writeNow { try Note(id: 1, text: "b").insert($0) } } == .constraint)
        try pool.writeNow { database in
            try Note(id: 1, text: "c").insert(database, onConflict: .ignore)
            #expect(database.changesCount == 0)
        }
        #expect(try pool.texts("SELECT text FROM note") == ["a"])
        try pool.writeNow { try Note(id: 1, text: "d").insert($0, onConflict: .replace) }
        #expect(try pool.texts("SELECT text FROM note") == ["d"])
    }

    @Test func `only changed columns are written`() throws {
        try pool.writeNow { database in
            try Self.full.insert(database)
            // Another change, which a whole update would undo.
            try database.execute("UPDATE note SET weight = 9")
            var note = Self.full
            #expect(try note.updateChanges(database, modify: { $0.text = "b" }))
            #expect(try !note.updateChanges(database, modify: { $0.text = "b" }))
            #expect(try note.updateChanges(database, modify: { ($0.text, $0.date) = ("c", nil) }))
        }
        let note = try pool.readNow { try Note.find($0, key: 1) }
        #expect(note.text == "c" && note.weight == 9 && note.date == nil && note.tags == Self.full.tags)
    }

    @Test func `a column of another form fails with its name and without its value`() throws {
        try pool.writeNow { try Self.full.insert($0) }
        for (column, value) in [
            ("isPinned", "'secret'"), ("size", "256"), ("weight", "'secret'"), ("date", "'secret'"),
        ] {
            let error = #expect(throws: DatabaseError.self) {
                try pool.writeNow { database in
                    try database.execute(sql: "UPDATE note SET \(column) = \(value)")
                    _ = try Note.fetchAll(database)
                }
            }
            #expect(error?.resultCode == .mismatch && error?.message.contains(column) == true)
            #expect(error?.message.contains("secret") == false)
        }
        for (column, value) in [("state", "secret"), ("tags", "[1]"), ("tags", "["), ("origin", "{}")] {
            #expect(throws: DecodingError.self) {
                try pool.writeNow { database in
                    try database.execute("UPDATE note SET \(Column(column)) = \(value)")
                    _ = try Note.fetchAll(database)
                }
            }
        }
        #expect(throws: DecodingError.self) {
            try pool.readNow { try Note.fetchAll($0, "SELECT id FROM note") }
        }
        #expect(try pool.readNow { try Note.fetchAll($0) } == [Self.full])
    }

    struct Large: Codable, FetchableRecord, PersistableRecord {
        static let databaseTableName = "large"
        var id = 1
        var number: UInt64?
        var index: UInt?
        var fraction: Float?
    }

    @Test func `a number that a column cannot hold is rejected, and its absence is NULL`() throws {
        let pool = try DatabasePool.inMemory(
            """
            CREATE TABLE large (id INTEGER PRIMARY KEY, number, "index", fraction);
            INSERT INTO large VALUES (1, 1, 1, 1);
            """)
        for large in [Large(number: 1), Large(index: 1), Large(fraction: 1)] {
            #expect(throws: EncodingError.self) { try pool.writeNow { try large.update($0) } }
        }
        #expect(code { try pool.readNow { try Large.fetchAll($0) } } == .mismatch)
        try pool.writeNow { try Large().update($0) }
        #expect(
            try pool.texts("SELECT count(*) FROM large WHERE coalesce(number, \"index\", fraction) IS NULL") == ["1"])
    }

    /// A text in one row, and a list in another.
    enum Mixed: Codable, Hashable {
        case text(String)
        case list([String])

        init(from decoder: any Decoder) throws {
            if let container = try? decoder.singleValueContainer(), let text = try? container.decode(String.self),
                !text.hasPrefix("[")
            {
                self = .text(text)
            } else {
                self = .list(try [String](from: decoder))
            }
        }

        func encode(to encoder: any Encoder) throws {
            switch self {
            case .text(let text): try text.encode(to: encoder)
            case .list(let list): try list.encode(to: encoder)
            }
        }
    }

    struct Variant: Codable, Hashable, FetchableRecord, PersistableRecord {
        static let databaseTableName = "variant"
        var value: Mixed
    }

    @Test func `a value can be JSON in one row, and a text in the next`() throws {
        let pool = try DatabasePool.inMemory("CREATE TABLE variant (value TEXT)")
        let variants = [Mixed.text("a"), .list(["b"]), .text("c"), .list([]), .text("")].map(Variant.init(value:))
        try pool.writeNow { database in for variant in variants { try variant.insert(database) } }
        #expect(try pool.texts("SELECT value FROM variant") == ["a", #"["b"]"#, "c", "[]", ""])
        #expect(try pool.readNow { try Variant.order(Column.rowID).fetchAll($0) } == variants)
    }

    struct Member: Codable, Hashable, FetchableRecord, PersistableRecord {
        static let databaseTableName = "member"
        var team: String
        var person: Int
    }

    /// It omits a column without a value, and writes a row beside its own.
    struct Audited: Encodable, PersistableRecord {
        static let databaseTableName = "audited"
        enum CodingKeys: CodingKey { case id, text }
        var id: Int
        var text: String?

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(id, forKey: .id)
            if let text { try container.encode(text, forKey: .text) }
        }

        func aroundSave(_ database: Database, save: () throws -> Void) throws {
            try save()
            try database.execute("INSERT INTO audit VALUES (\(id))")
        }
    }

    @Test func `each way to write a row writes what belongs to it`() throws {
        let pool = try DatabasePool.inMemory("CREATE TABLE audited (id PRIMARY KEY, text); CREATE TABLE audit (id)")
        try pool.writeNow { database in
            try Audited(id: 1).insert(database)
            try Audited(id: 2, text: "a").insert(database)
            #expect(try String.fetchAll(database, "SELECT text FROM audited WHERE text IS NOT NULL") == ["a"])
            try Audited(id: 3).save(database)
            try Audited(id: 2, text: "b").update(database)
            try Audited(id: 2).upsert(database)
            try Audited(id: 2, text: "c").updateChanges(database, from: Audited(id: 2))
            #expect(try !Audited(id: 2).updateChanges(database, from: Audited(id: 2)))
        }
        #expect(try pool.texts("SELECT group_concat(id, '') FROM audit") == ["123222"])
        #expect(try pool.texts("SELECT text FROM audited WHERE text IS NOT NULL") == ["c"])
    }

    @Test func `a table that gets another key is known with it`() throws {
        let pool = try DatabasePool.inMemory("CREATE TABLE member (team TEXT PRIMARY KEY, person INTEGER)")
        #expect(throws: CancellationError.self) {
            try pool.writeNow { database in
                try Member(team: "a", person: 1).save(database)
                try database.execute(
                    sql: """
                        DROP TABLE member; CREATE TABLE member (person INTEGER PRIMARY KEY, team TEXT);
                        INSERT INTO member VALUES (1, 'a')
                        """)
                try Member(team: "b", person: 1).save(database)
                #expect(try Member.fetchAll(database) == [Member(team: "b", person: 1)])
                throw CancellationError()
            }
        }
        try pool.writeNow { database in
            let error = SQLiteRecordsTests.error {
                try database.inSavepoint {
                    try database.execute(
                        sql: "DROP TABLE member; CREATE TABLE member (person INTEGER PRIMARY KEY, team TEXT)")
                    try Member(team: "a", person: 1).save(database)
                    throw CancellationError()
                }
            }
            #expect(error is CancellationError)
            try database.execute("INSERT INTO member VALUES ('a', 1)")
            try Member(team: "a", person: 2).save(database)
            #expect(try Member.fetchAll(database) == [Member(team: "a", person: 2)])
            try Member.deleteAll(database)
        }
        // The first table is back, and so is its key.
        try pool.writeNow { database in
            try database.execute("INSERT INTO member VALUES ('a', 1)")
            try Member(team: "a", person: 2).save(database)
            #expect(try Member.fetchAll(database) == [Member(team: "a", person: 2)])
        }
    }

    @Test func `kept statements follow a table that another connection rebuilds`() async throws {
        try await DatabaseFile.with { file in
            let pool = try file.open()
            try pool.writeNow { database in
                try database.execute(sql: "CREATE TABLE member (team TEXT, person INTEGER)")
                try Member(team: "a", person: 1).insert(database)
            }
            // The connections for reads keep their statements.
            #expect(try pool.readHere { try Member.fetchAll($0) } == [Member(team: "a", person: 1)])
            try pool.writeNow { database in
                try database.execute(
                    sql: "DROP TABLE member; CREATE TABLE member (person INTEGER, note TEXT, team TEXT)")
                try Member(team: "b", person: 2).insert(database)
            }
            #expect(try pool.readHere { try Member.fetchAll($0) } == [Member(team: "b", person: 2)])
            #expect(try pool.readHere { try Row.fetchOne($0, sql: "SELECT * FROM member", as: { $0.count }) } == 3)
            pool.close()
        }
    }
}
