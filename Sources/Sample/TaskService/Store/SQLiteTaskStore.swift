// SPDX-License-Identifier: Apache-2.0
package import Foundation
import PrivateFiles
import SQLiteRecords
package import TaskList

/// Keeps tasks in SQLite: in a file, or in memory until the store is released.
package struct SQLiteTaskStore: TaskStore {
    /// A connection of its own for reads, so that none waits for a write to reach the disk.
    ///
    /// It reads on the thread of the request: a list takes microseconds, and a hop to another thread as long. It is
    /// closed before the other connection, which then removes the log.
    private let reader: DatabasePool
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
            let database = try DatabasePool(path: file.path, configuration: Self.configuration)
            try Self.prepare(database)
            writes = GroupedWrites(to: database)
            var configuration = Self.configuration
            configuration.readonly = true
            // Only a program that repairs the log after a crash makes a reader wait.
            configuration.busyMode = .timeout(0.1)
            // 8 MiB of pages, so that lists in use are read from memory.
            configuration.prepareDatabase { try $0.execute(sql: "PRAGMA cache_size = -8192") }
            reader = try DatabasePool(path: file.path, configuration: configuration)
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
        reader = try DatabasePool(configuration: Self.configuration)
        try Self.schema.migrate(reader)
        writes = GroupedWrites(to: reader)
    }

    /// The tasks of an owner, in the order in which the client added them, as JSON.
    ///
    /// The bytes of a row go from SQLite into the list, without a value in between.
    ///
    /// - Throws: Errors of SQLite.
    package func list(of owner: String, _ query: TaskQuery) async throws -> TaskPage {
        try reader.readHere { database in
            let (sql, arguments) = query.sql(of: owner)
            let statement = try database.cachedStatement(sql: sql)
            try statement.setArguments(arguments)
            return try Self.page(of: owner, from: statement, upTo: query.limit) { database.lastErrorMessage }
        }
    }

    /// One task of an owner.
    ///
    /// - Throws: Errors of SQLite.
    package func task(_ id: TaskItem.ID, of owner: String) async throws -> StoredTask? {
        try reader.readHere { database in
            try Row.fetchOne(
                database, sql: "SELECT * FROM task WHERE id = ? AND owner = ?", arguments: [id, owner],
                as: StoredTask.init(row:))
        }
    }

    /// Stores a task, unless its owner already has `limit` tasks, or an earlier request had the key.
    ///
    /// - Throws: Errors of SQLite.
    package func add(_ task: TaskItem, upTo limit: Int, once key: IdempotencyKey?) async throws -> TaskAddition {
        try await writes.run { database in
            guard let key else { return try Self.add(task, upTo: limit, to: database) }
            // Several statements change something, and an error of one must take back the others alone.
            var addition = TaskAddition.full
            try database.inSavepoint {
                addition = try Self.add(task, upTo: limit, once: key, to: database)
                return .commit
            }
            return addition
        }
    }

    /// Changes a task of an owner if the condition allows its version, in one statement.
    ///
    /// - Throws: Errors of SQLite.
    package func update(
        _ id: TaskItem.ID, of owner: String, text: String?, completed: Bool?, if condition: VersionCondition
    ) async throws -> TaskChange {
        try await change(
            """
            UPDATE task SET text = COALESCE(?4, text), completed = COALESCE(?5, completed), version = RANDOM(),
                folded = CASE WHEN ?4 IS NULL THEN folded ELSE ?6 END
            """, id, of: owner, if: condition, [text, completed, text.flatMap(SearchText.stored)])
    }

    /// Removes a task of an owner if the condition allows its version, in one statement.
    ///
    /// - Throws: Errors of SQLite.
    package func remove(
        _ id: TaskItem.ID, of owner: String, if condition: VersionCondition
    ) async throws -> TaskChange {
        try await change("DELETE FROM task", id, of: owner, if: condition)
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

    /// Removes every task of an owner.
    ///
    /// - Throws: Errors of SQLite.
    package func removeAll(of owner: String) async throws {
        try await writes.run { try $0.execute(sql: "DELETE FROM task WHERE owner = ?", arguments: [owner]) }
    }

    /// Carries out a statement on one task; its first three arguments are id, owner and versions.
    private func change(
        _ sql: String, _ id: TaskItem.ID, of owner: String, if condition: VersionCondition,
        _ more: StatementArguments = []
    ) async throws -> TaskChange {
        let versions: String? =
            if case .oneOf(let versions) = condition { versions.sorted().description } else { nil }
        return try await writes.run { database in
            let rows = try Row.fetchAll(
                database,
                sql: sql + """
                     WHERE id = ?1 AND owner = ?2 AND (?3 IS NULL OR version IN (SELECT value FROM json_each(?3)))
                    RETURNING *
                    """, arguments: [id, owner, versions] + more)
            if let row = rows.first { return .done(StoredTask(row: row)) }
            return try Row.fetchOne(
                database, sql: "SELECT 1 FROM task WHERE id = ? AND owner = ?", arguments: [id, owner]) == nil
                ? .missing : .otherVersion
        }
    }
}

extension SQLiteTaskStore {
    /// Writes the rows of a statement with id, text, completed, milliseconds and sequence.
    private static func page(
        of owner: String, from statement: Statement, upTo limit: Int?, explaining message: () -> String?
    ) throws -> TaskPage {
        let rows = statement.sqliteStatement
        defer { sqlite3_reset(rows) }
        var writer = TaskListWriter(owner: owner)
        var (count, last): (Int, Int64) = (0, 0)
        var code = sqlite3_step(rows)
        while code == SQLITE_ROW {
            guard count != limit else { return TaskPage(json: writer.list(), next: last) }
            writer.append(
                id: text(0, of: rows), text: text(1, of: rows), completed: sqlite3_column_int64(rows, 2) != 0,
                milliseconds: sqlite3_column_int64(rows, 3))
            (count, last) = (count + 1, sqlite3_column_int64(rows, 4))
            code = sqlite3_step(rows)
        }
        guard code == SQLITE_DONE else {
            throw DatabaseError(resultCode: ResultCode(rawValue: code), message: message())
        }
        return TaskPage(json: writer.list())
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

    private static func prepare(_ database: DatabasePool) throws {
        // With the write-ahead log, GRDB chooses NORMAL, which may lose confirmed writes at a power failure.
        try database.outsideTransactions { try $0.execute(sql: "PRAGMA synchronous = FULL") }
        guard try database.read(schema.hasBeenSuperseded) == false else {
            throw TaskStoreError(URL(filePath: database.path), "a newer version of this program wrote it")
        }
        try schema.migrate(database)
    }
}
