// SPDX-License-Identifier: Apache-2.0
public import PortableFoundation
public import WebSignIn

/// A session storage in PostgreSQL, for many instances of a web app on many machines.
///
/// Each method is a single statement, so no request occupies a connection. Claims compare the instances' clocks: keep
/// them synchronized to within seconds.
///
/// ```swift
/// let sessions = try await PostgresWebSessionStorage(in: database)
/// let web = try WebSignIn(
///     at: address, registrations: [work], keepingIn: sessions, over: transport)
/// ```
public struct PostgresWebSessionStorage: WebSessionStorage {
    let database: PostgresDatabase

    /// Creates a storage, and migrates the tables to this version; several instances can do so at once.
    ///
    /// - Throws: ``PostgresError``: `laterVersion` if the tables are too new for this program.
    public init(in database: PostgresDatabase) async throws {
        self.database = database
        try await Self.schema.migrate(database)
    }

    /// Stores a new session.
    public func insert(_ session: StoredSession) async throws {
        try await database.execute(
            Self.insertion,
            [
                .text(session.id.rawValue), .text(session.lookup.rawValue), .bytes(session.sealedKey),
                .date(session.startedAt), .date(session.usedAt), .date(session.endsAt), .date(session.expiresAt),
                .text(session.browser),
            ])
    }

    /// Returns a cookie's session.
    public func session(_ lookup: StoredSession.Lookup) async throws -> StoredSession? {
        try await database.query(Self.byLookup, [.text(lookup.rawValue)]) { $0.first(StoredSession.init) }
    }

    /// Replaces a session, if its cookie has not changed.
    public func replace(_ session: StoredSession, at lookup: StoredSession.Lookup) async throws -> Bool {
        try await database.execute(
            Self.replacement,
            [
                .text(session.lookup.rawValue), .bytes(session.sealedKey), .date(session.usedAt),
                .date(session.endsAt), .date(session.expiresAt), .text(session.id.rawValue), .text(lookup.rawValue),
            ]) > 0
    }

    /// Returns the existing sessions among these IDs.
    public func sessions(_ ids: Set<StoredSession.ID>) async throws -> [StoredSession] {
        try await database.query(Self.byID, [.texts(ids.map(\.rawValue))]) { $0.map(StoredSession.init) }
    }

    /// Returns every unexpired session with an account, latest first.
    public func signedInSessions(at now: Date) async throws -> [StoredSession] {
        try await database.query(Self.signedIn, [.date(now)]) { $0.map(StoredSession.init) }
    }

    /// Removes a session and its entries.
    public func remove(_ id: StoredSession.ID) async throws {
        try await database.execute(Self.removal, [.text(id.rawValue)])
    }

    /// Removes the sessions of these cookies, and their entries.
    public func remove(at lookups: Set<StoredSession.Lookup>) async throws {
        try await database.execute(Self.removalByLookup, [.texts(lookups.map(\.rawValue))])
    }

    /// Removes all sessions that expired before this time, and claims that have ended.
    ///
    /// It removes a thousand at a time, and skips those that another instance is removing.
    public func removeExpired(at now: Date) async throws {
        for statement in [Self.expiry, Self.claimExpiry] {
            while try await database.execute(statement, [.date(now)]) == Self.removedAtOnce {}
        }
    }

    /// Claims a name until a time.
    public func claim(_ name: String, by owner: String, until end: Date, now: Date) async throws -> Bool {
        try await database.execute(Self.claiming, [.text(name), .text(owner), .date(end), .date(now)]) > 0
    }

    /// Ends a claim early, if this owner still holds it.
    public func release(_ name: String, by owner: String) async throws {
        // In its own task, so that a canceled request releases the claim, too, and the next one need not wait.
        _ = try await Task { try await database.execute(Self.releasing, [.text(name), .text(owner)]) }.value
    }
}

extension PostgresWebSessionStorage {
    private static let insertion = PostgresStatement.write(
        """
        INSERT INTO web_session (id, lookup, sealed_key, started_at, used_at, ends_at, expires_at, browser)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
        """)
    private static let byLookup = PostgresStatement.read(
        """
        SELECT id, lookup, sealed_key, started_at, used_at, ends_at, expires_at, browser
        FROM web_session WHERE lookup = $1
        """)
    private static let byID = PostgresStatement.read(
        """
        SELECT id, lookup, sealed_key, started_at, used_at, ends_at, expires_at, browser
        FROM web_session WHERE id = ANY ($1)
        """)
    private static let replacement = PostgresStatement.write(
        """
        UPDATE web_session SET lookup = $1, sealed_key = $2, used_at = $3, ends_at = $4, expires_at = $5
        WHERE id = $6 AND lookup = $7
        """)
    private static let signedIn = PostgresStatement.read(
        """
        SELECT id, lookup, sealed_key, started_at, used_at, ends_at, expires_at, browser FROM web_session
        WHERE expires_at > $1 AND EXISTS (
            SELECT FROM web_session_entry WHERE session = id AND index_names <> '{}'
        ) ORDER BY used_at DESC, id DESC
        """)
    private static let removal = PostgresStatement.write("DELETE FROM web_session WHERE id = $1")
    private static let removalByLookup = PostgresStatement.write("DELETE FROM web_session WHERE lookup = ANY ($1)")
    private static let expiry = PostgresStatement.write(
        """
        DELETE FROM web_session WHERE id IN (
            SELECT id FROM web_session WHERE expires_at <= $1 LIMIT 1000 FOR UPDATE SKIP LOCKED
        )
        """)
    private static let claimExpiry = PostgresStatement.write(
        """
        DELETE FROM web_session_claim WHERE name IN (
            SELECT name FROM web_session_claim WHERE ends_at <= $1 LIMIT 1000 FOR UPDATE SKIP LOCKED
        )
        """)
    private static let removedAtOnce = 1000
    private static let claiming = PostgresStatement.write(
        """
        INSERT INTO web_session_claim AS kept (name, owner, ends_at) VALUES ($1, $2, $3)
        ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, ends_at = excluded.ends_at WHERE kept.ends_at <= $4
        """)
    private static let releasing = PostgresStatement.write(
        "DELETE FROM web_session_claim WHERE name = $1 AND owner = $2")
}

extension StoredSession {
    fileprivate init(_ row: PostgresRow) {
        self.init(
            id: ID(rawValue: row.text(0)), lookup: Lookup(rawValue: row.text(1)), sealedKey: row.data(2),
            startedAt: row.date(3), usedAt: row.date(4), endsAt: row.date(5), expiresAt: row.date(6),
            browser: row.text(7))
    }
}

extension PostgresWebSessionStorage {
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
                    // Without a list of pending changes, no single sign-in pays for thousands of earlier ones.
                    """
                    CREATE INDEX web_session_entry_by_index_name ON web_session_entry USING gin (index_names)
                    WITH (fastupdate = off)
                    """,
                    // A server crash ends the programs' connections, too: no claim needs to survive it.
                    """
                    CREATE UNLOGGED TABLE web_session_claim (
                        name text COLLATE "C" PRIMARY KEY, owner text NOT NULL, ends_at double precision NOT NULL
                    )
                    """,
                ])
        ])
}
