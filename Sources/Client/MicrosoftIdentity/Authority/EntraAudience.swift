// SPDX-License-Identifier: Apache-2.0

/// Whose people may sign in at Entra ID, as the first part of an authority's path names them.
public struct EntraAudience: Sendable, Hashable {
    /// The name in the path, in lower case.
    public let name: String

    private init(named name: String) { self.name = name }

    /// People of every directory, and everybody who has a personal account.
    public static let common = EntraAudience(named: "common")
    /// People of every directory.
    public static let organizations = EntraAudience(named: "organizations")
    /// Everybody who has a personal account, and nobody else.
    public static let consumers = EntraAudience(named: "consumers")

    /// The people of one directory.
    public static func directory(_ id: DirectoryID) -> EntraAudience { EntraAudience(named: id.rawValue) }

    /// Reads a name: a shared one, a directory's id, or one of its domains; `nil` for what can be none of these.
    public init?(_ name: String) {
        let name = name.lowercased()
        let isShared = ["common", "organizations", "consumers"].contains(name)
        guard isShared || DirectoryID(rawValue: name) != nil || Self.isDomain(name) else { return nil }
        self.name = name
    }

    /// The directory, where it is named by its id.
    public var directory: DirectoryID? { DirectoryID(rawValue: name) }

    /// Whether an address names several directories by it.
    var isShared: Bool { self == .common || self == .organizations || self == .consumers }

    /// RFC 1123 §2.1, with the dot that every domain of a directory has.
    static func isDomain(_ name: String) -> Bool {
        name.wholeMatch(of: #/[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+/#) != nil
    }
}
