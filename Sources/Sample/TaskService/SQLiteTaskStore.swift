// SPDX-License-Identifier: Apache-2.0
package import Foundation
import GRDB
import GRDBSQLite
import PrivateFiles
package import TaskList

/// Keeps tasks in SQLite: in a file, or in memory until the store is released.
package struct SQLiteTaskStore: TaskStore {
    /// A connection of its own for reads, so that none waits for a write to reach the disk.
    ///
    /// It reads on the thread of the request: a list takes microseconds, and a hop to another thread as long. It is
    /// closed before the other connection, which then removes the log.
    private let reader: DatabaseQueue
    private let writes: GroupedWrites

    /// Opens a file, or makes it so that only its owner can read it.
    ///
    /// It waits for the disk, so call it only at the program's start.
    ///
    /// - Throws: ``TaskStoreError``.
    package init(file: URL) throws {
        do {
            try PrivateFile.makeFolderOthersMaySee(file.deletingLastPathComponent())
            // SQLite gives its other files the permissions of this one.
            try PrivateFile.make(file)
            let database = try DatabaseQueue(path: file.path, configuration: Self.configuration)
            try Self.prepare(database)
            writes = GroupedWrites(to: database)
            var configuration = Self.configuration
            configuration.readonly = true
            // Only a program that repairs the log after a crash makes a reader wait.
            configuration.busyMode = .timeout(0.1)
            // 8 MiB of pages, so that lists in use are read from memory.
            configuration.prepareDatabase { try $0.execute(sql: "PRAGMA cache_size = -8192") }
            reader = try DatabaseQueue(path: file.path, configuration: configuration)
        } catch let error as TaskStoreError {
            throw error
        } catch let error as PrivateFile.Failure {
            throw TaskStoreError(file, error.reason)
        } catch let error as DatabaseError {
            throw TaskStoreError(file, error.message ?? "SQLite reports \(error.resultCode)")
        } catch {
            throw TaskStoreError(file, error.localizedDescription)
        }
    }

    /// Creates an empty store in memory.
    ///
    /// - Throws: Errors of SQLite.
    package init() throws {
        reader = try DatabaseQueue(configuration: Self.configuration)
        try Self.schema.migrate(reader)
        writes = GroupedWrites(to: reader)
    }

    /// The tasks of an owner, in the order in which the client added them, as JSON.
    ///
    /// The bytes of a row go from SQLite into the list, without a value in between.
    ///
    /// - Throws: Errors of SQLite.
    package func list(of owner: String) async throws -> [UInt8] {
        try reader.inDatabase { database in
            let statement = try database.cachedStatement(
                sql: "SELECT id, text, completed, milliseconds FROM task WHERE owner = ? ORDER BY sequence")
            try statement.setArguments([owner])
            return try Self.list(of: owner, from: statement) { database.lastErrorMessage }
        }
    }

    /// Stores a task, unless its owner already has `limit` tasks.
    ///
    /// - Throws: Errors of SQLite.
    package func add(_ task: TaskItem, upTo limit: Int) async throws -> Bool {
        try await writes.run { database in
            let count = try database.cachedStatement(sql: "SELECT COUNT(*) FROM task WHERE owner = ?")
            guard let count = try Int.fetchOne(count, arguments: [task.owner]), count < limit else { return false }
            let insertion = try database.cachedStatement(
                sql: """
                    INSERT INTO task (id, owner, text, completed, milliseconds, sequence)
                    SELECT ?1, ?2, ?3, ?4, ?5, COALESCE(MAX(sequence), 0) + 1 FROM task WHERE owner = ?2
                    """)
            try insertion.execute(
                arguments: [task.id, task.owner, task.text, task.completed, task.date.millisecondsSince1970])
            return true
        }
    }

    /// Changes a task of an owner, and returns the changed task.
    ///
    /// - Throws: Errors of SQLite.
    package func update(
        _ id: TaskItem.ID, of owner: String, text: String?, completed: Bool?
    ) async throws -> TaskItem? {
        try await writes.run { database in
            let change = try database.cachedStatement(
                sql: """
                    UPDATE task SET text = COALESCE(?, text), completed = COALESCE(?, completed)
                    WHERE id = ? AND owner = ? RETURNING *
                    """)
            return try Row.fetchAll(change, arguments: [text, completed, id, owner]).first.map(TaskItem.init(row:))
        }
    }

    /// Removes every task of an owner with this text.
    ///
    /// - Throws: Errors of SQLite.
    package func removeAll(withText text: String, of owner: String) async throws {
        try await writes.run { database in
            try database.execute(
                sql: "DELETE FROM task WHERE text = ? AND owner = ?", arguments: [text, owner])
        }
    }

    /// Removes a task of an owner.
    ///
    /// - Throws: Errors of SQLite.
    package func remove(_ id: TaskItem.ID, of owner: String) async throws -> Bool {
        try await writes.run { database in
            try database.execute(sql: "DELETE FROM task WHERE id = ? AND owner = ?", arguments: [id, owner])
            return database.changesCount > 0
        }
    }
}

extension SQLiteTaskStore {
    /// Writes the rows of a statement with id, text, completed and milliseconds.
    private static func list(
        of owner: String, from statement: Statement, explaining message: () -> String?
    ) throws -> [UInt8] {
        let rows = statement.sqliteStatement
        defer { sqlite3_reset(rows) }
        var writer = TaskListWriter(owner: owner)
        var code = sqlite3_step(rows)
        while code == SQLITE_ROW {
            writer.append(
                id: text(0, of: rows), text: text(1, of: rows), completed: sqlite3_column_int64(rows, 2) != 0,
                milliseconds: sqlite3_column_int64(rows, 3))
            code = sqlite3_step(rows)
        }
        guard code == SQLITE_DONE else {
            throw DatabaseError(resultCode: ResultCode(rawValue: code), message: message())
        }
        return writer.list()
    }

    /// The bytes of a column, which last until the next step.
    private static func text(_ column: Int32, of row: SQLiteStatement) -> UnsafeRawBufferPointer {
        let start = sqlite3_column_text(row, column)
        return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(row, column)))
    }

    private static var configuration: Configuration {
        var configuration = Configuration()
        configuration.journalMode = .wal
        // Another program, such as a backup, may be reading the file.
        configuration.busyMode = .timeout(5)
        return configuration
    }

    private static var schema: DatabaseMigrator {
        var schema = DatabaseMigrator()
        schema.registerMigration("tasks") { database in
            try database.create(table: "task") { table in
                // The order of arrival: a date does not give it, since clocks are sometimes set back.
                table.autoIncrementedPrimaryKey("sequence")
                table.column("id", .text).notNull().unique()
                table.column("owner", .text).notNull().indexed()
                table.column("text", .text).notNull()
                table.column("completed", .boolean).notNull()
                table.column("milliseconds", .integer).notNull()
            }
        }
        // The tasks of an owner beside each other, so that a list is read from one place.
        schema.registerMigration("tasks by owner") { database in
            try database.execute(
                sql: """
                    CREATE TABLE taskByOwner (
                        owner TEXT NOT NULL, sequence INTEGER NOT NULL, id TEXT NOT NULL UNIQUE, text TEXT NOT NULL,
                        completed BOOLEAN NOT NULL, milliseconds INTEGER NOT NULL, PRIMARY KEY (owner, sequence)
                    ) WITHOUT ROWID;
                    INSERT INTO taskByOwner SELECT owner, sequence, id, text, completed, milliseconds FROM task;
                    DROP TABLE task;
                    ALTER TABLE taskByOwner RENAME TO task;
                    """)
        }
        return schema
    }

    private static func prepare(_ database: DatabaseQueue) throws {
        // With the write-ahead log, GRDB chooses NORMAL, which may lose confirmed writes at a power failure.
        try database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
        guard try database.read(schema.hasBeenSuperseded) == false else {
            throw TaskStoreError(URL(filePath: database.path), "a newer version of this program wrote it")
        }
        try schema.migrate(database)
    }
}

extension TaskItem {
    fileprivate init(row: Row) {
        self.init(
            id: row["id"], owner: row["owner"], text: row["text"], completed: row["completed"],
            date: Date(millisecondsSince1970: row["milliseconds"]))
    }
}
