// SPDX-License-Identifier: Apache-2.0
import PostgresStorage

extension PostgresTaskStore {
    /// The tables.
    ///
    /// The collation "C" compares bytes, as the other stores do; an update of the operating system never changes the
    /// order of an index.
    static let schema = PostgresSchema(
        "tasks",
        [
            PostgresMigration(
                1, "tasks, their owners, keys of additions, and limits", compatibleSince: 1,
                [
                    """
                    CREATE TABLE task_owner (
                        owner text COLLATE "C" PRIMARY KEY, count bigint NOT NULL, last bigint NOT NULL
                    ) WITH (fillfactor = 80)
                    """,
                    """
                    CREATE TABLE task (
                        owner text COLLATE "C" NOT NULL, sequence bigint NOT NULL,
                        id text COLLATE "C" NOT NULL UNIQUE, text text COLLATE "C" NOT NULL,
                        completed boolean NOT NULL, milliseconds bigint NOT NULL, version bigint NOT NULL,
                        folded text COLLATE "C", PRIMARY KEY (owner, sequence)
                    )
                    """,
                    """
                    CREATE TABLE task_addition (
                        owner text COLLATE "C" NOT NULL, key text COLLATE "C" NOT NULL, fingerprint bytea NOT NULL,
                        id text NOT NULL, milliseconds bigint NOT NULL, expires bigint NOT NULL,
                        PRIMARY KEY (owner, key)
                    )
                    """,
                    "CREATE INDEX task_addition_by_expiry ON task_addition (expires)",
                    // A count need not survive a crash of the server; without it, no request waits for the disk.
                    """
                    CREATE UNLOGGED TABLE task_request (
                        owner text COLLATE "C" PRIMARY KEY, full_at bigint NOT NULL
                    ) WITH (fillfactor = 50)
                    """,
                ]),
            PostgresMigration(
                2, "removal of old limits", compatibleSince: 1,
                [
                    // A rewrite of many rows would keep requests waiting. A crash forgets the counts as well.
                    "TRUNCATE task_request",
                    // An index of full_at would make each request write to it; the hour seldom changes.
                    "ALTER TABLE task_request ADD COLUMN hour bigint GENERATED ALWAYS AS (full_at / 3600000000) STORED",
                    "CREATE INDEX task_request_by_hour ON task_request (hour)",
                ]),
        ])
}
