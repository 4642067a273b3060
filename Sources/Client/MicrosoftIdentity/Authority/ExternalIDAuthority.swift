// SPDX-License-Identifier: Apache-2.0
import Hosts
import OAuthMessages
public import PortableFoundation

/// A customer directory at External ID, the successor of Azure AD B2C.
///
/// Its URLs name no user flow, because a flow is assigned to the app's registration.
///
/// ```swift
/// guard let contoso = ExternalIDAuthority(name: "contoso") else { return nil }
/// let shop = ClientRegistration(
///     name: "shop", authority: .externalID(contoso), clientID: "your client id", redirectURI: redirectURI,
///     scopes: ["offline_access", "api://shop/Orders.Read"])
/// ```
public struct ExternalIDAuthority: Sendable, Hashable {
    /// The directory's domain or ID, in lower case.
    public let directory: String
    let base: URL

    /// Creates an authority from the first part of the directory's domain, as in `contoso.onmicrosoft.com`; `nil` if
    /// the name is invalid.
    public init?(name: String) { self.init(host: "\(name.lowercased()).ciamlogin.com", nil) }

    /// Creates an authority for a directory with a custom domain, such as `login.contoso.com`; any other text returns
    /// `nil`.
    public init?(_ directory: DirectoryID, at host: String) {
        guard EntraAudience.isDomain(host.lowercased()) else { return nil }
        self.init(host: host.lowercased(), directory.rawValue)
    }

    /// Parses the URL of an authority, its metadata, or one of its endpoints.
    ///
    /// An example is `https://contoso.ciamlogin.com/contoso.onmicrosoft.com`; the host can also be a custom domain or a
    /// local tenant. Any other text returns `nil`; ``Authority/init(_:)`` throws the reason instead.
    package init?(_ text: String) {
        guard let address = try? AuthorityAddress(text) else { return nil }
        self.init(address)
    }

    init?(_ address: AuthorityAddress) {
        guard !address.hasQuery, !address.isOfVersion1 else { return nil }
        let isBare = address.segments.isEmpty || address.segments == ["v2.0"]
        guard isBare || address.leading(1) != nil else { return nil }
        self.init(host: address.host, base: address.base, isBare ? nil : address.segments.first)
    }

    /// Microsoft's host names the directory, so the path may omit it; if both contain an ID, the two must be the same.
    private init?(host: String, base: URL? = nil, _ directory: String?) {
        let own = Self.name(in: host)
        guard own != nil || !host.hasSuffix(Self.domain) else { return nil }
        let ownID = own.flatMap(DirectoryID.init(rawValue:))
        guard let directory = directory ?? ownID?.rawValue ?? own.map({ "\($0).onmicrosoft.com" }),
            let audience = EntraAudience(directory), !audience.isShared,
            ownID == nil || audience.directory == nil || ownID == audience.directory,
            let base = base ?? URL(string: "https://\(host)")
        else { return nil }
        self.directory = audience.name
        self.base = base
    }

    /// The issuer to request, which determines the metadata URL; tokens name the directory by its ID.
    public var issuer: URL { base.appending(path: "\(directory)/v2.0") }

    var id: DirectoryID? {
        if let id = DirectoryID(rawValue: directory) { return id }
        let name = (try? URLHost(of: base)).flatMap { Self.name(in: $0.description) }
        return name.flatMap(DirectoryID.init(rawValue:))
    }

    static let domain = ".ciamlogin.com"

    private static func name(in host: String) -> String? {
        guard host.hasSuffix(domain) else { return nil }
        return host.dropLast(domain.count).wholeMatch(of: #/[a-z0-9][a-z0-9-]*/#).map { String($0.0) }
    }
}
