// SPDX-License-Identifier: Apache-2.0

/// The users who can sign in at Entra ID, as named in the first path segment of an authority.
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

    /// Users of every directory, and all personal accounts.
    public static let common = EntraAudience(named: "common")
    /// Users of every directory.
    public static let organizations = EntraAudience(named: "organizations")
    /// Personal accounts only.
    public static let consumers = EntraAudience(named: "consumers")

    /// Returns the audience of one directory's users.
    public static func directory(_ id: DirectoryID) -> EntraAudience { EntraAudience(named: id.rawValue) }

    /// Creates an audience from a shared name, a directory's ID, or one of its domains; `nil` for any other text.
    public init?(_ name: String) {
        let name = name.lowercased()
        let isShared = ["common", "organizations", "consumers"].contains(name)
        guard isShared || DirectoryID(rawValue: name) != nil || Self.isDomain(name) else { return nil }
        self.name = name
    }

    /// The directory; `nil` if the name is not a directory ID.
    public var directory: DirectoryID? { DirectoryID(rawValue: name) }

    /// Whether the name stands for several directories.
    var isShared: Bool { self == .common || self == .organizations || self == .consumers }

    /// RFC 1123 §2.1, with the dot that every domain of a directory has.
    static func isDomain(_ name: String) -> Bool {
        name.wholeMatch(of: #/[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+/#) != nil
    }
}
