// SPDX-License-Identifier: Apache-2.0
public import PortableFoundation
import PrivateFiles
import SQLiteRecords
public import WebSignIn

/// A session storage in a SQLite file, which several processes on one machine can share.
///
/// ```swift
/// let sessions = try SQLiteWebSessionStorage(file: folder.appending(path: "sessions.sqlite"))
/// let web = try WebSignIn(
///     at: address, registrations: [work], keepingIn: sessions, over: transport)
/// ```
public struct SQLiteWebSessionStorage: WebSessionStorage {
    let database: DatabasePool

    /// Opens a file, or creates one that only its owner can read; blocks while it accesses the disk.
    ///
    /// - Throws: ``WebSessionFileError`` if a later version of the program wrote the file; an error of SQLite or of the
    ///   file system if the file cannot be opened or does not contain sessions.
    public init(file: URL) throws {
        database = try Self.open(file)
        try Self.schema.migrate(database)
    }

    /// Throws for a file that cannot be opened, or is of a later version, before a program changes other files.
    package static func check(file: URL) throws {
        guard FileManager.default.fileExists(atPath: file.path) else { return }
        try open(file).close()
    }

    private static func open(_ file: URL) throws -> DatabasePool {
        try PrivateFile.makeFolderOthersMaySee(file.deletingLastPathComponent())
        // SQLite gives its other files the permissions of this one.
        try PrivateFile.make(file)
        // Each read is of a few rows, on the caller's thread. A rotated refresh token must survive a power failure.
        let database = try DatabasePool(path: file.path, durability: .power, readers: 0)
        guard try !database.readHere({ try schema.hasBeenSuperseded($0) }) else {
            database.close()
            throw WebSessionFileError(file: file)
        }
        return database
    }

    private static var schema: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("sessions") { database in
            try database.execute(
                sql: """
                    CREATE TABLE session (
                        id TEXT PRIMARY KEY, lookup TEXT NOT NULL UNIQUE, sealedKey BLOB NOT NULL,
                        startedAt REAL NOT NULL, usedAt REAL NOT NULL, endsAt REAL NOT NULL, expiresAt REAL NOT NULL,
                        browser TEXT NOT NULL
                    ) WITHOUT ROWID;
                    CREATE INDEX sessionByExpiry ON session (expiresAt);
                    CREATE TABLE entry (
                        session TEXT NOT NULL REFERENCES session (id) ON DELETE CASCADE, name TEXT NOT NULL,
                        version INTEGER NOT NULL, content BLOB NOT NULL, date REAL NOT NULL,
                        PRIMARY KEY (session, name)
                    ) WITHOUT ROWID;
                    CREATE TABLE entryIndex (
                        indexName TEXT NOT NULL, session TEXT NOT NULL, entry TEXT NOT NULL,
                        PRIMARY KEY (indexName, session, entry),
                        FOREIGN KEY (session, entry) REFERENCES entry (session, name) ON DELETE CASCADE
                    ) WITHOUT ROWID;
                    CREATE INDEX entryIndexByEntry ON entryIndex (session, entry);
                    CREATE TABLE claim (
                        name TEXT PRIMARY KEY, owner TEXT NOT NULL, until REAL NOT NULL
                    ) WITHOUT ROWID;
                    """)
        }
        return migrator
    }

    /// Stores a new session.
    public func insert(_ session: StoredSession) async throws {
        try await database.write { database in
            try database.execute(
                sql: "INSERT INTO session VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                arguments: [
                    session.id.rawValue, session.lookup.rawValue, session.sealedKey,
                    session.startedAt.timeIntervalSince1970, session.usedAt.timeIntervalSince1970,
                    session.endsAt.timeIntervalSince1970, session.expiresAt.timeIntervalSince1970, session.browser,
                ])
        }
    }

    /// Returns a cookie's session.
    public func session(_ lookup: StoredSession.Lookup) async throws -> StoredSession? {
        try database.readHere { database in
            try Row.fetchOne(
                database, sql: "SELECT * FROM session WHERE lookup = ?", arguments: [lookup.rawValue],
                as: StoredSession.init(row:))
        }
    }

    /// Replaces a session, if its cookie has not changed.
    public func replace(_ session: StoredSession, at lookup: StoredSession.Lookup) async throws -> Bool {
        try await database.write { database in
            try database.execute(
                sql: """
                    UPDATE session SET lookup = ?, sealedKey = ?, usedAt = ?, endsAt = ?, expiresAt = ?
                    WHERE id = ? AND lookup = ?
                    """,
                arguments: [
                    session.lookup.rawValue, session.sealedKey, session.usedAt.timeIntervalSince1970,
                    session.endsAt.timeIntervalSince1970, session.expiresAt.timeIntervalSince1970,
                    session.id.rawValue, lookup.rawValue,
                ])
            return database.changesCount > 0
        }
    }

    /// Returns the existing sessions among these IDs.
    public func sessions(_ ids: Set<StoredSession.ID>) async throws -> [StoredSession] {
        try database.readHere { database in
            try ids.compactMap { id in
                try Row.fetchOne(
                    database, sql: "SELECT * FROM session WHERE id = ?", arguments: [id.rawValue],
                    as: StoredSession.init(row:))
            }
        }
    }

    /// Returns every unexpired session with an account, latest first.
    public func signedInSessions(at now: Date) async throws -> [StoredSession] {
        try database.readHere { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT * FROM session WHERE expiresAt > ?
                    AND EXISTS (SELECT 1 FROM entryIndex WHERE entryIndex.session = session.id)
                    ORDER BY usedAt DESC, id DESC
                    """, arguments: [now.timeIntervalSince1970], as: StoredSession.init(row:))
        }
    }

    /// Removes a session and its entries.
    public func remove(_ id: StoredSession.ID) async throws {
        try await database.write { database in
            try database.execute(sql: "DELETE FROM session WHERE id = ?", arguments: [id.rawValue])
        }
    }

    /// Removes the sessions of these cookies, and their entries.
    public func remove(at lookups: Set<StoredSession.Lookup>) async throws {
        let list = String(decoding: try JSONEncoder().encode(lookups.map(\.rawValue)), as: UTF8.self)
        try await database.write { database in
            try database.execute(
                sql: "DELETE FROM session WHERE lookup IN (SELECT value FROM json_each(?))", arguments: [list])
        }
    }

    /// Removes all sessions that expired before this time, and claims that have ended.
    public func removeExpired(at now: Date) async throws {
        try await database.write { database in
            let now = now.timeIntervalSince1970
            try database.execute(sql: "DELETE FROM session WHERE expiresAt <= ?", arguments: [now])
            try database.execute(sql: "DELETE FROM claim WHERE until <= ?", arguments: [now])
        }
    }

    /// Claims a name until a time.
    public func claim(_ name: String, by owner: String, until end: Date, now: Date) async throws -> Bool {
        try await database.write { database in
            try database.execute(
                sql: """
                    INSERT INTO claim VALUES (?, ?, ?)
                    ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, until = excluded.until WHERE until <= ?
                    """, arguments: [name, owner, end.timeIntervalSince1970, now.timeIntervalSince1970])
            return database.changesCount > 0
        }
    }

    /// Ends a claim early, if this owner still holds it.
    public func release(_ name: String, by owner: String) async throws {
        try await database.write { database in
            try database.execute(sql: "DELETE FROM claim WHERE name = ? AND owner = ?", arguments: [name, owner])
        }
    }
}

extension SQLiteWebSessionStorage {
    /// Returns an entry of a session.
    public func entry(_ name: String, of session: StoredSession.ID) async throws -> StoredEntry? {
        try database.readHere { try Self.entry(name, of: session, in: $0) }
    }

    /// Returns the version of an entry, without its content.
    public func version(_ name: String, of session: StoredSession.ID) async throws -> Int? {
        try database.readHere { try Self.version(name, of: session, in: $0) }
    }

    /// Returns a session's entries whose names begin with a prefix.
    public func entries(beginning prefix: String, of session: StoredSession.ID) async throws -> [StoredEntry] {
        try database.readHere { database in
            try Row.fetchAll(
                database, sql: "\(Self.entries) WHERE session = ? AND name >= ? AND substr(name, 1, ?) = ?",
                arguments: [session.rawValue, prefix, prefix.count, prefix], as: StoredEntry.init(row:))
        }
    }

    /// Saves an entry, if the stored one has this version and the session exists.
    public func save(
        _ entry: StoredEntry, replacing version: Int, of session: StoredSession.ID
    ) async throws -> Bool {
        try await database.write { database in
            let stored = try Self.version(entry.name, of: session, in: database)
            let exists = try Bool.fetchOne(
                database, sql: "SELECT 1 FROM session WHERE id = ?", arguments: [session.rawValue])
            guard exists == true, stored ?? 0 == version else { return false }
            try Self.remove(entry.name, of: session, in: database)
            try database.execute(
                sql: "INSERT INTO entry VALUES (?, ?, ?, ?, ?)",
                arguments: [
                    session.rawValue, entry.name, entry.version, entry.content, entry.date.timeIntervalSince1970,
                ])
            for name in entry.indexNames {
                try database.execute(
                    sql: "INSERT INTO entryIndex VALUES (?, ?, ?)", arguments: [name, session.rawValue, entry.name])
            }
            return true
        }
    }

    /// Removes and returns an entry; of several concurrent callers, only one gets it.
    public func take(_ name: String, of session: StoredSession.ID) async throws -> StoredEntry? {
        try await database.write { database in
            guard let entry = try Self.entry(name, of: session, in: database) else { return nil }
            try Self.remove(name, of: session, in: database)
            return entry
        }
    }

    /// Returns the entries with an index name, from all sessions.
    public func entries(under indexName: String) async throws -> [(session: StoredSession.ID, entry: StoredEntry)] {
        try database.readHere { database in
            try Row.fetchAll(
                database,
                sql:
                    "\(Self.entries) WHERE (session, name) IN (SELECT session, entry FROM entryIndex WHERE indexName = ?)",
                arguments: [indexName]
            ) { try (StoredSession.ID(rawValue: $0["session"]), StoredEntry(row: $0)) }
        }
    }

    private static func entry(
        _ name: String, of session: StoredSession.ID, in database: Database
    ) throws -> StoredEntry? {
        try Row.fetchOne(
            database, sql: "\(entries) WHERE session = ? AND name = ?", arguments: [session.rawValue, name],
            as: StoredEntry.init(row:))
    }

    private static func version(
        _ name: String, of session: StoredSession.ID, in database: Database
    ) throws -> Int? {
        try Int.fetchOne(
            database, sql: "SELECT version FROM entry WHERE session = ? AND name = ?",
            arguments: [session.rawValue, name])
    }

    /// Selects entries with their index names, which contain no spaces.
    private static let entries = """
        SELECT *, (SELECT group_concat(indexName, ' ') FROM entryIndex
        WHERE entryIndex.session = entry.session AND entryIndex.entry = entry.name) AS indexNames FROM entry
        """

    private static func remove(_ name: String, of session: StoredSession.ID, in database: Database) throws {
        try database.execute(
            sql: "DELETE FROM entry WHERE session = ? AND name = ?", arguments: [session.rawValue, name])
    }
}

extension StoredSession {
    fileprivate init(row: Row) throws {
        try self.init(
            id: ID(rawValue: row["id"]), lookup: Lookup(rawValue: row["lookup"]), sealedKey: row["sealedKey"],
            startedAt: Date(timeIntervalSince1970: row["startedAt"]),
            usedAt: Date(timeIntervalSince1970: row["usedAt"]), endsAt: Date(timeIntervalSince1970: row["endsAt"]),
            expiresAt: Date(timeIntervalSince1970: row["expiresAt"]), browser: row["browser"])
    }
}

extension StoredEntry {
    fileprivate init(row: Row) throws {
        let indexNames: String? = try row["indexNames"]
        try self.init(
            name: row["name"], version: row["version"], content: row["content"],
            indexNames: Set((indexNames ?? "").split(separator: " ").map(String.init)),
            date: Date(timeIntervalSince1970: row["date"]))
    }
}
