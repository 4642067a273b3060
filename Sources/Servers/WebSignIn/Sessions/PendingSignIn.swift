// SPDX-License-Identifier: Apache-2.0
import OAuthMessages
import PortableFoundation
import SignIn
import SystemCryptography

/// A browser can have one per tab.
struct PendingSignIn: Sendable, Codable {
    let registration: String
    /// Contains the secrets that the response must match.
    let request: AuthorizationRequest
    let returnTo: String
    let form: KeptForm?
    let account: String?
}

struct SignInEntries: Sendable {
    let storage: any WebSessionStorage
    let session: OpenSession
    let now: Date

    func keep(_ pending: PendingSignIn) async throws {
        try await save(JSONEncoder().encode(pending), as: Self.pending)
    }

    /// The pending sign-in; `nil` if a response arrived before, or if the entry cannot be opened.
    func pending() async throws -> PendingSignIn? {
        try await session.content(Self.pending, in: storage)
            .flatMap { try? JSONDecoder().decode(PendingSignIn.self, from: $0) }
    }

    /// Stores the address for later requests; only one of several concurrent callers gets `true`.
    func take(_ pending: PendingSignIn, of state: String) async throws -> Bool {
        try await complete(state, leadingTo: pending.returnTo)
        return try await storage.take(Self.pending, of: session.id) != nil
    }

    /// Stores the address after a completed sign-in, for a browser that goes back to the response's URL.
    func complete(_ state: String, leadingTo address: String) async throws {
        let done = try await storage.entries(beginning: Self.done, of: session.id).sorted { $0.date < $1.date }
        for entry in done.dropLast(Self.most - 1) { _ = try await storage.take(entry.name, of: session.id) }
        try await save(Data(address.utf8), as: Self.done + Self.hash(state))
    }

    func completed(_ state: String) async throws -> String? {
        try await session.content(Self.done + Self.hash(state), in: storage)
            .map { String(decoding: $0, as: UTF8.self) }
    }

    private func save(_ content: Data, as name: String) async throws {
        _ = try await session.save(content, as: name, in: storage, at: now)
    }

    private static func hash(_ state: String) -> String { SHA256.hash(data: Data(state.utf8)).unpaddedBase64URL }

    private static let pending = "pending"
    private static let done = "done."
    private static let most = 10
}
