// SPDX-License-Identifier: Apache-2.0
package import GRDB

/// The index of people: their properties in folded form, and the words of their display names.
///
/// It repeats what the table of people holds. ``DirectoryPerson`` writes it with each change of a person; SQLite
/// removes the entries of removed people.
package enum PeopleIndex {
    /// The table, with a row for each person.
    static let table = "personSearch"
    /// The words of the display names, by the number of the row.
    static let words = "personWord"

    /// Creates the tables.
    static func create(in database: Database) throws {
        // Indexes hold a directory's number: its id would be the largest part of them.
        try database.create(table: "personDirectory") { table in
            table.autoIncrementedPrimaryKey("number")
            table.column("tenantID", .text).notNull().unique().references("tenant", onDelete: .cascade)
        }
        try database.create(table: table) { table in
            table.autoIncrementedPrimaryKey("number")
            table.column("directory", .integer).notNull().references("personDirectory", onDelete: .cascade)
            table.column("words", .text).notNull()
            for column in PersonColumn.allCases where column != .id { table.column(column.rawValue, .text) }
            table.column("id", .text).notNull().unique().references("person", onDelete: .cascade)
        }
        try createIndexes(in: database)
    }

    /// The index of a column within a directory.
    static func name(of column: PersonColumn) -> String { "personSearchBy_\(column.rawValue)" }

    /// Creates the indexes and the table of words, from the rows that are there.
    static func createIndexes(in database: Database, progress: (_ finished: Double) -> Void = { _ in }) throws {
        let all = PersonColumn.allCases
        for (index, column) in all.enumerated() {
            try database.create(index: name(of: column), on: table, columns: ["directory", column.rawValue])
            progress(Double(index + 1) / Double(all.count + 4))
        }
        // The words are split before: every character beyond ASCII belongs to one.
        try database.create(virtualTable: words, using: FTS5()) { table in
            table.synchronize(withTable: Self.table)
            table.tokenizer = .ascii()
            // A token begins with the sign of its directory.
            table.prefixes = [2, 3, 4]
            table.column("words")
        }
        progress(1)
    }

    static func dropIndexes(in database: Database) throws {
        for column in PersonColumn.allCases { try database.drop(index: name(of: column)) }
        try database.dropFTS5SynchronizationTriggers(forTable: words)
        try database.drop(table: words)
    }

    /// Writes the entry of a person; an entry that would stay as it is is not touched.
    static func write(_ person: DirectoryPerson, in database: Database) throws {
        let values = values(of: person, in: try directory(person.tenantID, in: database))
        try database.cachedStatement(sql: upsertion).execute(arguments: StatementArguments(values))
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
        let statement = try database.cachedStatement(sql: "SELECT number FROM personDirectory WHERE tenantID = ?")
        return try Int64.fetchOne(statement, arguments: [tenantID])
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
