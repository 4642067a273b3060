// SPDX-License-Identifier: Apache-2.0
public import PortableFoundation

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
    /// The version, greater than 0: no two saves of a name in a session share one.
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
    /// The version for the save after this one.
    ///
    /// The first is random: an entry that was removed and saved again must not look like the one before.
    static func version(after version: Int) -> Int { version == 0 ? Int.random(in: 1...1 << 52) : version + 1 }
}
