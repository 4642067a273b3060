// SPDX-License-Identifier: Apache-2.0

/// A property becomes a column of its name; one that no column can hold becomes JSON.
///
/// All functions but ``insert(_:onConflict:)`` need a table that declares its primary key.
package protocol PersistableRecord: TableRecord, Encodable {
    /// Writes a row with `save`, and dependent rows; each function that writes a row calls it.
    func aroundSave(_ database: Database, save: () throws -> Void) throws
}

extension PersistableRecord {
    package func aroundSave(_ database: Database, save: () throws -> Void) throws { try save() }
}

extension Database {
    package enum ConflictResolution: String, Sendable {
        case abort = "ABORT"
        case ignore = "IGNORE"
        /// Removes the other row first, with all rows that refer to it by `ON DELETE CASCADE`.
        case replace = "REPLACE"
    }
}

extension PersistableRecord {
    package func insert(_ database: Database, onConflict conflict: Database.ConflictResolution = .abort) throws {
        try aroundSave(database) { try execute(.insert(conflict), in: database) }
    }

    /// Throws ``RecordNotFound`` without a row with the same primary key.
    package func update(_ database: Database) throws {
        try aroundSave(database) {
            try execute(.update, in: database)
            guard database.changesCount > 0 else { throw RecordNotFound(table: Self.databaseTableName) }
        }
    }

    package func save(_ database: Database) throws {
        try aroundSave(database) {
            try execute(.update, in: database)
            if database.changesCount == 0 { try execute(.insert(.abort), in: database) }
        }
    }

    /// Adds the row, or overwrites the one with the same value of any unique key, in one statement.
    ///
    /// As with GRDB, the overwritten row keeps its primary key, even if the record's differs.
    package func upsert(_ database: Database) throws {
        try aroundSave(database) { try execute(.upsert, in: database) }
    }

    @discardableResult
    package func delete(_ database: Database) throws -> Bool {
        try execute(.delete, in: database)
        return database.changesCount > 0
    }

    package func exists(_ database: Database) throws -> Bool {
        try Bool.fetchOne(database, sql(.exists, of: RecordEncoder.columns(of: self), in: database)) ?? false
    }

    /// Writes the columns that differ, and returns whether any did; throws ``ResultCode/misuse`` for another key.
    @discardableResult
    package func updateChanges(_ database: Database, from earlier: Self) throws -> Bool {
        let columns = try RecordEncoder.columns(of: self)
        let before = try RecordEncoder.columns(of: earlier)
        let changed = Set(columns.filter { column in !before.contains { $0 == column } }.map(\.name))
        guard !changed.isEmpty else { return false }
        try aroundSave(database) {
            let statement = try RecordStatement(
                .update, Self.self, columns: columns.map(\.name), only: changed, database)
            // Not cached: the many subsets of columns would evict texts that are used again.
            try database.execute(statement.sql(of: columns).cached(false))
            guard database.changesCount > 0 else { throw RecordNotFound(table: Self.databaseTableName) }
        }
        return true
    }

    @discardableResult
    package mutating func updateChanges(_ database: Database, modify: (inout Self) throws -> Void) throws -> Bool {
        let earlier = self
        try modify(&self)
        return try updateChanges(database, from: earlier)
    }

    private func execute(_ operation: RecordStatement.Operation, in database: Database) throws {
        try database.execute(sql(operation, of: RecordEncoder.columns(of: self), in: database))
    }

    /// The text is cached, because building it takes as long as some statements.
    private func sql(
        _ operation: RecordStatement.Operation, of columns: [RecordColumn], in database: Database
    ) throws -> SQL {
        let key = RecordStatement.Key(type: ObjectIdentifier(Self.self), operation: operation)
        // A type with its own encoding may omit columns.
        if let known = database.recordStatements[key], known.columns.elementsEqual(columns.lazy.map(\.name)) {
            return known.sql(of: columns)
        }
        let statement = try RecordStatement(operation, Self.self, columns: columns.map(\.name), database)
        database.recordStatements[key] = statement
        return statement.sql(of: columns)
    }
}
