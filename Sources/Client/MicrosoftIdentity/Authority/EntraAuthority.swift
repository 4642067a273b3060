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
    /// Scheme, host and port.
    let base: URL

    /// Creates an authority.
    ///
    /// - Parameters:
    ///   - audience: The users who can sign in.
    ///   - cloud: The cloud with their directories.
    ///   - admitted: The directories that the app admits; tokens of any other are rejected. An empty set admits none,
    ///     `nil` admits all.
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

    /// Parses the URL of an authority, its metadata, or one of its endpoints.
    ///
    /// - Parameter text: A URL such as `https://login.microsoftonline.com/common`; any other text returns `nil`.
    ///   ``Authority/init(_:)`` throws the reason instead.
    public init?(_ text: String) {
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
