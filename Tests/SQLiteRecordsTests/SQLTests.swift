// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import SQLiteRecords

@Suite struct SQLTests {
    private static let name = "O'Hara; DROP TABLE person"
    private static let missing: String? = nil

    private static let parts: [(sql: SQL, text: String, values: [DatabaseValue])] = [
        ("a = 1", "a = 1", []),
        ("a = \(name)", "a = ?", [.text(name)]),
        ("a IS \(missing)", "a IS ?", [.null]),
        ("\(sql: "count(*)") > \(1)", "count(*) > ?", [.integer(1)]),
        ("\("a = \(1)" as SQL) AND b = \(2)", "a = ? AND b = ?", [.integer(1), .integer(2)]),
        ("a = \(1)" && "b = \(2)", "(a = ?) AND (b = ?)", [.integer(1), .integer(2)]),
        ("a" || !("b" as SQL), "(a) OR (NOT (b))", []),
        (["\(1)", "\(2)", "3"].joined(separator: ", "), "?, ?, 3", [.integer(1), .integer(2)]),
        (([] as [SQL]).joined(separator: ", "), "", []),
        (Column("a") == name, "\"a\" = ?", [.text(name)]),
        (Column("a") == missing, "\"a\" IS NULL", []),
        (Column("a") == nil, "\"a\" IS NULL", []),
        (Column("a") != 1, "\"a\" <> ?", [.integer(1)]),
        (Column("a") != missing, "\"a\" IS NOT NULL", []),
        (Column("a") != nil, "\"a\" IS NOT NULL", []),
        (Column("a") < 1, "\"a\" < ?", [.integer(1)]), (Column("a") <= 1, "\"a\" <= ?", [.integer(1)]),
        (Column("a") > 1, "\"a\" > ?", [.integer(1)]), (Column("a") >= 1, "\"a\" >= ?", [.integer(1)]),
        (Column("a").like("x%"), "\"a\" LIKE ?", [.text("x%")]),
        (Column("a").desc, "\"a\" DESC", []),
        (Column("a").set(to: 1), "\"a\" = ?", [.integer(1)]),
        (Column("a").set(to: missing), "\"a\" = ?", [.null]),
        (Column("a").set(to: nil), "\"a\" = NULL", []),
        (["x", "y"].contains(Column("a")), "\"a\" IN (?, ?)", [.text("x"), .text("y")]),
        (([] as [String]).contains(Column("a")), "\"a\" IN ()", []),
        (Column("a \"quoted\" name") == 1, "\"a \"\"quoted\"\" name\" = ?", [.integer(1)]),
        (Column.rowID == 1, "\"rowid\" = ?", [.integer(1)]),
    ]

    @Test(arguments: parts.indices) func `a part has a text with question marks, and their values`(_ index: Int) {
        let (sql, text, values) = Self.parts[index]
        #expect(sql.text == text && sql.values == values)
    }

    @Test func `arguments of several types are put together`() {
        let texts: [String?] = ["a", nil]
        let all: StatementArguments = [1, "b", nil, true] + StatementArguments(texts)
        #expect(all.values == [.integer(1), .text("b"), .null, .integer(1), .text("a"), .null])
    }

    @Test func `a value cannot become a part of the text`() throws {
        let pool = try DatabasePool.inMemory("CREATE TABLE person (name)")
        try pool.writeNow { try $0.execute("INSERT INTO person VALUES (\(Self.name))") }
        #expect(try pool.texts("SELECT name FROM person") == [Self.name])
    }
}
