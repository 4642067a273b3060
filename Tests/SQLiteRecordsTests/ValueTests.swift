// SPDX-License-Identifier: Apache-2.0
import Fixtures
import SQLiteRecords

/// Values keep their type and every bit in a column.
@Suite struct ValueTests {
    private static let values: [DatabaseValue] = [
        .null, .integer(0), .integer(.max), .integer(.min), .real(0.1), .real(-0.0), .real(.infinity),
        .real(.leastNonzeroMagnitude), .text(""), .text("å🙂"), .text("a\0b"),
        .text("it's \"quoted\" ; -- ?"),
        .blob(Data()), .blob(Data([0])), .blob(Data((0...255).map { UInt8($0) })),
        .text(String(repeating: "x", count: 100_000)),
    ]

    @Test(arguments: values) func `a value is read as it was bound`(_ value: DatabaseValue) throws {
        let pool = try DatabasePool.inMemory("CREATE TABLE kept (value)")
        let type = try pool.writeNow { database in
            try database.execute("INSERT INTO kept VALUES (\(value))")
            return try String.fetchOne(database, "SELECT typeof(value) FROM kept")
        }
        let names = ["null", "integer", "real", "text", "blob"]
        let index =
            switch value {
            case .null: 0
            case .integer: 1
            case .real: 2
            case .text: 3
            case .blob: 4
            }
        #expect(type == names[index])
        #expect(try pool.readNow { try DatabaseValue.fetchCursor($0, "SELECT value FROM kept").firstStored() } == value)
    }

    @Test func `what is not a number becomes NULL`() throws {
        #expect(try DatabasePool().readNow { try Double.fetchOne($0, "SELECT \(Double.nan)") } == nil)
    }

    /// An SQL literal read as a type: the value as text, `nil` for NULL, or "mismatch".
    private static let readings: [(type: any (DatabaseValueConvertible & Sendable).Type, sql: String, value: String?)] =
        [
            (Int.self, "7", "7"), (Int.self, "7.0", "7"), (Int.self, "7.5", "mismatch"),
            (Int.self, "'7'", "mismatch"),
            (Int.self, "x'37'", "mismatch"), (Int.self, "NULL", nil),
            (Int.self, "9e18", "9000000000000000000"),
            (Int.self, "9.3e18", "mismatch"),
            (Int8.self, "127", "127"), (Int8.self, "128", "mismatch"), (Int8.self, "-128", "-128"),
            (Int16.self, "32768", "mismatch"), (Int32.self, "2147483647", "2147483647"),
            (Int32.self, "2147483648", "mismatch"), (UInt8.self, "255", "255"),
            (UInt8.self, "-1", "mismatch"),
            (UInt16.self, "65536", "mismatch"), (UInt32.self, "4294967295", "4294967295"),
            (UInt32.self, "4294967296", "mismatch"),
            (Int64.self, "-9223372036854775808", "-9223372036854775808"),
            (Bool.self, "0", "false"), (Bool.self, "2", "true"), (Bool.self, "'true'", "mismatch"),
            (Double.self, "2", "2.0"), (Double.self, "0.5", "0.5"), (Double.self, "'0.5'", "mismatch"),
            (String.self, "'a'", "a"), (String.self, "5", "5"), (String.self, "0.5", "0.5"),
            (String.self, "x'6162'", "ab"),
            (String.self, "''", ""), (String.self, "NULL", nil),
            (Kind.self, "'second'", "second"), (Kind.self, "'third'", "mismatch"),
            (Kind.self, "NULL", nil),
            (Date.self, "'1970-01-01 00:00:01.500'", "1.5"), (Date.self, "1.5", "1.5"),
            (Date.self, "2", "2.0"),
            (Date.self, "'soon'", "mismatch"), (Date.self, "x'00'", "mismatch"),
        ]

    enum Kind: String, DatabaseValueConvertible { case first, second }

    @Test(arguments: readings.indices) func `a column is read as a type, or not at all`(_ index: Int) throws {
        let (type, sql, expected) = Self.readings[index]
        let found: String? = try DatabasePool().readNow { database in
            do {
                return try type.fetchOne(database, sql: "SELECT \(sql)").map { value in
                    (value as? Date).map { "\($0.timeIntervalSince1970)" } ?? "\(value)"
                }
            } catch let error as DatabaseError where error.resultCode == .mismatch {
                return "mismatch"
            }
        }
        #expect(found == expected)
    }

    @Test func `an error of the wrong type names the column and no value`() throws {
        let pool = try DatabasePool()
        let error = #expect(throws: DatabaseError.self) {
            try pool.readNow { try Int.fetchOne($0, "SELECT 'a secret' AS age") }
        }
        #expect(error?.message == "the column 'age' is not Int: it has another form")
        let null = #expect(throws: DatabaseError.self) {
            try pool.readNow { try Int.fetchAll($0, "SELECT NULL AS age") }
        }
        #expect(null?.message == "the column 'age' is not Int: it is NULL")
    }

    @Test func `a row is read by number and by name, and NULL as nothing`() throws {
        try DatabasePool().readNow { database in
            try database.rows(
                "SELECT 1 AS number, 'a' AS text, NULL AS missing, x'0102' AS bytes, 2 AS number"
            ) { (row) throws in
                #expect(row.count == 5)
                #expect(try row[0] as Int == 1 && row["text"] as String == "a" && row["number"] as Int == 1)
                #expect(try row["missing"] as Int? == nil && row.columns[2].value == .null)
                #expect(try Array(row.bytes(3)) == [1, 2] && Array(row.bytes(1)) == [0x61] && row.bytes(2).isEmpty)
                #expect(try row.columns.map(\.name) == ["number", "text", "missing", "bytes", "number"])
                #expect(try row.columns.last?.value == .integer(2))
            }
        }
    }

    @Test func `rows are read by names in any order`() throws {
        try DatabasePool().readNow { database in
            var sums: [Int] = []
            try database.rows(
                "SELECT 1 AS a, 2 AS b, 3 AS c UNION ALL SELECT 4, 5, 6 UNION ALL SELECT 7, 8, 9"
            ) { row in
                let names = [["a", "b", "c"], ["c", "a", "b"], ["b", "b", "a", "c", "a"]][sums.count]
                sums.append(try names.reduce(0) { try $0 * 10 + (row[$1] as Int) })
            }
            #expect(sums == [123, 645, 88_797])
        }
    }

    /// Reads that a row refuses without ending the process: anything may have edited the file.
    static let refusals: [(question: @Sendable (Row) throws -> Any?, code: ResultCode, message: String)] = [
        ({ try $0[1] as Int }, .mismatch, "the column 'text' is not Int: it has another form"),
        ({ try $0[1] as Int? }, .mismatch, "the column 'text' is not Int: it has another form"),
        ({ try $0["text"] as Date }, .mismatch, "the column 'text' is not Date: it has another form"),
        ({ try $0["text"] as Date? }, .mismatch, "the column 'text' is not Date: it has another form"),
        ({ try $0[2] as String }, .mismatch, "the column 'missing' is not String: it is NULL"),
        ({ try $0["missing"] as String }, .mismatch, "the column 'missing' is not String: it is NULL"),
        ({ try $0[4] as Int8? }, .mismatch, "the column 'large' is not Int8: it has another form"),
        ({ try $0[5] as Int? }, .misuse, "the row has no column 5"),
        ({ try $0[-1] as Int? }, .misuse, "the row has no column -1"),
        ({ try $0.bytes(5).count }, .misuse, "the row has no column 5"),
        ({ try $0[5] as DatabaseValue }, .misuse, "the row has no column 5"),
        ({ try $0["Text"] as String? }, .misuse, "the row has no column 'Text'"),
        ({ try $0["Text"] as DatabaseValue }, .misuse, "the row has no column 'Text'"),
    ]

    @Test func `a row refuses a value of another type and a missing column`() throws {
        try DatabasePool().readNow { database in
            try database.rows("SELECT 1 AS number, 'a' AS text, NULL AS missing, x'0102' AS bytes, 128 AS large") {
                row in
                for (question, code, message) in Self.refusals {
                    let error = #expect(throws: DatabaseError.self) { try question(row) }
                    #expect(error == DatabaseError(resultCode: code, message: message))
                }
            }
        }
    }

    @Test func `a row that is used after the next step is refused`() throws {
        try DatabasePool().readNow { database in
            var rows: [Row] = []
            try database.rows("SELECT 1 UNION SELECT 2") { row in
                rows.append(row)
                guard rows.count == 2 else { return }
                let first = rows[0]
                #expect(throws: DatabaseError(resultCode: .misuse, message: "the row was used after the next step")) {
                    try first[0] as Int?
                }
            }
            #expect(rows.count == 2)
        }
    }

    @Test func `a row that is used after its query is refused`() throws {
        try DatabasePool().readNow { database in
            let sql = "SELECT 1 UNION SELECT 2"
            let row = try #require(try Row.fetchOne(database, sql: sql, as: { $0 }))
            #expect(code { try row[0] as Int? } == .misuse)
        }
    }
}

extension RowCursor<DatabaseValue> {
    fileprivate func firstStored() throws -> DatabaseValue {
        do { return try next() ?? .null } catch let error as DatabaseError
            where error.resultCode == .mismatch
        { return .null }
    }
}
