// SPDX-License-Identifier: Apache-2.0
public import Foundation
import OAuth

/// A directory of customers at External ID, the successor of Azure AD B2C: its addresses name no user flow, since the
/// app's registration belongs to one.
///
/// ```swift
/// guard let contoso = ExternalIDAuthority(name: "contoso") else { return nil }
/// let shop = ClientRegistration(
///     name: "shop", authority: .externalID(contoso), clientID: "your client id", redirectURI: redirectURI,
///     scopes: ["offline_access", "api://shop/Orders.Read"])
/// ```
public struct ExternalIDAuthority: Sendable, Hashable {
    /// The directory's domain or id, in lower case.
    public let directory: String
    /// Scheme, host and port.
    let base: URL

    /// Names a directory of customers by the first part of its domain, as in `contoso.onmicrosoft.com`; `nil` if the
    /// name is not valid.
    public init?(name: String) {
        self.init(host: "\(name.lowercased()).ciamlogin.com", nil)
    }

    /// Names a directory of customers under a domain of its own.
    ///
    /// - Parameters:
    ///   - directory: Its id.
    ///   - host: The domain, such as `login.contoso.com`; any other text gives `nil`.
    public init?(_ directory: DirectoryID, at host: String) {
        guard EntraAudience.isDomain(host.lowercased()) else { return nil }
        self.init(host: host.lowercased(), directory.rawValue)
    }

    /// Reads an address of an authority, of its metadata, or of one of its endpoints.
    ///
    /// - Parameter text: An address such as `https://contoso.ciamlogin.com/contoso.onmicrosoft.com`, or at a custom
    ///   domain, or at a local tenant; any other text gives `nil`. ``Authority/init(_:)`` throws the reason.
    public init?(_ text: String) {
        guard let address = try? AuthorityAddress(text) else { return nil }
        self.init(address)
    }

    init?(_ address: AuthorityAddress) {
        guard !address.hasQuery, !address.isOfVersion1 else { return nil }
        let isBare = address.segments.isEmpty || address.segments == ["v2.0"]
        guard isBare || address.leading(1) != nil else { return nil }
        self.init(host: address.host, base: address.base, isBare ? nil : address.segments.first)
    }

    /// Microsoft's host names the directory, so the path may omit it; if both name an id, it must be the same.
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

    /// The issuer to request, from which the metadata address follows; tokens name the directory by its id.
    public var issuer: URL { base.appending(path: "\(directory)/v2.0") }

    /// The directory's id, where host or path name it.
    var id: DirectoryID? {
        DirectoryID(rawValue: directory) ?? base.host().flatMap(Self.name).flatMap(DirectoryID.init(rawValue:))
    }

    static let domain = ".ciamlogin.com"

    private static func name(in host: String) -> String? {
        guard host.hasSuffix(domain) else { return nil }
        return host.dropLast(domain.count).wholeMatch(of: #/[a-z0-9][a-z0-9-]*/#).map { String($0.0) }
    }
}
