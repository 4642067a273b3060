// SPDX-License-Identifier: Apache-2.0
public import Foundation
public import WebSignIn

/// Keeps the sessions of a web app in PostgreSQL, which many instances on many machines may share.
///
/// Each method is one statement, so that no request holds a connection for itself. Claims compare the clocks of the
/// instances: keep them within seconds of each other.
///
/// ```swift
/// let sessions = try await PostgresWebSessionStorage(in: database)
/// let web = try WebSignIn(
///     at: address, registrations: [work], keepingIn: sessions, over: transport)
/// ```
public struct PostgresWebSessionStorage: WebSessionStorage {
    let database: PostgresDatabase

    /// Brings the tables to this version; several instances may do so at once.
    ///
    /// - Throws: ``PostgresError``: `laterVersion` if the tables are too new for this program.
    public init(in database: PostgresDatabase) async throws {
        self.database = database
        try await Self.schema.migrate(database)
    }

    /// Keeps a new session.
    public func insert(_ session: StoredSession) async throws {
        try await database.execute(
            Self.insertion,
            [
                .text(session.id.rawValue), .text(session.lookup.rawValue), .bytes(session.sealedKey),
                .date(session.startedAt), .date(session.usedAt), .date(session.endsAt), .date(session.expiresAt),
                .text(session.browser),
            ])
    }

    /// The session of a cookie.
    public func session(_ lookup: StoredSession.Lookup) async throws -> StoredSession? {
        try await database.query(Self.byLookup, [.text(lookup.rawValue)]) { $0.first(StoredSession.init) }
    }

    /// Replaces a session, if its cookie is still this one.
    public func replace(_ session: StoredSession, at lookup: StoredSession.Lookup) async throws -> Bool {
        try await database.execute(
            Self.replacement,
            [
                .text(session.lookup.rawValue), .bytes(session.sealedKey), .date(session.usedAt),
                .date(session.endsAt), .date(session.expiresAt), .text(session.id.rawValue), .text(lookup.rawValue),
            ]) > 0
    }

    /// The sessions of these names that there are.
    public func sessions(_ ids: Set<StoredSession.ID>) async throws -> [StoredSession] {
        try await database.query(Self.byID, [.texts(ids.map(\.rawValue))]) { $0.map(StoredSession.init) }
    }

    /// Every session that has an account and has not expired, the latest first.
    public func signedInSessions(at now: Date) async throws -> [StoredSession] {
        try await database.query(Self.signedIn, [.date(now)]) { $0.map(StoredSession.init) }
    }

    /// Removes a session and its entries.
    public func remove(_ id: StoredSession.ID) async throws {
        try await database.execute(Self.removal, [.text(id.rawValue)])
    }

    /// Removes all sessions that expired before this time, and claims that ended.
    ///
    /// It takes a thousand at a time, and leaves out those that another instance is removing.
    public func removeExpired(at now: Date) async throws {
        for statement in [Self.expiry, Self.claimExpiry] {
            while try await database.execute(statement, [.date(now)]) == Self.removedAtOnce {}
        }
    }

    /// Claims a name until a time.
    public func claim(_ name: String, by owner: String, until end: Date, now: Date) async throws -> Bool {
        try await database.execute(Self.claiming, [.text(name), .text(owner), .date(end), .date(now)]) > 0
    }

    /// Ends a claim early, if it is still of this owner.
    public func release(_ name: String, by owner: String) async throws {
        // A cancelled request gives its claim up as well, so that the next one need not wait for the claim's end.
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
