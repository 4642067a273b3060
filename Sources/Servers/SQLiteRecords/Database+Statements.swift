// SPDX-License-Identifier: Apache-2.0
internal import CTesseraSQLite

extension Database {
    /// Carries out statements, separated by semicolons.
    ///
    /// Only a single one can have arguments.
    ///
    /// - Throws: ``DatabaseError``; the statements before the one that fails are carried out.
    package func execute(sql: String, arguments: StatementArguments = []) throws {
        try execute(SQL(text: sql, values: arguments.values))
    }

    /// Carries out statements, separated by semicolons.
    ///
    /// Only a single one can have values.
    ///
    /// - Throws: ``DatabaseError``; the statements before the one that fails are carried out.
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

    /// Reads rows; each is valid until the closure returns.
    ///
    /// - Throws: ``DatabaseError``, and the closure's errors.
    package func rows(_ sql: SQL, _ body: (Row) throws -> Void) throws {
        try query(sql) { row in
            try body(row)
            return true
        }
    }

    /// Reads rows until the closure returns `false`.
    func query(_ sql: SQL, _ body: (Row) throws -> Bool) throws {
        let statement = try statement(sql)
        defer { giveBack(statement) }
        try start(statement, sql.values)
        while try statement.step(in: self) {
            guard try !body(Row(statement)) else { continue }
            // Outside a transaction, a change is committed at its end, where the commit can fail.
            if !statement.isReadOnly { while try statement.step(in: self) {} }
            return
        }
    }

    func cursor<Element: RowReadable>(_ sql: SQL) throws -> RowCursor<Element> {
        let statement = try statement(sql)
        let cursor = RowCursor<Element>(self, statement)
        // A cursor can be left before its end, where a change would be committed.
        guard statement.isReadOnly else { throw DatabaseError.misuse("a cursor is for queries that change nothing") }
        try start(statement, sql.values)
        return cursor
    }

    /// Ends a use of a statement, which another call may then take.
    func giveBack(_ statement: Statement) {
        statement.reset()
        statement.isInUse = false
    }

    /// A statement that is not in use elsewhere: a text may be in use twice, one use inside the other.
    private func statement(_ sql: SQL) throws -> Statement {
        if let statement = statements.take(sql.text) { return statement }
        let (statement, rest) = try prepare(sql.text, isCached: sql.isCached)
        guard let statement, rest.isEmpty else { throw DatabaseError.misuse("a query is one statement") }
        if sql.isCached { statements.insert(statement, for: sql.text) }
        return statement
    }

    private func start(_ statement: Statement, _ values: [DatabaseValue]) throws {
        // Otherwise the rest of a change would be carried out without its beginning.
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

    /// Prepares the first statement of a text.
    ///
    /// - Returns: The statement, in use, `nil` if the text has none; and the rest of the text, empty if it is blank.
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
        // What SQLite reports later belongs to statements that it prepares again.
        defer { actions.removeAll() }
        return (statement.map { Statement($0, actions: actions) }, rest.allSatisfy(\.isWhitespace) ? "" : rest)
    }
}

/// What the schema says about tables.
extension Database {
    /// Whether a table has a column.
    ///
    /// - Throws: ``DatabaseError``.
    package func hasColumn(_ column: String, in table: String) throws -> Bool {
        try Bool.fetchOne(self, "SELECT 1 FROM pragma_table_info(\(table)) WHERE name = \(column)") != nil
    }

    /// The columns of a table's primary key, or the number of the row if the table declares none.
    func primaryKey(of table: String) throws -> [String] {
        if let columns = primaryKeys[table] { return columns }
        let declared = try String.fetchAll(
            self, "SELECT name FROM pragma_table_info(\(table)) WHERE pk > 0 ORDER BY pk")
        let columns = declared.isEmpty ? [Column.rowID.name] : declared
        primaryKeys[table] = columns
        return columns
    }

    /// Forgets what was derived from the schema, before a statement that changes it.
    ///
    /// If such a change is rolled back, or made by another connection, SQLite prepares each kept statement again at its
    /// next use, and the first one calls this.
    func forgetSchema() {
        primaryKeys = [:]
        recordStatements = [:]
    }
}
