// SPDX-License-Identifier: Apache-2.0

/// The people that may sign in at Entra ID, as the first part of an authority's path names them.
///
/// ```swift
/// let everyAccount = Authority.entra(.common)
/// let employees = Authority.entra(.directory(ours))
/// let fromSettings = EntraAudience("contoso.com").map { Authority.entra($0) }
/// ```
public struct EntraAudience: Sendable, Hashable {
    /// The name in the path, in lower case.
    public let name: String

    private init(named name: String) { self.name = name }

    /// People of every directory, and all personal accounts.
    public static let common = EntraAudience(named: "common")
    /// People of every directory.
    public static let organizations = EntraAudience(named: "organizations")
    /// Personal accounts only.
    public static let consumers = EntraAudience(named: "consumers")

    /// The people of one directory.
    public static func directory(_ id: DirectoryID) -> EntraAudience { EntraAudience(named: id.rawValue) }

    /// Reads a name: a shared one, a directory's id, or one of its domains; `nil` for any other text.
    public init?(_ name: String) {
        let name = name.lowercased()
        let isShared = ["common", "organizations", "consumers"].contains(name)
        guard isShared || DirectoryID(rawValue: name) != nil || Self.isDomain(name) else { return nil }
        self.name = name
    }

    /// The directory, if its id is the name.
    public var directory: DirectoryID? { DirectoryID(rawValue: name) }

    /// Whether the name stands for several directories.
    var isShared: Bool { self == .common || self == .organizations || self == .consumers }

    /// RFC 1123 §2.1, with the dot that every domain of a directory has.
    static func isDomain(_ name: String) -> Bool {
        name.wholeMatch(of: #/[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+/#) != nil
    }
}
