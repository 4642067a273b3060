// SPDX-License-Identifier: Apache-2.0
import Crypto
import Foundation
import OAuth
import SignIn

/// A sign-in that waits for the provider's response; a browser may have several, one for each tab.
struct PendingSignIn: Sendable, Codable {
    /// The name of the registration.
    let registration: String
    /// The request, with the secrets that the response must match.
    let request: AuthorizationRequest
    /// The path and query to come back to.
    let returnTo: String
    /// The form that a person sent when the session had ended.
    let form: KeptForm?
    /// The account that the person extends.
    let account: String?
}

/// The sign-ins of one session that wait for a response, and those that were completed.
struct PendingSignIns: Sendable {
    let storage: any WebSessionStorage
    let session: OpenSession
    let now: Date
    let lifetime: Duration

    /// Keeps a sign-in until its response; the oldest goes when there are too many.
    func keep(_ pending: PendingSignIn) async throws {
        let waiting = try await storage.entries(beginning: Self.pendingPrefix, of: session.id)
            .sorted { $0.date < $1.date }
        for (index, entry) in waiting.enumerated()
        where index <= waiting.count - Self.most || isOver(entry) {
            _ = try await storage.take(entry.name, of: session.id)
        }
        try await save(
            JSONEncoder().encode(pending), as: Self.pendingPrefix + Self.hash(pending.request.state.revealed))
    }

    /// Takes the sign-in that a `state` belongs to; only one caller gets it.
    func take(_ state: String) async throws -> PendingSignIn? {
        let name = Self.pendingPrefix + Self.hash(state)
        guard let entry = try await storage.take(name, of: session.id), !isOver(entry),
            let content = try? session.key.open(entry.content, as: name)
        else { return nil }
        return try? JSONDecoder().decode(PendingSignIn.self, from: content)
    }

    /// Remembers where a completed sign-in led, for a browser that goes back to its response.
    func complete(_ state: String, leadingTo address: String) async throws {
        let done = try await storage.entries(beginning: Self.donePrefix, of: session.id).sorted { $0.date < $1.date }
        for entry in done.dropLast(Self.most - 1) { _ = try await storage.take(entry.name, of: session.id) }
        try await save(Data(address.utf8), as: Self.donePrefix + Self.hash(state))
    }

    /// Where a completed sign-in led; `nil` for a `state` that was not completed in this session.
    func completed(_ state: String) async throws -> String? {
        let name = Self.donePrefix + Self.hash(state)
        guard let entry = try await storage.entry(name, of: session.id),
            let content = try? session.key.open(entry.content, as: name)
        else { return nil }
        return String(decoding: content, as: UTF8.self)
    }

    private func save(_ content: Data, as name: String) async throws {
        let sealed = try session.key.seal(content, as: name)
        let version = try await storage.entry(name, of: session.id)?.version ?? 0
        _ = try await storage.save(
            StoredEntry(name: name, version: version, content: sealed, date: now), of: session.id)
    }

    private func isOver(_ entry: StoredEntry) -> Bool { entry.date + lifetime <= now }

    /// A storage must not learn the state, with which a response would be accepted.
    private static func hash(_ state: String) -> String {
        SHA256.hash(data: Data(state.utf8)).unpaddedBase64URL
    }

    private static let pendingPrefix = "pending."
    private static let donePrefix = "done."
    private static let most = 10
}
