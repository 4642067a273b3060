// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// A place that keeps the sessions of a web app.
///
/// Several processes may share one. Every change is atomic: of two processes that take an entry, one gets it, and the
/// storage refuses to save an entry that another process changed. Test an implementation with
/// `WebSessionStorageConformance` of `SignInTesting`.
///
/// ```swift
/// func take(_ name: String, of session: StoredSession.ID) async throws -> StoredEntry? {
///     entries[session]?.removeValue(forKey: name)
/// }
/// ```
public protocol WebSessionStorage: Sendable {
    /// Keeps a new session.
    func insert(_ session: StoredSession) async throws

    /// The session of a cookie, expired or not; `nil` if there is none.
    func session(_ lookup: StoredSession.Lookup) async throws -> StoredSession?

    /// Replaces a session, if its cookie is still this one.
    ///
    /// - Parameters:
    ///   - session: The session, with the same id.
    ///   - lookup: The cookie's hash before the change.
    /// - Returns: Whether it was replaced; `false` if another request ended the session or changed its cookie.
    /// - Throws: Errors of the storage, as all of these methods.
    func replace(_ session: StoredSession, at lookup: StoredSession.Lookup) async throws -> Bool

    /// The sessions of these names that there are.
    func sessions(_ ids: Set<StoredSession.ID>) async throws -> [StoredSession]

    /// Every session that has an account and has not expired, the latest first.
    func signedInSessions(at now: Date) async throws -> [StoredSession]

    /// Removes a session and its entries; a missing session is no error.
    func remove(_ id: StoredSession.ID) async throws

    /// Removes all sessions that expired before this time, and claims that ended.
    func removeExpired(at now: Date) async throws

    /// An entry of a session; `nil` if there is none.
    func entry(_ name: String, of session: StoredSession.ID) async throws -> StoredEntry?

    /// The entries of a session with names that begin like this.
    func entries(beginning prefix: String, of session: StoredSession.ID) async throws -> [StoredEntry]

    /// Saves an entry, if the stored one has the same version (0 for none) and the session exists.
    ///
    /// - Returns: Whether it was saved, then with the next version.
    func save(_ entry: StoredEntry, of session: StoredSession.ID) async throws -> Bool

    /// Removes an entry and gives it; of several callers at once, one gets it.
    func take(_ name: String, of session: StoredSession.ID) async throws -> StoredEntry?

    /// The entries with an index name, of all sessions.
    func entries(under indexName: String) async throws -> [(session: StoredSession.ID, entry: StoredEntry)]

    /// Claims a name until a time: one caller of all processes gets it.
    ///
    /// - Returns: Whether the caller has it now; `false` while another claim of the name lasts.
    func claim(_ name: String, by owner: String, until end: Date, now: Date) async throws -> Bool

    /// Ends a claim early, if it is still of this owner.
    func release(_ name: String, by owner: String) async throws
}
