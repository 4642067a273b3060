// SPDX-License-Identifier: Apache-2.0
public import Foundation
import OAuth

/// Entra ID in one cloud, and the people that may sign in there.
///
/// ```swift
/// let government = EntraAuthority(.organizations, in: .usGovernment)
/// let partners = government.admitting([ours, theirs])
/// let authority = Authority.entra(partners)
/// ```
public struct EntraAuthority: Sendable, Hashable {
    /// The people that may sign in.
    public let audience: EntraAudience
    /// The directories in ``audience`` whose people the app lets in; `nil` lets in people of every directory there.
    public let admitted: Set<DirectoryID>?
    /// Scheme, host and port.
    let base: URL

    /// Names an authority.
    ///
    /// - Parameters:
    ///   - audience: The people that may sign in.
    ///   - cloud: The cloud with their directories.
    ///   - admitted: The directories that the app admits, for an app of several organisations but not of all; tokens of
    ///     any other are refused. An empty set admits none.
    public init(_ audience: EntraAudience, in cloud: Cloud = .public, admitting admitted: Set<DirectoryID>? = nil) {
        self.init(audience, at: cloud.base, admitting: admitted)
    }

    init(_ audience: EntraAudience, at base: URL, admitting admitted: Set<DirectoryID>? = nil) {
        self.audience = audience
        self.base = base
        self.admitted = admitted
    }

    /// The same authority for an app that admits these directories only.
    public func admitting(_ directories: Set<DirectoryID>) -> EntraAuthority {
        EntraAuthority(audience, at: base, admitting: directories)
    }

    /// Reads an address of an authority, of its metadata, or of one of its endpoints.
    ///
    /// - Parameter text: An address such as `https://login.microsoftonline.com/common`; any other text gives `nil`.
    ///   ``Authority/init(_:)`` throws the reason.
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

    /// The issuer to request, from which the metadata address follows.
    public var issuer: URL { base.appending(path: "\(audience.name)/v2.0") }
}
