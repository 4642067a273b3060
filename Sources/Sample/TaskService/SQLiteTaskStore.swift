// SPDX-License-Identifier: Apache-2.0
package import Foundation
import GRDB
import PrivateFiles
package import TaskList

/// Keeps tasks in SQLite: in a file, or in memory until the store is released.
package struct SQLiteTaskStore: TaskStore {
    private let database: DatabaseQueue

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
            database = try DatabaseQueue(path: file.path, configuration: Self.configuration)
            try Self.prepare(database)
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
        database = try DatabaseQueue(configuration: Self.configuration)
        try Self.schema.migrate(database)
    }

    /// The tasks of an owner, in the order in which the client added them.
    ///
    /// - Throws: Errors of SQLite.
    package func tasks(of owner: String) async throws -> [TaskItem] {
        try await database.read { database in
            try Row
                .fetchAll(
                    database, sql: "SELECT * FROM task WHERE owner = ? ORDER BY sequence", arguments: [owner]
                )
                .map(TaskItem.init(row:))
        }
    }

    /// Stores a task, unless its owner already has `limit` tasks.
    ///
    /// - Throws: Errors of SQLite.
    package func add(_ task: TaskItem, upTo limit: Int) async throws -> Bool {
        try await database.write { database in
            let count = try Int.fetchOne(
                database, sql: "SELECT COUNT(*) FROM task WHERE owner = ?", arguments: [task.owner])
            guard let count, count < limit else { return false }
            try database.execute(
                sql: "INSERT INTO task (id, owner, text, completed, milliseconds) VALUES (?, ?, ?, ?, ?)",
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
        try await database.write { database in
            try database.execute(
                sql: """
                    UPDATE task SET text = COALESCE(?, text), completed = COALESCE(?, completed)
                    WHERE id = ? AND owner = ?
                    """,
                arguments: [text, completed, id, owner])
            return
                try Row
                .fetchOne(
                    database, sql: "SELECT * FROM task WHERE id = ? AND owner = ?", arguments: [id, owner]
                )
                .map(TaskItem.init(row:))
        }
    }

    /// Removes every task of an owner with this text.
    ///
    /// - Throws: Errors of SQLite.
    package func removeAll(withText text: String, of owner: String) async throws {
        try await database.write { database in
            try database.execute(
                sql: "DELETE FROM task WHERE text = ? AND owner = ?", arguments: [text, owner])
        }
    }

    /// Removes a task of an owner.
    ///
    /// - Throws: Errors of SQLite.
    package func remove(_ id: TaskItem.ID, of owner: String) async throws -> Bool {
        try await database.write { database in
            try database.execute(sql: "DELETE FROM task WHERE id = ? AND owner = ?", arguments: [id, owner])
            return database.changesCount > 0
        }
    }
}

extension SQLiteTaskStore {
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
