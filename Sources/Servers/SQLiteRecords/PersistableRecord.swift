// SPDX-License-Identifier: Apache-2.0

/// A type whose values are written as rows of a table.
///
/// A property becomes a column with its name; one that no column can hold as such becomes JSON. All functions but
/// ``insert(_:onConflict:)`` need a table that declares its primary key.
package protocol PersistableRecord: TableRecord, Encodable {
    /// Writes a row with `save`, and what belongs to it. Each function that writes a row calls it.
    func aroundSave(_ database: Database, save: () throws -> Void) throws
}

extension PersistableRecord {
    package func aroundSave(_ database: Database, save: () throws -> Void) throws { try save() }
}

extension Database {
    /// What an insertion does if it would violate a unique key.
    package enum ConflictResolution: String, Sendable {
        /// It throws ``ResultCode/constraint``.
        case abort = "ABORT"
        /// It does nothing.
        case ignore = "IGNORE"
        /// It removes the other row first.
        case replace = "REPLACE"
    }
}

extension PersistableRecord {
    /// Adds the row.
    ///
    /// - Throws: ``DatabaseError``; errors of the encoding.
    package func insert(_ database: Database, onConflict conflict: Database.ConflictResolution = .abort) throws {
        try aroundSave(database) { try execute(.insert(conflict), in: database) }
    }

    /// Replaces the row of the same primary key.
    ///
    /// - Throws: ``RecordNotFound``; ``DatabaseError``; errors of the encoding.
    package func update(_ database: Database) throws {
        try aroundSave(database) {
            try execute(.update, in: database)
            guard database.changesCount > 0 else { throw RecordNotFound(table: Self.databaseTableName) }
        }
    }

    /// Replaces the row of the same primary key, or adds it.
    ///
    /// - Throws: ``DatabaseError``; errors of the encoding.
    package func save(_ database: Database) throws {
        try aroundSave(database) {
            try execute(.update, in: database)
            if database.changesCount == 0 { try execute(.insert(.abort), in: database) }
        }
    }

    /// Adds the row, or overwrites the one that has the same value of any unique key, in one statement.
    ///
    /// The overwritten row keeps its primary key, as with GRDB, even if the record's is another one.
    ///
    /// - Throws: ``DatabaseError``; errors of the encoding.
    package func upsert(_ database: Database) throws {
        try aroundSave(database) { try execute(.upsert, in: database) }
    }

    /// Removes the row of the same primary key.
    ///
    /// - Returns: Whether it existed.
    /// - Throws: ``DatabaseError``; errors of the encoding.
    @discardableResult
    package func delete(_ database: Database) throws -> Bool {
        try execute(.delete, in: database)
        return database.changesCount > 0
    }

    /// Whether there is a row with the same primary key.
    ///
    /// - Throws: ``DatabaseError``; errors of the encoding.
    package func exists(_ database: Database) throws -> Bool {
        try Bool.fetchOne(database, sql(.exists, of: RecordEncoder.columns(of: self), in: database)) ?? false
    }

    /// Writes the columns that differ from an earlier state, if there are any.
    ///
    /// - Returns: Whether there was a difference.
    /// - Throws: ``RecordNotFound``; ``DatabaseError``, with ``ResultCode/misuse`` for another primary key; errors of
    ///   the encoding.
    @discardableResult
    package func updateChanges(_ database: Database, from earlier: Self) throws -> Bool {
        let columns = try RecordEncoder.columns(of: self)
        let before = try RecordEncoder.columns(of: earlier)
        let changed = Set(columns.filter { column in !before.contains { $0 == column } }.map(\.name))
        guard !changed.isEmpty else { return false }
        try aroundSave(database) {
            let statement = try RecordStatement(
                .update, Self.self, columns: columns.map(\.name), only: changed, database)
            // Not cached: many subsets of the columns are possible, and would evict texts that are used again.
            try database.execute(statement.sql(of: columns).cached(false))
            guard database.changesCount > 0 else { throw RecordNotFound(table: Self.databaseTableName) }
        }
        return true
    }

    /// Changes the record, and writes the columns that differ then.
    ///
    /// - Returns: Whether there was a difference.
    /// - Throws: As ``updateChanges(_:from:)``, and the closure's errors.
    @discardableResult
    package mutating func updateChanges(_ database: Database, modify: (inout Self) throws -> Void) throws -> Bool {
        let earlier = self
        try modify(&self)
        return try updateChanges(database, from: earlier)
    }

    private func execute(_ operation: RecordStatement.Operation, in database: Database) throws {
        try database.execute(sql(operation, of: RecordEncoder.columns(of: self), in: database))
    }

    /// The statement for columns; its text is kept, since making it takes as long as some statements.
    private func sql(
        _ operation: RecordStatement.Operation, of columns: [RecordColumn], in database: Database
    ) throws -> SQL {
        let key = RecordStatement.Key(type: ObjectIdentifier(Self.self), operation: operation)
        // A type with an encoding of its own may leave columns out.
        if let known = database.recordStatements[key], known.columns.elementsEqual(columns.lazy.map(\.name)) {
            return known.sql(of: columns)
        }
        let statement = try RecordStatement(operation, Self.self, columns: columns.map(\.name), database)
        database.recordStatements[key] = statement
        return statement.sql(of: columns)
    }
}
