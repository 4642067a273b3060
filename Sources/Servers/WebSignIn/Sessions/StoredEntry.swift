// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// A sealed part of a session: an account, a sign-in that waits for its response, a form, or data of the app.
///
/// ```swift
/// func entry(_ name: String, of session: StoredSession.ID) -> StoredEntry? {
///     entries[session]?[name]
/// }
/// ```
public struct StoredEntry: Sendable, Hashable {
    /// The name, unique in its session; it begins with the kind, such as `account.`.
    public let name: String
    /// Incremented by each save; 0 for an entry that no storage has saved.
    public var version: Int
    /// The sealed content.
    public var content: Data
    /// The names under which ``WebSessionStorage/entries(under:)`` finds the entry: hashes of provider, person and
    /// session at the provider.
    public var indexNames: Set<String>
    /// For an account, the time of the sign-in; otherwise of the save.
    public var date: Date

    /// Creates an entry from its stored parts.
    public init(name: String, version: Int = 0, content: Data, indexNames: Set<String> = [], date: Date) {
        (self.name, self.version, self.content) = (name, version, content)
        (self.indexNames, self.date) = (indexNames, date)
    }
}
