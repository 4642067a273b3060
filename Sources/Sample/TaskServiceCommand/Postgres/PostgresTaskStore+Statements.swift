// SPDX-License-Identifier: Apache-2.0

import PostgresStorage

extension PostgresTaskStore {
    static let all = PostgresStatement.read(
        "SELECT id, text, completed, milliseconds, sequence FROM task WHERE owner = $1 ORDER BY sequence")

    /// Parameters: owner, place, state, search, and one more than the limit; NULL matches all.
    static let some = PostgresStatement.read(
        """
        SELECT id, text, completed, milliseconds, sequence FROM task
        WHERE owner = $1 AND ($2::bigint IS NULL OR sequence > $2) AND ($3::boolean IS NULL OR completed = $3)
            AND ($4::text IS NULL OR strpos(COALESCE(folded, lower(text COLLATE "C")), $4) > 0)
        ORDER BY sequence LIMIT $5
        """)

    static let one = PostgresStatement.read(
        "SELECT id, text, completed, milliseconds, version FROM task WHERE id = $1 AND owner = $2")

    /// Parameters: owner, milliseconds, limit, id, text, completed, folded.
    ///
    /// The owner's row, which the statement locks, counts the tasks and assigns their places. A place is at least the
    /// task's time, so it is not reused after the last task was removed.
    static let addition = PostgresStatement.write(
        """
        WITH place AS (
            INSERT INTO task_owner AS kept (owner, count, last) SELECT $1, 1, GREATEST(1, $2) WHERE $3 > 0
            ON CONFLICT (owner) DO UPDATE SET count = kept.count + 1, last = GREATEST(kept.last + 1, $2)
            WHERE kept.count < $3 RETURNING last
        )
        INSERT INTO task (owner, sequence, id, text, completed, milliseconds, version, folded)
        SELECT $1, last, $4, $5, $6, $2, 0, $7 FROM place
        """)

    /// Parameters: id, owner, versions, text, completed, folded, the next version.
    static let update = PostgresStatement.write(
        """
        WITH changed AS (
            UPDATE task SET text = COALESCE($4, text), completed = COALESCE($5, completed), version = $7,
                folded = CASE WHEN $4 IS NULL THEN folded ELSE $6 END
            WHERE id = $1 AND owner = $2 AND ($3::bigint[] IS NULL OR version = ANY ($3))
            RETURNING id, text, completed, milliseconds, version
        )
        SELECT id, text, completed, milliseconds, version, true FROM changed
        UNION ALL
        SELECT id, text, completed, milliseconds, version, false FROM task
        WHERE id = $1 AND owner = $2 AND NOT EXISTS (SELECT FROM changed)
        """)

    /// Parameters: id, owner, versions.
    static let removal = PostgresStatement.write(
        """
        WITH removed AS (
            DELETE FROM task WHERE id = $1 AND owner = $2 AND ($3::bigint[] IS NULL OR version = ANY ($3))
            RETURNING id, text, completed, milliseconds, version
        ), counted AS (
            UPDATE task_owner SET count = count - 1 WHERE owner = $2 AND EXISTS (SELECT FROM removed)
        )
        SELECT id, text, completed, milliseconds, version, true FROM removed
        UNION ALL
        SELECT id, text, completed, milliseconds, version, false FROM task
        WHERE id = $1 AND owner = $2 AND NOT EXISTS (SELECT FROM removed)
        """)

    static let removalByText = PostgresStatement.write(
        """
        WITH removed AS (DELETE FROM task WHERE owner = $1 AND text = $2 RETURNING 1)
        UPDATE task_owner SET count = count - (SELECT count(*) FROM removed) WHERE owner = $1
        """)

    static let removalOfAll = PostgresStatement.write(
        """
        WITH removed AS (DELETE FROM task WHERE owner = $1 RETURNING 1)
        UPDATE task_owner SET count = count - (SELECT count(*) FROM removed) WHERE owner = $1
        """)

    /// The lock on an owner's key ends with the transaction.
    static let keyLock = PostgresStatement.read(
        "SELECT pg_advisory_xact_lock(hashtextextended(octet_length($1) || ':' || $1 || $2, 0))")

    static let keptKey = PostgresStatement.read(
        "SELECT fingerprint, id, milliseconds FROM task_addition WHERE owner = $1 AND key = $2 AND expires > $3")

    static let keyInsertion = PostgresStatement.write(
        """
        INSERT INTO task_addition (owner, key, fingerprint, id, milliseconds, expires)
        VALUES ($1, $2, $3, $4, $5, $6)
        ON CONFLICT (owner, key) DO UPDATE SET fingerprint = excluded.fingerprint, id = excluded.id,
            milliseconds = excluded.milliseconds, expires = excluded.expires
        """)

    static let keySweep = PostgresStatement.write(
        """
        DELETE FROM task_addition WHERE (owner, key) IN (
            SELECT owner, key FROM task_addition WHERE expires <= $1 ORDER BY expires LIMIT $2 FOR UPDATE SKIP LOCKED
        )
        """)
}

extension PostgresTaskStore {
    /// The collation "C" compares bytes, as the other stores do, so an update of the operating system never changes the
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
                    // A count need not survive a crash of the server; without logging, no request waits for the disk.
                    """
                    CREATE UNLOGGED TABLE task_request (
                        owner text COLLATE "C" PRIMARY KEY, full_at bigint NOT NULL
                    ) WITH (fillfactor = 50)
                    """,
                ]),
            PostgresMigration(
                2, "removal of old limits", compatibleSince: 1,
                [
                    // A rewrite of many rows would delay requests. A crash loses the counts as well.
                    "TRUNCATE task_request",
                    // An index of full_at would make each request write to it; the hour rarely changes.
                    "ALTER TABLE task_request ADD COLUMN hour bigint GENERATED ALWAYS AS (full_at / 3600000000) STORED",
                    "CREATE INDEX task_request_by_hour ON task_request (hour)",
                ]),
        ])
}
