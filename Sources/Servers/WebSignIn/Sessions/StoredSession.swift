// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// A session, as a storage keeps it.
///
/// Times, the browser and the names of entries are readable; all content is sealed with a key that only the browser's
/// cookie opens. A stolen storage therefore opens no session.
///
/// ```swift
/// func session(_ lookup: StoredSession.Lookup) -> StoredSession? {
///     sessions.values.first { $0.lookup == lookup }
/// }
/// ```
public struct StoredSession: Sendable, Hashable, Identifiable {
    /// The name of a session for its whole life; it does not open the session.
    public struct ID: RawRepresentable, Sendable, Hashable {
        /// The text form, of URL-safe characters.
        public let rawValue: String

        /// Takes an id that was stored as text.
        public init(rawValue: String) { self.rawValue = rawValue }
    }

    /// The hash of the cookie, by which a storage finds a session; it changes at each sign-in.
    public struct Lookup: RawRepresentable, Sendable, Hashable {
        /// The text form, of URL-safe characters.
        public let rawValue: String

        /// Takes a hash that was stored as text.
        public init(rawValue: String) { self.rawValue = rawValue }
    }

    /// The name of the session.
    public let id: ID
    /// The hash of the cookie.
    public var lookup: Lookup
    /// The key of the session's entries, sealed with a key from the cookie.
    public var sealedKey: Data
    /// When the session began.
    public let startedAt: Date
    /// When the browser last sent a request; it may be a minute old.
    public var usedAt: Date
    /// When the session ends at the latest.
    public var endsAt: Date
    /// When the session ends without another request.
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
