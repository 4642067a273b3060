// SPDX-License-Identifier: Apache-2.0

import PortableFoundation
import SQLiteRecords
import TaskListClient

extension SQLiteTaskStore {
    /// A place is at least the task's time, so it is not reused after the last task was removed, and a page can begin
    /// after it.
    static func add(_ task: TaskItem, upTo limit: Int, to database: Database) throws -> TaskAddition {
        guard
            let count = try Int.fetchOne(
                database, sql: "SELECT COUNT(*) FROM task WHERE owner = ?", arguments: [task.owner]), count < limit
        else { return .full }
        try database.execute(
            sql: """
                INSERT INTO task (id, owner, text, completed, milliseconds, sequence, folded)
                SELECT ?1, ?2, ?3, ?4, ?5, MAX(COALESCE(MAX(sequence), 0) + 1, ?5), ?6 FROM task WHERE owner = ?2
                """,
            arguments: [
                task.id, task.owner, task.text, task.completed, task.date.millisecondsSince1970,
                SearchText.stored(task.text),
            ])
        return .added
    }

    /// Also removes some expired keys.
    static func add(
        _ task: TaskItem, upTo limit: Int, once key: IdempotencyKey, to database: Database
    ) throws -> TaskAddition {
        let (now, fingerprint) = (task.date.millisecondsSince1970, IdempotencyKey.fingerprint(of: task.text))
        try database.execute(
            sql: """
                DELETE FROM addition WHERE (owner, key) IN (
                    SELECT owner, key FROM addition WHERE expires <= ? ORDER BY expires LIMIT ?)
                """, arguments: [now, IdempotencyKey.sweepCount])
        let earlier = try Row.fetchOne(
            database,
            sql: "SELECT fingerprint, id, milliseconds FROM addition WHERE owner = ? AND key = ? AND expires > ?",
            arguments: [task.owner, key.text, now]
        ) { row -> TaskAddition in
            guard try row["fingerprint"] == fingerprint else { return .keyReused }
            return try .repeated(
                TaskItem(
                    id: row["id"], owner: task.owner, text: task.text,
                    date: Date(millisecondsSince1970: row["milliseconds"])))
        }
        if let earlier { return earlier }
        let addition = try add(task, upTo: limit, to: database)
        guard addition == .added else { return addition }
        try database.execute(
            sql: "INSERT OR REPLACE INTO addition VALUES (?, ?, ?, ?, ?, ?)",
            arguments: [
                task.owner, key.text, fingerprint, task.id, now, now + Int64(IdempotencyKey.lifetime * 1000),
            ])
        return .added
    }
}

extension TaskQuery {
    /// Selects one more than the limit, which shows that more tasks follow.
    func sql(of owner: String) -> SQL {
        var sql: SQL = "SELECT id, text, completed, milliseconds, sequence FROM task WHERE owner = \(owner)"
        if let after { sql.append(" AND sequence > \(after)") }
        if let completed { sql.append(" AND completed = \(completed)") }
        if let search { sql.append(" AND INSTR(COALESCE(folded, LOWER(text)), \(search.folded)) > 0") }
        sql.append(" ORDER BY sequence")
        if let limit { sql.append(" LIMIT \(limit + 1)") }
        return sql
    }
}

extension StoredTask {
    init(row: Row) throws {
        try self.init(
            TaskItem(
                id: row["id"], owner: row["owner"], text: row["text"], completed: row["completed"],
                date: Date(millisecondsSince1970: row["milliseconds"])), version: row["version"])
    }
}

extension SQLiteTaskStore {
    static var schema: DatabaseMigrator {
        var schema = DatabaseMigrator()
        schema.registerMigration("tasks") { database in
            // The order of arrival; dates do not determine it, because clocks are sometimes set back.
            try database.execute(
                sql: """
                    CREATE TABLE "task" ("sequence" INTEGER PRIMARY KEY AUTOINCREMENT, "id" TEXT NOT NULL UNIQUE, \
                    "owner" TEXT NOT NULL, "text" TEXT NOT NULL, "completed" BOOLEAN NOT NULL, \
                    "milliseconds" INTEGER NOT NULL);
                    CREATE INDEX "task_on_owner" ON "task"("owner");
                    """)
        }
        // The tasks of an owner are stored together, so that a list is read from one place.
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
        schema.registerMigration("versions, searches and keys") { database in
            try database.execute(
                sql: """
                    ALTER TABLE task ADD COLUMN version INTEGER NOT NULL DEFAULT 0;
                    ALTER TABLE task ADD COLUMN folded TEXT;
                    CREATE TABLE addition (
                        owner TEXT NOT NULL, key TEXT NOT NULL, fingerprint BLOB NOT NULL, id TEXT NOT NULL,
                        milliseconds INTEGER NOT NULL, expires INTEGER NOT NULL, PRIMARY KEY (owner, key)
                    ) WITHOUT ROWID;
                    CREATE INDEX additionByExpiry ON addition (expires);
                    """)
            let tasks: [(owner: String, sequence: Int64, text: String)] = try Row.fetchAll(
                database, sql: "SELECT owner, sequence, text FROM task"
            ) { try ($0[0], $0[1], $0[2]) }
            for task in tasks {
                guard let folded = SearchText.stored(task.text) else { continue }
                try database.execute(
                    sql: "UPDATE task SET folded = ? WHERE owner = ? AND sequence = ?",
                    arguments: [folded, task.owner, task.sequence])
            }
        }
        return schema
    }
}
