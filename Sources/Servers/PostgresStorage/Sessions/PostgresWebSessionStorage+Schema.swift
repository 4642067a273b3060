// SPDX-License-Identifier: Apache-2.0

extension PostgresWebSessionStorage {
    /// The tables.
    ///
    /// The collation "C" compares bytes: an update of the operating system never changes the order of an index.
    static let schema = PostgresSchema(
        "web sessions",
        [
            PostgresMigration(
                1, "sessions, their entries, and claims", compatibleSince: 1,
                [
                    """
                    CREATE TABLE web_session (
                        id text COLLATE "C" PRIMARY KEY, lookup text COLLATE "C" NOT NULL UNIQUE,
                        sealed_key bytea NOT NULL, started_at double precision NOT NULL,
                        used_at double precision NOT NULL, ends_at double precision NOT NULL,
                        expires_at double precision NOT NULL, browser text NOT NULL
                    )
                    """,
                    "CREATE INDEX web_session_by_expiry ON web_session (expires_at)",
                    """
                    CREATE TABLE web_session_entry (
                        session text COLLATE "C" NOT NULL REFERENCES web_session ON DELETE CASCADE,
                        name text COLLATE "C" NOT NULL, version bigint NOT NULL, content bytea NOT NULL,
                        index_names text[] NOT NULL, date double precision NOT NULL, PRIMARY KEY (session, name)
                    )
                    """,
                    // Without its list of pending changes, no single sign-in pays for the thousands before.
                    """
                    CREATE INDEX web_session_entry_by_index_name ON web_session_entry USING gin (index_names)
                    WITH (fastupdate = off)
                    """,
                    // A crash of the server ends the programs' connections, too: no claim need survive it.
                    """
                    CREATE UNLOGGED TABLE web_session_claim (
                        name text COLLATE "C" PRIMARY KEY, owner text NOT NULL, ends_at double precision NOT NULL
                    )
                    """,
                ])
        ])
}
