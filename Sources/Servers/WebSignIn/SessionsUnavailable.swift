// SPDX-License-Identifier: Apache-2.0

public import OAuthMessages
import PortableFoundation
import SignIn

/// Converts passing failures of a storage to ``SessionsUnavailable``.
struct CheckedSessionStorage: WebSessionStorage {
    let storage: any WebSessionStorage

    func insert(_ session: StoredSession) async throws { try await checked { try await storage.insert(session) } }

    func session(_ lookup: StoredSession.Lookup) async throws -> StoredSession? {
        try await checked { try await storage.session(lookup) }
    }

    func replace(_ session: StoredSession, at lookup: StoredSession.Lookup) async throws -> Bool {
        try await checked { try await storage.replace(session, at: lookup) }
    }

    func sessions(_ ids: Set<StoredSession.ID>) async throws -> [StoredSession] {
        try await checked { try await storage.sessions(ids) }
    }

    func signedInSessions(at now: Date) async throws -> [StoredSession] {
        try await checked { try await storage.signedInSessions(at: now) }
    }

    func remove(_ id: StoredSession.ID) async throws { try await checked { try await storage.remove(id) } }

    func remove(at lookups: Set<StoredSession.Lookup>) async throws {
        try await checked { try await storage.remove(at: lookups) }
    }

    func removeExpired(at now: Date) async throws { try await checked { try await storage.removeExpired(at: now) } }

    func entry(_ name: String, of session: StoredSession.ID) async throws -> StoredEntry? {
        try await checked { try await storage.entry(name, of: session) }
    }

    func version(_ name: String, of session: StoredSession.ID) async throws -> Int? {
        try await checked { try await storage.version(name, of: session) }
    }

    func entries(beginning prefix: String, of session: StoredSession.ID) async throws -> [StoredEntry] {
        try await checked { try await storage.entries(beginning: prefix, of: session) }
    }

    func save(_ entry: StoredEntry, replacing version: Int, of session: StoredSession.ID) async throws -> Bool {
        try await checked { try await storage.save(entry, replacing: version, of: session) }
    }

    func take(_ name: String, of session: StoredSession.ID) async throws -> StoredEntry? {
        try await checked { try await storage.take(name, of: session) }
    }

    func entries(under indexName: String) async throws -> [(session: StoredSession.ID, entry: StoredEntry)] {
        try await checked { try await storage.entries(under: indexName) }
    }

    func claim(_ name: String, by owner: String, until end: Date, now: Date) async throws -> Bool {
        try await checked { try await storage.claim(name, by: owner, until: end, now: now) }
    }

    func release(_ name: String, by owner: String) async throws {
        try await checked { try await storage.release(name, by: owner) }
    }

    private func checked<Value>(_ body: () async throws -> Value) async throws -> Value {
        do { return try await body() } catch { throw SessionsUnavailable(error) ?? error }
    }
}

/// An error while the session storage is temporarily unavailable.
///
/// The middleware responds with 503, `Retry-After`, and a page that keeps the user's input, so the app's own error
/// pages should pass this error through.
///
/// ```swift
/// do {
///     return try await next(request, context)
/// } catch let error where !SessionsUnavailable.isCause(of: error) {
///     return layout.response(title: "Error", text: "", forms: [], status: .internalServerError)
/// }
/// ```
public struct SessionsUnavailable: ActionableError {
    package let cause: any Error
    /// Retry the request after a delay.
    public let nextAction: NextAction

    init?(_ cause: any Error) {
        guard let action = (cause as? any ActionableError)?.nextAction, case .retry = action else { return nil }
        (self.cause, nextAction) = (cause, action)
    }

    /// The cause and the solution in one sentence.
    public var message: String { "the session store does not respond: \(cause)" }

    /// Returns whether the session storage is the cause of an error, for the session itself or for one of its accounts.
    public static func isCause(of error: any Error) -> Bool {
        error is SessionsUnavailable || AccountStorageError.Code.unavailable ~= error
    }
}
