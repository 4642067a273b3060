// SPDX-License-Identifier: Apache-2.0
package import PortableFoundation
import PrivateFiles
import SQLiteRecords
package import TaskListClient

/// Stores tasks in SQLite: in a file, or in memory until the store is released.
package struct SQLiteTaskStore: TaskStore {
    /// Reads on the request's thread: a list takes microseconds, as long as a hop to another thread.
    let database: DatabasePool

    /// Creates the file so that only its owner can read it.
    ///
    /// It blocks on the disk, so call it only at the program's start.
    package init(file: URL) throws {
        database = try Self.explaining(file) {
            let database = try Self.open(file)
            try Self.schema.migrate(database)
            return database
        }
    }

    /// Rejects a file that cannot be opened, or is of a later version, before a program changes other files.
    package static func check(file: URL) throws {
        guard FileManager.default.fileExists(atPath: file.path) else { return }
        try explaining(file) { try open(file).close() }
    }

    private static func open(_ file: URL) throws -> DatabasePool {
        try PrivateFile.makeFolderOthersMaySee(file.deletingLastPathComponent())
        // SQLite gives its other files the permissions of this one.
        try PrivateFile.make(file)
        // 8 MiB of pages, so that lists in use are read from memory.
        let database = try DatabasePool(path: file.path, durability: .power, readers: 0, readCacheSize: 8 << 20)
        guard try database.readHere({ try schema.hasBeenSuperseded($0) }) == false else {
            // A rejected file keeps no log.
            database.close()
            throw TaskStoreError(file, "a later version of this program wrote it", code: .laterVersion)
        }
        return database
    }

    private static func explaining<Value>(_ file: URL, _ work: () throws -> Value) throws -> Value {
        do { return try work() } catch let error as TaskStoreError {
            throw error
        } catch let error as PrivateFile.Failure {
            throw TaskStoreError(file, error.reason)
        } catch let error as DatabaseError {
            throw TaskStoreError(file, error.message)
        } catch {
            throw TaskStoreError(file, error.explanation)
        }
    }

    package init() throws {
        database = try DatabasePool()
        try Self.schema.migrate(database)
    }

    package func list(of owner: String, _ query: TaskQuery) async throws -> TaskPage {
        try database.readHere { database in
            var writer = TaskListWriter(owner: owner, upTo: query.limit)
            try database.rows(query.sql(of: owner)) { row in
                let completed: Int64 = try row[2]
                try writer.append(
                    id: row.bytes(0), text: row.bytes(1), completed: completed != 0, milliseconds: row[3],
                    place: row[4])
            }
            return writer.page()
        }
    }

    package func task(_ id: TaskItem.ID, of owner: String) async throws -> StoredTask? {
        try database.readHere { database in
            try Row.fetchOne(
                database, sql: "SELECT * FROM task WHERE id = ? AND owner = ?", arguments: [id, owner],
                as: StoredTask.init(row:))
        }
    }

    package func add(_ task: TaskItem, upTo limit: Int, once key: IdempotencyKey?) async throws -> TaskAddition {
        try await database.write { database in
            guard let key else { return try Self.add(task, upTo: limit, to: database) }
            // Several statements make changes, and an error must roll back only these.
            return try database.inSavepoint { try Self.add(task, upTo: limit, once: key, to: database) }
        }
    }

    package func update(
        _ id: TaskItem.ID, of owner: String, text: String?, completed: Bool?, if condition: VersionCondition
    ) async throws -> TaskChange {
        try await change(
            """
            UPDATE task SET text = COALESCE(?4, text), completed = COALESCE(?5, completed), version = RANDOM(),
                folded = CASE WHEN ?4 IS NULL THEN folded ELSE ?6 END
            """, id, of: owner, if: condition, [text, completed, text.flatMap(SearchText.stored)])
    }

    package func remove(
        _ id: TaskItem.ID, of owner: String, if condition: VersionCondition
    ) async throws -> TaskChange {
        try await change("DELETE FROM task", id, of: owner, if: condition)
    }

    package func removeAll(withText text: String, of owner: String) async throws {
        try await database.write { database in
            try database.execute(
                sql: "DELETE FROM task WHERE text = ? AND owner = ?", arguments: [text, owner])
        }
    }

    package func removeAll(of owner: String) async throws {
        try await database.write { try $0.execute(sql: "DELETE FROM task WHERE owner = ?", arguments: [owner]) }
    }

    /// The statement's first three arguments are ID, owner, and versions.
    private func change(
        _ sql: String, _ id: TaskItem.ID, of owner: String, if condition: VersionCondition,
        _ more: StatementArguments = []
    ) async throws -> TaskChange {
        let versions: String? =
            if case .oneOf(let versions) = condition { versions.sorted().description } else { nil }
        return try await database.write { database in
            let changed = try Row.fetchAll(
                database,
                sql: sql + """
                     WHERE id = ?1 AND owner = ?2 AND (?3 IS NULL OR version IN (SELECT value FROM json_each(?3)))
                    RETURNING *
                    """, arguments: [id, owner, versions] + more, as: StoredTask.init(row:))
            if let changed = changed.first { return .done(changed) }
            let isThere = try Bool.fetchOne(
                database, sql: "SELECT 1 FROM task WHERE id = ? AND owner = ?", arguments: [id, owner])
            return isThere == nil ? .missing : .otherVersion
        }
    }
}
