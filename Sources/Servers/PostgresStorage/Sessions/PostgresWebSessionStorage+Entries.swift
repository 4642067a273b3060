// SPDX-License-Identifier: Apache-2.0
public import WebSignIn

extension PostgresWebSessionStorage {
    /// Returns an entry of a session.
    public func entry(_ name: String, of session: StoredSession.ID) async throws -> StoredEntry? {
        try await database.query(Self.byName, [.text(session.rawValue), .text(name)]) { $0.first(StoredEntry.init) }
    }

    /// Returns the version of an entry, without its content.
    public func version(_ name: String, of session: StoredSession.ID) async throws -> Int? {
        try await database.query(Self.versionByName, [.text(session.rawValue), .text(name)]) { rows in
            rows.first { Int($0.int(0)) }
        }
    }

    /// Returns a session's entries whose names begin with a prefix.
    public func entries(beginning prefix: String, of session: StoredSession.ID) async throws -> [StoredEntry] {
        try await database.query(Self.byPrefix, [.text(session.rawValue), .text(prefix)]) { $0.map(StoredEntry.init) }
    }

    /// Saves an entry, if the stored one has this version and the session exists.
    public func save(
        _ entry: StoredEntry, replacing version: Int, of session: StoredSession.ID
    ) async throws -> Bool {
        let values: [PostgresValue] = [
            .text(session.rawValue), .text(entry.name), .bytes(entry.content),
            .texts(entry.indexNames.sorted()), .date(entry.date), .int(Int64(entry.version)),
        ]
        guard version == 0 else {
            return try await database.execute(Self.update, values + [.int(Int64(version))]) > 0
        }
        do {
            return try await database.execute(Self.insertion, values) > 0
        } catch let error as PostgresError where error.sqlState == Self.noSession {
            return false
        }
    }

    /// Removes and returns an entry; of several concurrent callers, only one gets it.
    public func take(_ name: String, of session: StoredSession.ID) async throws -> StoredEntry? {
        try await database.query(Self.taking, [.text(session.rawValue), .text(name)]) { $0.first(StoredEntry.init) }
    }

    /// Returns the entries with an index name, from all sessions.
    public func entries(under indexName: String) async throws -> [(session: StoredSession.ID, entry: StoredEntry)] {
        try await database.query(Self.byIndexName, [.texts([indexName])]) { rows in
            rows.map { (StoredSession.ID(rawValue: $0.text(5)), StoredEntry($0)) }
        }
    }

    private static let byName = PostgresStatement.read(
        "SELECT name, version, content, index_names, date FROM web_session_entry WHERE session = $1 AND name = $2")
    private static let versionByName = PostgresStatement.read(
        "SELECT version FROM web_session_entry WHERE session = $1 AND name = $2")
    private static let byPrefix = PostgresStatement.read(
        """
        SELECT name, version, content, index_names, date FROM web_session_entry
        WHERE session = $1 AND name >= $2 AND starts_with(name, $2)
        """)
    private static let byIndexName = PostgresStatement.read(
        """
        SELECT name, version, content, index_names, date, session FROM web_session_entry WHERE index_names @> $1
        """)
    private static let insertion = PostgresStatement.write(
        """
        INSERT INTO web_session_entry (session, name, version, content, index_names, date)
        VALUES ($1, $2, $6, $3, $4, $5) ON CONFLICT (session, name) DO NOTHING
        """)
    private static let update = PostgresStatement.write(
        """
        UPDATE web_session_entry SET version = $6, content = $3, index_names = $4, date = $5
        WHERE session = $1 AND name = $2 AND version = $7
        """)
    private static let taking = PostgresStatement.write(
        """
        DELETE FROM web_session_entry WHERE session = $1 AND name = $2
        RETURNING name, version, content, index_names, date
        """)
    /// The error `foreign_key_violation`. PostgreSQL, appendix A
    private static let noSession = "23503"
}

extension StoredEntry {
    fileprivate init(_ row: PostgresRow) {
        self.init(
            name: row.text(0), version: Int(row.int(1)), content: row.data(2), indexNames: Set(row.texts(3)),
            date: row.date(4))
    }
}
