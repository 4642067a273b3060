// SPDX-License-Identifier: Apache-2.0
package import SQLiteRecords

/// Repeats the table of people in folded form; ``DirectoryPerson`` updates it, and SQLite removes entries.
package enum PeopleIndex {
    static let table = "personSearch"
    static let words = "personWord"

    package static func create(in database: Database) throws {
        // Indexes contain a directory's number, because its ID would be most of their size.
        try database.execute(
            sql: """
                CREATE TABLE "personDirectory" ("number" INTEGER PRIMARY KEY AUTOINCREMENT, \
                "tenantID" TEXT NOT NULL UNIQUE REFERENCES "tenant"("id") ON DELETE CASCADE);
                CREATE TABLE "\(table)" ("number" INTEGER PRIMARY KEY AUTOINCREMENT, \
                "directory" INTEGER NOT NULL REFERENCES "personDirectory"("number") ON DELETE CASCADE, \
                "words" TEXT NOT NULL, \
                \(first.filter { $0.name != "id" }.map { "\"\($0.name)\" TEXT" }.joined(separator: ", ")), \
                "id" TEXT NOT NULL UNIQUE REFERENCES "person"("id") ON DELETE CASCADE);
                CREATE INDEX "index_person_on_managerID" ON "person"("managerID");
                """)
        try createIndexes(of: first, in: database)
        guard try DirectoryPerson.fetchCount(database) > 0 else { return }
        // Records are read and written with all columns.
        for property in DirectoryPerson.added { try TenantSchema.add(property, in: database) }
        let people = try DirectoryPerson.fetchCursor(database)
        while let person = try people.next() { try write(person, in: database) }
    }

    static func add(_ columns: [IndexColumn], in database: Database) throws {
        for column in columns where try !database.hasColumn(column.name, in: table) {
            try database.execute(sql: "ALTER TABLE \"\(table)\" ADD COLUMN \"\(column.name)\" TEXT")
            try createIndex(of: column, in: database)
        }
    }

    private static func createIndex(of column: IndexColumn, in database: Database) throws {
        try database.execute(sql: "CREATE INDEX \"\(column.index)\" ON \"\(table)\"(\"directory\", \"\(column.name)\")")
    }

    static func createIndexes(
        of columns: [IndexColumn] = indexColumns, in database: Database,
        progress: (_ finished: Double) -> Void = { _ in }
    ) throws {
        for (index, column) in columns.enumerated() {
            try createIndex(of: column, in: database)
            progress(Double(index + 1) / Double(columns.count + 4))
        }
        // The words are split beforehand: every non-ASCII character belongs to one.
        // A token begins with its directory's sign.
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
        for column in indexColumns { try database.execute(sql: "DROP INDEX \"\(column.index)\"") }
        try database.execute(
            sql: """
                DROP TRIGGER "__\(words)_ai";
                DROP TRIGGER "__\(words)_ad";
                DROP TRIGGER "__\(words)_au";
                DROP TABLE "\(words)";
                """)
    }

    /// Does not touch an entry that would stay the same.
    static func write(_ person: DirectoryPerson, in database: Database) throws {
        let values = values(of: person, in: try directory(person.tenantID, in: database))
        try database.execute(sql: upsertion, arguments: StatementArguments(values))
    }

    private static let properties = (DirectoryPerson.kept + DirectoryPerson.added).filter { !$0.indexColumns.isEmpty }
    /// The columns of the first version, in its order.
    private static let first: [IndexColumn] = placed(DirectoryPerson.kept).map(\.column)
    private static let placed: [(column: IndexColumn, place: Int)] = placed(properties)
    package static let indexColumns: [IndexColumn] = placed.map(\.column)

    /// Each with the place of its property; derived columns come last.
    private static func placed(_ properties: [PersonProperty]) -> [(column: IndexColumn, place: Int)] {
        let all = properties.enumerated().flatMap { place, property in property.indexColumns.map { ($0, place) } }
        return all.filter { !$0.0.isDerived }
            + all.filter(\.0.isDerived).sorted { ($0.0.form.rawValue, $0.0.name) < ($1.0.form.rawValue, $1.0.name) }
    }

    static func values(of person: DirectoryPerson, in number: Int64) -> [String?] {
        let tokens = tokens(of: FoldedText.comparable(person.displayName), in: number).joined(separator: " ")
        let texts = properties.map { $0.indexedText(of: person) }
        let folded = texts.map { $0.map(FoldedText.comparable) }
        return [String(number), tokens]
            + placed.map { $0.form == .exact ? texts[$1] : folded[$1].map($0.formed) }
    }

    private static let columns = ["directory", "words"] + indexColumns.map(\.name)

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

    /// Lists that conditions compare; few people have elements, and the indexes contain only those people.
    static let lists = DirectoryPerson.properties.filter { $0.type == .list && $0.isStored }.map(\.name)

    package static func createIndexesOfLists(in database: Database) throws {
        for list in lists {
            try database.execute(
                sql: "CREATE INDEX \"person_with_\(list)\" ON \"person\"(\"tenantID\") WHERE \"\(list)\" <> '[]'")
        }
    }

    /// Selects the IDs of people with a matching element, ignoring the case of ASCII letters.
    static func people(
        of tenantID: String, withElementOf list: String, _ comparison: PeopleCondition.Comparison, _ text: String
    ) -> SQL {
        let check: SQL =
            switch comparison {
            case .equals: "element.value = \(text)"
            case .atLeast: "element.value >= \(text)"
            case .atMost: "element.value <= \(text)"
            case .startsWith, .hasWords: "substr(element.value, 1, length(\(text))) = \(text)"
            case .endsWith:
                "length(element.value) >= length(\(text)) AND substr(element.value, -length(\(text))) = \(text)"
            }
        return """
            SELECT held.id FROM person AS held INDEXED BY \(sql: "person_with_\(list)")
            CROSS JOIN json_each(held.\(sql: list)) AS element
            WHERE held.tenantID = \(tenantID) AND held.\(sql: list) <> '[]' AND \(check) COLLATE NOCASE
            """
    }

    /// `nil` for a directory without people.
    static func number(ofDirectory tenantID: String, in database: Database) throws -> Int64? {
        try Int64.fetchOne(
            database, sql: "SELECT number FROM personDirectory WHERE tenantID = ?", arguments: [tenantID])
    }

    static func directory(_ tenantID: String, in database: Database) throws -> Int64 {
        if let number = try number(ofDirectory: tenantID, in: database) { return number }
        try database.execute(sql: "INSERT INTO personDirectory (tenantID) VALUES (?)", arguments: [tenantID])
        return database.lastInsertedRowID
    }

    /// Tokens differ between directories, so that a search in one directory meets none of another.
    static func tokens(of folded: String, in directory: Int64) -> [String] {
        let sign = sign(of: directory)
        return FoldedText.words(of: folded).map { sign + $0 }
    }

    /// Differs between directories; no text has it in its words.
    private static func sign(of directory: Int64) -> String {
        // Private use planes 15 and 16.
        String(Unicode.Scalar(0xF_0000 + UInt32(truncatingIfNeeded: directory) % 0x2_0000) ?? "\u{F0000}")
    }
}
