// SPDX-License-Identifier: Apache-2.0
import Fixtures
import OAuthMessages
import SQLiteRecords

@Suite struct DatabaseErrorTests {
    private static let tables = """
        CREATE TABLE parent (id INTEGER PRIMARY KEY);
        CREATE TABLE child (
            parent INTEGER NOT NULL REFERENCES parent, name TEXT UNIQUE, age INTEGER CHECK (age > 0)
        );
        INSERT INTO parent VALUES (1); INSERT INTO child VALUES (1, 'secret', 1);
        """

    private static let violations: [(sql: String, extended: Int32)] = [
        ("INSERT INTO parent VALUES (1)", 1555), ("INSERT INTO child VALUES (1, 'secret', 1)", 2067),
        ("INSERT INTO child VALUES (2, 'secret 2', 1)", 787), ("INSERT INTO child VALUES (NULL, 'secret 2', 1)", 1299),
        ("INSERT INTO child VALUES (1, 'secret 2', 0)", 275), ("DELETE FROM parent", 787),
    ]

    @Test(arguments: violations)
    func `a violated constraint has a code for its kind`(_ sql: String, _ extended: Int32) throws {
        let pool = try DatabasePool.inMemory(Self.tables)
        let error = #expect(throws: DatabaseError.self) { try pool.writeNow { try $0.execute(sql: sql) } }
        #expect((error?.resultCode, error?.extendedResultCode) == (.constraint, ResultCode(rawValue: extended)))
        #expect(error?.message.contains("secret") == false)
        #expect(error?.description.hasPrefix("SQLite error \(extended): ") == true)
    }

    @Test func `an error without a message has SQLite's sentence`() {
        #expect(DatabaseError(resultCode: .full).message == "database or disk is full")
        #expect(DatabaseError(resultCode: ResultCode(rawValue: 787)).resultCode == .constraint)
        #expect("\(ResultCode.busy)" == "database is locked")
        #expect(DatabaseError(resultCode: .busy, message: "mine").message == "mine")
    }

    private static let actions: [(code: ResultCode, action: NextAction)] = [
        (.busy, .retry(after: .seconds(1))), (.locked, .retry(after: .seconds(1))),
        (.noMemory, .retry(after: .seconds(1))),
        (ResultCode(rawValue: 517), .retry(after: .seconds(1))), (.full, .repairStorage), (.ioError, .repairStorage),
        (.corrupt, .repairStorage), (.notADatabase, .repairStorage), (.cannotOpen, .repairStorage),
        (.constraint, .none),
        (.misuse, .none), (.mismatch, .none), (.readOnly, .none), (.abort, .none),
    ]

    @Test(arguments: actions.indices) func `an error says what helps`(_ index: Int) {
        let (code, action) = Self.actions[index]
        let error: any ActionableError = DatabaseError(resultCode: code)
        #expect(error.nextAction == action)
    }
}
