// SPDX-License-Identifier: Apache-2.0
public import PortableFoundation
import SignIn
import SignInProvider

/// A change to an account in a session, such as a sign-in.
///
/// ```swift
/// for event in try await context.requireSession().events() where event.kind == .signedIn {
///     await show("\(event.name ?? "One person"), \(event.date.formatted())")
/// }
/// ```
public struct WebSessionEvent: Sendable, Hashable, Codable {
    /// The kind of event.
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        /// A user signed in, and the session did not have the account.
        case signedIn
        /// The user signed in again, or consented to more permissions.
        case signedInAgain
        /// The provider issued new tokens.
        case refreshed
        /// The provider ended the sign-in: the user must sign in again.
        case needsSignIn
        /// The account left the session.
        case signedOut
    }

    /// The kind.
    public let kind: Kind
    /// The user's display name or user name; `nil` if the provider sent none.
    public let name: String?
    /// The name of the registration.
    public let registration: String
    /// The time of the event.
    public let date: Date
}

struct SessionHistory: Sendable {
    let storage: any WebSessionStorage
    let session: StoredSession.ID
    let key: SessionKey
    let time: TimeSource

    func events() async throws -> [WebSessionEvent] { events(in: try await storage.entry(Self.name, of: session)) }

    /// Records an event; consecutive refreshes of one account count as one.
    ///
    /// It starts with the history that this process has `seen` last, without a read. It returns the saved one; `nil` if
    /// the session has ended.
    func note(
        _ kind: WebSessionEvent.Kind, of record: AccountRecord, after seen: StoredEntry?
    ) async throws -> StoredEntry? {
        let name = record.identity.name ?? record.identity.username
        let event = WebSessionEvent(kind: kind, name: name, registration: record.registration, date: time.date())
        // The account is already saved, so the request must not wait for its history indefinitely.
        var earlier = seen
        for _ in 0..<Self.attempts {
            var events = events(in: earlier)
            if let last = events.first, last.kind == .refreshed, kind == .refreshed, last.name == name {
                events.removeFirst()
            }
            events = [event] + events.prefix(Self.most - 1)
            let version = earlier?.version ?? 0
            let next = try key.entry(
                Self.name, JSONEncoder().encode(events), replacing: version, at: event.date)
            if try await storage.save(next, replacing: version, of: session) { return next }
            guard try await !storage.sessions([session]).isEmpty else { return nil }
            earlier = try await storage.entry(Self.name, of: session)
        }
        return nil
    }

    private func events(in entry: StoredEntry?) -> [WebSessionEvent] {
        entry.flatMap(key.content).flatMap { try? JSONDecoder().decode([WebSessionEvent].self, from: $0) } ?? []
    }

    static let name = "events"
    private static let most = 20
    private static let attempts = 20
}

extension WebSessionEvent.Kind {
    /// `nil` for a change of app data.
    init?(of next: AccountRecord, after earlier: AccountRecord?) {
        guard let earlier else {
            self = .signedIn
            return
        }
        if next.signedInAt != earlier.signedInAt {
            self = .signedInAgain
        } else if next.endedAt != nil, earlier.endedAt == nil {
            self = .needsSignIn
        } else if next.tokens != earlier.tokens {
            self = .refreshed
        } else {
            return nil
        }
    }
}
