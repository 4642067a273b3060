// SPDX-License-Identifier: Apache-2.0
import SQLiteRecords

extension SQLiteTaskStore {
    /// The migrations of a file, the oldest first.
    static var schema: DatabaseMigrator {
        var schema = DatabaseMigrator()
        schema.registerMigration("tasks") { database in
            // The order of arrival: a date does not give it, since clocks are sometimes set back.
            try database.execute(
                sql: """
                    CREATE TABLE "task" ("sequence" INTEGER PRIMARY KEY AUTOINCREMENT, "id" TEXT NOT NULL UNIQUE, \
                    "owner" TEXT NOT NULL, "text" TEXT NOT NULL, "completed" BOOLEAN NOT NULL, \
                    "milliseconds" INTEGER NOT NULL);
                    CREATE INDEX "task_on_owner" ON "task"("owner");
                    """)
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
