// SPDX-License-Identifier: Apache-2.0
public import PortableFoundation

/// A storage for a web app's sessions.
///
/// Several processes can share one. Every change is atomic: if two processes take an entry, only one gets it, and the
/// storage does not save an entry that another process has changed. Each method can throw an error of the storage. Test
/// an implementation with `WebSessionStorageConformance` of `SignInTesting`.
///
/// ```swift
/// func take(_ name: String, of session: StoredSession.ID) async throws -> StoredEntry? {
///     entries[session]?.removeValue(forKey: name)
/// }
/// ```
public protocol WebSessionStorage: Sendable {
    /// Stores a new session.
    func insert(_ session: StoredSession) async throws

    /// Returns a cookie's session, expired or not; `nil` if there is none.
    func session(_ lookup: StoredSession.Lookup) async throws -> StoredSession?

    /// Replaces a session whose cookie has this hash; `false` if another request ended it or changed the cookie.
    func replace(_ session: StoredSession, at lookup: StoredSession.Lookup) async throws -> Bool

    /// Returns the existing sessions among these IDs.
    func sessions(_ ids: Set<StoredSession.ID>) async throws -> [StoredSession]

    /// Returns every unexpired session with an account, latest first.
    func signedInSessions(at now: Date) async throws -> [StoredSession]

    /// Removes a session and its entries; a missing session is not an error.
    func remove(_ id: StoredSession.ID) async throws

    /// Removes the sessions of these cookies, and their entries; missing sessions are not an error.
    ///
    /// A request can have many cookies: use one statement for all of them.
    func remove(at lookups: Set<StoredSession.Lookup>) async throws

    /// Removes all sessions that expired before this time, and claims that have ended.
    func removeExpired(at now: Date) async throws

    /// Returns an entry of a session; `nil` if there is none.
    func entry(_ name: String, of session: StoredSession.ID) async throws -> StoredEntry?

    /// Returns the version of an entry; `nil` if there is none.
    ///
    /// It is called about once a second for each account in use: do not read the content.
    func version(_ name: String, of session: StoredSession.ID) async throws -> Int?

    /// Returns a session's entries whose names begin with a prefix.
    func entries(beginning prefix: String, of session: StoredSession.ID) async throws -> [StoredEntry]

    /// Saves an entry with its own version, and returns `true`, if the session exists and the version matches.
    ///
    /// The stored entry must have the version to replace, which is 0 if there is none; otherwise, it stays unchanged.
    func save(_ entry: StoredEntry, replacing version: Int, of session: StoredSession.ID) async throws -> Bool

    /// Removes and returns an entry; of several concurrent callers, only one gets it.
    func take(_ name: String, of session: StoredSession.ID) async throws -> StoredEntry?

    /// Returns the entries with an index name, from all sessions.
    func entries(under indexName: String) async throws -> [(session: StoredSession.ID, entry: StoredEntry)]

    /// Claims a name until a time; `false` while another claim of any process lasts.
    func claim(_ name: String, by owner: String, until end: Date, now: Date) async throws -> Bool

    /// Ends a claim early, if this owner still holds it.
    func release(_ name: String, by owner: String) async throws
}
