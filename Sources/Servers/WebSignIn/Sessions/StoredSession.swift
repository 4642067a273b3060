// SPDX-License-Identifier: Apache-2.0

public import PortableFoundation

/// A session in its stored form.
///
/// Times, the browser, and entry names are readable. All content is encrypted with a key that only the browser's cookie
/// unlocks, so a stolen storage gives no access to a session.
///
/// ```swift
/// func session(_ lookup: StoredSession.Lookup) -> StoredSession? {
///     sessions.values.first { $0.lookup == lookup }
/// }
/// ```
public struct StoredSession: Sendable, Hashable, Identifiable {
    /// A session's permanent ID, which does not give access to it.
    public struct ID: RawRepresentable, Sendable, Hashable {
        /// The text form, in URL-safe characters.
        public let rawValue: String

        /// Creates an ID from stored text.
        public init(rawValue: String) { self.rawValue = rawValue }
    }

    /// The cookie's hash, which identifies a session in a storage; it changes at each sign-in.
    public struct Lookup: RawRepresentable, Sendable, Hashable {
        /// The text form, in URL-safe characters.
        public let rawValue: String

        /// Creates a hash from stored text.
        public init(rawValue: String) { self.rawValue = rawValue }
    }

    /// The session's ID.
    public let id: ID
    /// The cookie's hash.
    public var lookup: Lookup
    /// The key for the session's entries, encrypted with a key from the cookie.
    public var sealedKey: Data
    /// The time when the session started.
    public let startedAt: Date
    /// The time of the browser's last request; up to one minute old.
    public var usedAt: Date
    /// The time when the session ends at the latest.
    public var endsAt: Date
    /// The time when the session ends without another request.
    public var expiresAt: Date
    /// The browser and the system, such as `Firefox on Linux`; empty if unknown.
    public let browser: String

    /// Creates a session from its stored parts.
    public init(
        id: ID, lookup: Lookup, sealedKey: Data, startedAt: Date, usedAt: Date, endsAt: Date, expiresAt: Date,
        browser: String
    ) {
        (self.id, self.lookup, self.sealedKey, self.browser) = (id, lookup, sealedKey, browser)
        (self.startedAt, self.usedAt, self.endsAt, self.expiresAt) = (startedAt, usedAt, endsAt, expiresAt)
    }
}

/// An encrypted part of a session: an account, a pending sign-in, a form, or app data.
///
/// ```swift
/// func entry(_ name: String, of session: StoredSession.ID) -> StoredEntry? {
///     entries[session]?[name]
/// }
/// ```
public struct StoredEntry: Sendable, Hashable {
    /// The name, unique within its session; it begins with the kind, such as `account.`.
    public let name: String
    /// The version, greater than 0; each save of a name in a session gets a different one.
    public let version: Int
    /// The encrypted content.
    public var content: Data
    /// The names that ``WebSessionStorage/entries(under:)`` finds the entry by: hashes of provider, user, and session
    /// at the provider.
    public var indexNames: Set<String>
    /// The time of the sign-in for an account, otherwise of the save.
    public var date: Date

    /// Creates an entry from its stored parts.
    public init(name: String, version: Int, content: Data, indexNames: Set<String> = [], date: Date) {
        (self.name, self.version, self.content) = (name, version, content)
        (self.indexNames, self.date) = (indexNames, date)
    }
}

extension StoredEntry {
    /// Random, so that no entry looks like the one before: neither after a removal and another save, nor if another
    /// process saves after the storage lost a save.
    static func version(after version: Int) -> Int {
        let next = Int.random(in: 1..<1 << 52)
        return next == version ? next + 1 : next
    }
}
