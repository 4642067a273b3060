// SPDX-License-Identifier: Apache-2.0
internal import CTesseraSQLite

extension Database {
    /// Executes statements, separated by semicolons; only a single one can have arguments.
    ///
    /// If one fails, those before it stay executed.
    package func execute(sql: String, arguments: StatementArguments = []) throws {
        try execute(SQL(text: sql, values: arguments.values))
    }

    package func execute(_ sql: SQL) throws {
        if let statement = statements.take(sql.text) { return try finish(statement, sql.values) }
        var remaining = sql.text
        while !remaining.isEmpty {
            let (prepared, rest) = try prepare(remaining, isCached: sql.isCached)
            guard let statement = prepared else { return }
            if rest.isEmpty, remaining == sql.text, sql.isCached { statements.insert(statement, for: sql.text) }
            guard rest.isEmpty || sql.values.isEmpty else {
                throw DatabaseError.misuse("only a single statement has arguments")
            }
            try finish(statement, sql.values)
            remaining = rest
        }
    }

    private func finish(_ statement: Statement, _ values: [DatabaseValue]) throws {
        defer { giveBack(statement) }
        try start(statement, values)
        while try statement.step(in: self) {}
    }

    package func rows(_ sql: SQL, _ body: (Row) throws -> Void) throws {
        try query(sql) { row in
            try body(row)
            return true
        }
    }

    /// Stops when `body` returns `false`.
    func query(_ sql: SQL, _ body: (Row) throws -> Bool) throws {
        let statement = try statement(sql)
        defer { giveBack(statement) }
        try start(statement, sql.values)
        while try statement.step(in: self) {
            guard try !body(Row(statement)) else { continue }
            // Outside a transaction, the commit takes place at the statement's end, and can fail.
            if !statement.isReadOnly { while try statement.step(in: self) {} }
            return
        }
    }

    func cursor<Element: RowReadable>(_ sql: SQL) throws -> RowCursor<Element> {
        let statement = try statement(sql)
        let cursor = RowCursor<Element>(self, statement)
        // A cursor can be abandoned before its end, which would leave a change uncommitted.
        guard statement.isReadOnly else { throw DatabaseError.misuse("a cursor is for queries that change nothing") }
        try start(statement, sql.values)
        return cursor
    }

    func giveBack(_ statement: Statement) {
        statement.reset()
        statement.isInUse = false
    }

    /// A statement that is not in use: a query can run inside another one with the same text.
    private func statement(_ sql: SQL) throws -> Statement {
        if let statement = statements.take(sql.text) { return statement }
        let (statement, rest) = try prepare(sql.text, isCached: sql.isCached)
        guard let statement, rest.isEmpty else { throw DatabaseError.misuse("a query must be a single statement") }
        if sql.isCached { statements.insert(statement, for: sql.text) }
        return statement
    }

    private func start(_ statement: Statement, _ values: [DatabaseValue]) throws {
        // Otherwise, the rest of a change would be executed without its beginning.
        if expectsTransaction, !isInsideTransaction { throw DatabaseError.endedTransaction }
        if !statement.isReadOnly {
            guard !isReading else {
                throw DatabaseError(resultCode: .readOnly, message: "a read cannot change the database")
            }
            changedTables.formUnion(statement.writtenTables)
            if statement.changesSchema { forgetSchema() }
        }
        try statement.bind(values, in: self)
    }

    /// Prepares the first statement of a text: `nil` if there is none; the returned rest is empty if it is blank.
    private func prepare(_ text: String, isCached: Bool) throws -> (statement: Statement?, rest: String) {
        actions.removeAll()
        let flags = isCached ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0
        var statement: OpaquePointer?
        var text = text
        let (code, rest) = text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { characters in
                var tail: UnsafePointer<CChar>?
                let code = sqlite3_prepare_v3(
                    handle, characters.baseAddress, Int32(clamping: characters.count), flags, &statement, &tail)
                guard let tail, let start = characters.baseAddress else { return (code, "") }
                return (code, String(decoding: bytes[(tail - start)...], as: UTF8.self))
            }
        }
        try check(code)
        // SQLite reports to the authorizer later only for statements that it prepares again.
        defer { actions.removeAll() }
        return (statement.map { Statement($0, actions: actions) }, rest.allSatisfy(\.isWhitespace) ? "" : rest)
    }
}

extension Database {
    package func hasColumn(_ column: String, in table: String) throws -> Bool {
        try Bool.fetchOne(self, "SELECT 1 FROM pragma_table_info(\(table)) WHERE name = \(column)") != nil
    }

    /// The columns of a table's primary key, or `rowid` if it declares none.
    func primaryKey(of table: String) throws -> [String] {
        if let columns = primaryKeys[table] { return columns }
        let declared = try String.fetchAll(
            self, "SELECT name FROM pragma_table_info(\(table)) WHERE pk > 0 ORDER BY pk")
        let columns = declared.isEmpty ? [Column.rowID.name] : declared
        primaryKeys[table] = columns
        return columns
    }

    /// Called before a statement that changes the schema.
    ///
    /// If such a change is rolled back, or made by another connection, SQLite prepares each cached statement again at
    /// its next use, and the first one calls this.
    func forgetSchema() {
        primaryKeys = [:]
        recordStatements = [:]
    }
}
