// SPDX-License-Identifier: Apache-2.0
import OAuthMessages
public import PortableFoundation

/// Entra ID in one cloud, and the users who can sign in there.
///
/// ```swift
/// let government = EntraAuthority(.organizations, in: .usGovernment)
/// let partners = government.admitting([ours, theirs])
/// let authority = Authority.entra(partners)
/// ```
public struct EntraAuthority: Sendable, Hashable {
    /// The users who can sign in.
    public let audience: EntraAudience
    /// The directories in ``audience`` whose users the app admits; `nil` admits all of them.
    public let admitted: Set<DirectoryID>?
    let base: URL

    /// Creates an authority; tokens of directories other than the admitted ones are rejected.
    ///
    /// An empty set admits none, `nil` admits all.
    public init(_ audience: EntraAudience, in cloud: Cloud = .public, admitting admitted: Set<DirectoryID>? = nil) {
        self.init(audience, at: cloud.base, admitting: admitted)
    }

    init(_ audience: EntraAudience, at base: URL, admitting admitted: Set<DirectoryID>? = nil) {
        self.audience = audience
        self.base = base
        self.admitted = admitted
    }

    /// Returns the same authority for an app that admits only these directories.
    public func admitting(_ directories: Set<DirectoryID>) -> EntraAuthority {
        EntraAuthority(audience, at: base, admitting: directories)
    }

    /// Parses the URL of an authority, its metadata, or one of its endpoints, such as
    /// `https://login.microsoftonline.com/common`.
    package init?(_ text: String) {
        guard let address = try? AuthorityAddress(text) else { return nil }
        self.init(address)
    }

    init?(_ address: AuthorityAddress) {
        guard !address.hasQuery, !address.isOfVersion1, let name = address.leading(1)?.first,
            let audience = EntraAudience(name)
        else { return nil }
        self.init(audience, at: Cloud(host: address.host)?.base ?? address.base)
    }

    /// The issuer to request, which determines the metadata URL.
    public var issuer: URL { base.appending(path: "\(audience.name)/v2.0") }
}

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

    var isShared: Bool { self == .common || self == .organizations || self == .consumers }

    /// RFC 1123 §2.1, with the dot that each domain of a directory has.
    static func isDomain(_ name: String) -> Bool {
        name.wholeMatch(of: #/[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+/#) != nil
    }
}
