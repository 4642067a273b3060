// SPDX-License-Identifier: Apache-2.0
package import Foundation
package import OAuthMessages
import Synchronization
package import WebSignIn

/// A storage of sessions in memory that fails when a test says so.
package final class FailingSessionStorage: WebSessionStorage {
    /// A failure of a database that a later request may not meet.
    package struct Failure: ActionableError {
        package var message: String { "the database does not answer" }
        /// 7 seconds after rounding up.
        package var nextAction: NextAction { .retry(after: .milliseconds(6001)) }

        package init() {}
    }

    package struct Damage: Error {
        package init() {}
    }

    package enum Moment: Sendable, CaseIterable {
        /// The storage changes nothing.
        case before
        /// The storage has made the change, and only its answer is lost.
        case after
    }

    private let storage = MemoryWebSessionStorage()
    private let failing = Mutex<(names: Set<String>, moment: Moment, error: any Error)>(([], .before, Failure()))

    private let called = Mutex<[String]>([])

    package init() {}

    /// The names of the methods that were called, in order, since the last time.
    package func takeCalls() -> [String] {
        called.withLock { calls in
            defer { calls = [] }
            return calls
        }
    }

    /// The names of all methods that requests of people call.
    package static let methods = [
        "insert", "session", "replace", "sessions", "remove", "entry", "entries", "save", "take", "claim", "release",
    ]

    /// Lets these methods fail; none mends it.
    package func fail(_ names: [String] = methods, _ moment: Moment = .before, with error: any Error = Failure()) {
        failing.withLock { $0 = (Set(names), moment, error) }
    }

    private func running<Value>(_ name: String, _ body: () async throws -> Value) async throws -> Value {
        called.withLock { $0.append(name) }
        // As a connection to a database does.
        try Task.checkCancellation()
        let (moment, error) = failing.withLock { ($0.moment, $0.names.contains(name) ? $0.error : nil) }
        if moment == .before, let error { throw error }
        let value = try await body()
        if let error { throw error }
        return value
    }

    package func insert(_ session: StoredSession) async throws {
        try await running("insert") { await storage.insert(session) }
    }

    package func session(_ lookup: StoredSession.Lookup) async throws -> StoredSession? {
        try await running("session") { await storage.session(lookup) }
    }

    package func replace(_ session: StoredSession, at lookup: StoredSession.Lookup) async throws -> Bool {
        try await running("replace") { await storage.replace(session, at: lookup) }
    }

    package func sessions(_ ids: Set<StoredSession.ID>) async throws -> [StoredSession] {
        try await running("sessions") { await storage.sessions(ids) }
    }

    package func signedInSessions(at now: Date) async throws -> [StoredSession] {
        await storage.signedInSessions(at: now)
    }

    package func remove(_ id: StoredSession.ID) async throws {
        try await running("remove") { await storage.remove(id) }
    }

    package func remove(at lookups: Set<StoredSession.Lookup>) async throws {
        try await running("remove") { await storage.remove(at: lookups) }
    }

    package func removeExpired(at now: Date) async throws { await storage.removeExpired(at: now) }

    package func entry(_ name: String, of session: StoredSession.ID) async throws -> StoredEntry? {
        try await running("entry") { await storage.entry(name, of: session) }
    }

    /// Fails where a reading of the entry would.
    package func version(_ name: String, of session: StoredSession.ID) async throws -> Int? {
        try await running("entry") { await storage.version(name, of: session) }
    }

    package func entries(beginning prefix: String, of session: StoredSession.ID) async throws -> [StoredEntry] {
        try await running("entries") { await storage.entries(beginning: prefix, of: session) }
    }

    package func save(_ entry: StoredEntry, replacing version: Int, of session: StoredSession.ID) async throws -> Bool {
        try await running("save") { await storage.save(entry, replacing: version, of: session) }
    }

    package func take(_ name: String, of session: StoredSession.ID) async throws -> StoredEntry? {
        try await running("take") { await storage.take(name, of: session) }
    }

    package func entries(under indexName: String) async throws -> [(session: StoredSession.ID, entry: StoredEntry)] {
        await storage.entries(under: indexName)
    }

    package func claim(_ name: String, by owner: String, until end: Date, now: Date) async throws -> Bool {
        try await running("claim") { await storage.claim(name, by: owner, until: end, now: now) }
    }

    package func release(_ name: String, by owner: String) async throws {
        try await running("release") { await storage.release(name, by: owner) }
    }
}
