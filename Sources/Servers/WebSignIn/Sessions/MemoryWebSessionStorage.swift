// SPDX-License-Identifier: Apache-2.0
public import PortableFoundation

/// A session storage that lasts as long as the program.
///
/// ```swift
/// let sessions = MemoryWebSessionStorage()
/// let web = try WebSignIn(
///     at: address, registrations: [work], keepingIn: sessions, over: transport)
/// ```
public actor MemoryWebSessionStorage: WebSessionStorage {
    private struct Place: Hashable {
        let session: StoredSession.ID
        let name: String
    }

    private var sessions: [StoredSession.ID: StoredSession] = [:]
    private var lookups: [StoredSession.Lookup: StoredSession.ID] = [:]
    private var entries: [StoredSession.ID: [String: StoredEntry]] = [:]
    private var index: [String: Set<Place>] = [:]
    private var claims: [String: (owner: String, end: Date)] = [:]

    /// Creates an empty storage.
    public init() {}

    /// Stores a new session.
    public func insert(_ session: StoredSession) {
        sessions[session.id] = session
        lookups[session.lookup] = session.id
    }

    /// Returns a cookie's session.
    public func session(_ lookup: StoredSession.Lookup) -> StoredSession? {
        lookups[lookup].flatMap { sessions[$0] }
    }

    /// Replaces a session, if its cookie has not changed.
    public func replace(_ session: StoredSession, at lookup: StoredSession.Lookup) -> Bool {
        guard lookups[lookup] == session.id else { return false }
        lookups[lookup] = nil
        insert(session)
        return true
    }

    /// Returns the existing sessions among these IDs.
    public func sessions(_ ids: Set<StoredSession.ID>) -> [StoredSession] { ids.compactMap { sessions[$0] } }

    /// Returns every unexpired session with an account, latest first.
    public func signedInSessions(at now: Date) -> [StoredSession] {
        sessions.values.filter { session in
            session.expiresAt > now
                && entries[session.id]?.values.contains { !$0.indexNames.isEmpty } == true
        }.sorted { ($0.usedAt, $0.id.rawValue) > ($1.usedAt, $1.id.rawValue) }
    }

    /// Removes a session and its entries.
    public func remove(_ id: StoredSession.ID) {
        for name in (entries[id] ?? [:]).keys { _ = take(name, of: id) }
        entries[id] = nil
        if let session = sessions.removeValue(forKey: id) { lookups[session.lookup] = nil }
    }

    /// Removes the sessions of these cookies, and their entries.
    public func remove(at lookups: Set<StoredSession.Lookup>) {
        for id in lookups.compactMap({ self.lookups[$0] }) { remove(id) }
    }

    /// Removes all sessions that expired before this time, and claims that have ended.
    public func removeExpired(at now: Date) {
        for session in sessions.values where session.expiresAt <= now { remove(session.id) }
        claims = claims.filter { $0.value.end > now }
    }

    /// Returns an entry of a session.
    public func entry(_ name: String, of session: StoredSession.ID) -> StoredEntry? { entries[session]?[name] }

    /// Returns the version of an entry.
    public func version(_ name: String, of session: StoredSession.ID) -> Int? { entries[session]?[name]?.version }

    /// Returns a session's entries whose names begin with a prefix.
    public func entries(beginning prefix: String, of session: StoredSession.ID) -> [StoredEntry] {
        (entries[session] ?? [:]).values.filter { $0.name.hasPrefix(prefix) }
    }

    /// Saves an entry, if the stored one has this version and the session exists.
    public func save(_ entry: StoredEntry, replacing version: Int, of session: StoredSession.ID) -> Bool {
        guard sessions[session] != nil, self.version(entry.name, of: session) ?? 0 == version else { return false }
        _ = take(entry.name, of: session)
        entries[session, default: [:]][entry.name] = entry
        for name in entry.indexNames { index[name, default: []].insert(Place(session: session, name: entry.name)) }
        return true
    }

    /// Removes and returns an entry.
    public func take(_ name: String, of session: StoredSession.ID) -> StoredEntry? {
        guard let entry = entries[session]?.removeValue(forKey: name) else { return nil }
        for indexName in entry.indexNames {
            index[indexName]?.remove(Place(session: session, name: name))
            if index[indexName]?.isEmpty == true { index[indexName] = nil }
        }
        return entry
    }

    /// Returns the entries with an index name, from all sessions.
    public func entries(under indexName: String) -> [(session: StoredSession.ID, entry: StoredEntry)] {
        (index[indexName] ?? []).compactMap { place in
            entries[place.session]?[place.name].map { (place.session, $0) }
        }
    }

    /// Claims a name until a time.
    public func claim(_ name: String, by owner: String, until end: Date, now: Date) -> Bool {
        if let current = claims[name], current.end > now { return false }
        claims[name] = (owner, end)
        return true
    }

    /// Ends a claim early, if this owner still holds it.
    public func release(_ name: String, by owner: String) {
        if claims[name]?.owner == owner { claims[name] = nil }
    }
}
