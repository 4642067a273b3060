// SPDX-License-Identifier: Apache-2.0
package import SQLiteRecords

/// The index of people: their properties in folded form, and the words of their display names.
///
/// It repeats what the table of people holds. ``DirectoryPerson`` writes it with each change of a person; SQLite
/// removes the entries of removed people.
package enum PeopleIndex {
    /// The table, with a row for each person.
    static let table = "personSearch"
    /// The words of the display names, by the number of the row.
    static let words = "personWord"

    /// Creates the tables, and fills them from the people that are there.
    package static func create(in database: Database) throws {
        // Indexes hold a directory's number: its id would be the largest part of them.
        try database.execute(
            sql: """
                CREATE TABLE "personDirectory" ("number" INTEGER PRIMARY KEY AUTOINCREMENT, \
                "tenantID" TEXT NOT NULL UNIQUE REFERENCES "tenant"("id") ON DELETE CASCADE);
                CREATE TABLE "\(table)" ("number" INTEGER PRIMARY KEY AUTOINCREMENT, \
                "directory" INTEGER NOT NULL REFERENCES "personDirectory"("number") ON DELETE CASCADE, \
                "words" TEXT NOT NULL, \
                \(PersonColumn.allCases.filter { $0 != .id }.map { "\"\($0.rawValue)\" TEXT" }.joined(separator: ", ")), \
                "id" TEXT NOT NULL UNIQUE REFERENCES "person"("id") ON DELETE CASCADE);
                CREATE INDEX "index_person_on_managerID" ON "person"("managerID");
                """)
        try createIndexes(in: database)
        let people = try DirectoryPerson.fetchCursor(database)
        while let person = try people.next() { try write(person, in: database) }
    }

    /// The index of a column within a directory.
    static func name(of column: PersonColumn) -> String { "personSearchBy_\(column.rawValue)" }

    /// Creates the indexes and the table of words, from the rows that are there.
    static func createIndexes(in database: Database, progress: (_ finished: Double) -> Void = { _ in }) throws {
        let all = PersonColumn.allCases
        for (index, column) in all.enumerated() {
            try database.execute(
                sql: """
                    CREATE INDEX "\(name(of: column))" ON "\(table)"("directory", "\(column.rawValue)")
                    """)
            progress(Double(index + 1) / Double(all.count + 4))
        }
        // The words are split before: every character beyond ASCII belongs to one.
        // A token begins with the sign of its directory.
        try database.execute(
            sql: """
                CREATE VIRTUAL TABLE "\(words)" USING fts5(words, tokenize='''ascii''', content='\(Self.table)', \
                content_rowid='number', prefix='2 3 4');
                CREATE TRIGGER "__\(words)_ai" AFTER INSERT ON "\(Self.table)" BEGIN
                    INSERT INTO "\(words)"("rowid", "words") VALUES (new."number", new."words");
                END;
                CREATE TRIGGER "__\(words)_ad" AFTER DELETE ON "\(Self.table)" BEGIN
                    INSERT INTO "\(words)"("\(words)", "rowid", "words") VALUES('delete', old."number", old."words");
                END;
                CREATE TRIGGER "__\(words)_au" AFTER UPDATE ON "\(Self.table)" BEGIN
                    INSERT INTO "\(words)"("\(words)", "rowid", "words") VALUES('delete', old."number", old."words");
                    INSERT INTO "\(words)"("rowid", "words") VALUES (new."number", new."words");
                END;
                INSERT INTO "\(words)"("\(words)") VALUES('rebuild');
                """)
        progress(1)
    }

    static func dropIndexes(in database: Database) throws {
        for column in PersonColumn.allCases {
            try database.execute(
                sql: """
                    DROP INDEX "\(name(of: column))"
                    """)
        }
        try database.execute(
            sql: """
                DROP TRIGGER "__\(words)_ai";
                DROP TRIGGER "__\(words)_ad";
                DROP TRIGGER "__\(words)_au";
                DROP TABLE "\(words)";
                """)
    }

    /// Writes the entry of a person; an entry that would stay as it is is not touched.
    static func write(_ person: DirectoryPerson, in database: Database) throws {
        let values = values(of: person, in: try directory(person.tenantID, in: database))
        try database.execute(sql: upsertion, arguments: StatementArguments(values))
    }

    /// The values for ``insertion``, as texts.
    static func values(of person: DirectoryPerson, in number: Int64) -> [String?] {
        let folded = FoldedPerson(person)
        let tokens = tokens(of: folded.displayName, in: number).joined(separator: " ")
        return [String(number), tokens] + PersonColumn.allCases.map { $0.value(of: folded) }
    }

    private static let columns = ["directory", "words"] + PersonColumn.allCases.map(\.rawValue)

    static let insertion = """
        INSERT INTO \(table) (\(columns.joined(separator: ", ")))
        VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))
        """

    private static let upsertion: String = {
        let list = columns.joined(separator: ", ")
        let new = columns.map { "excluded.\($0)" }.joined(separator: ", ")
        let old = columns.map { "\(table).\($0)" }.joined(separator: ", ")
        return "\(insertion) ON CONFLICT (id) DO UPDATE SET (\(list)) = (\(new)) WHERE (\(old)) IS NOT (\(new))"
    }()

    /// The number of a directory in the index; a directory without people has none.
    static func number(ofDirectory tenantID: String, in database: Database) throws -> Int64? {
        try Int64.fetchOne(
            database, sql: "SELECT number FROM personDirectory WHERE tenantID = ?", arguments: [tenantID])
    }

    static func directory(_ tenantID: String, in database: Database) throws -> Int64 {
        if let number = try number(ofDirectory: tenantID, in: database) { return number }
        try database.execute(sql: "INSERT INTO personDirectory (tenantID) VALUES (?)", arguments: [tenantID])
        return database.lastInsertedRowID
    }

    /// The words of a comparable text as tokens of a directory: a search in one directory meets none of another.
    static func tokens(of folded: String, in directory: Int64) -> [String] {
        let sign = sign(of: directory)
        return FoldedText.words(of: folded).map { sign + $0 }
    }

    /// A character that no text can hold in its words, for each directory.
    private static func sign(of directory: Int64) -> String {
        // Private use planes 15 and 16.
        String(Unicode.Scalar(0xF_0000 + UInt32(truncatingIfNeeded: directory) % 0x2_0000) ?? "\u{F0000}")
    }
}
