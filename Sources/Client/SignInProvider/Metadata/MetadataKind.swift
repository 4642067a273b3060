// SPDX-License-Identifier: Apache-2.0
package import PortableFoundation

/// The kind of document in which a provider describes itself.
package enum MetadataKind: Sendable, Hashable {
    /// OpenID Connect Discovery 1.0: the provider signs ID tokens, and names its key set.
    case openID
    /// RFC 8414: plain OAuth, which may not identify the person.
    case authorizationServer

    /// OpenID Connect's document at an address formed as RFC 8414 does; some providers with several issuers have it.
    case openIDBeforePath

    /// The documents of a provider that an API has named, in the order of the client's requests.
    package static let ofUnknownProvider: [MetadataKind] = [.authorizationServer, .openIDBeforePath, .openID]

    /// The address of an issuer's document.
    ///
    /// OpenID Connect appends its path to the issuer's; RFC 8414 puts its own between the host and the issuer's path.
    ///
    /// OpenID Connect Discovery §4.1, RFC 8414 §3.1, §5
    package func address(of issuer: URL) -> URL {
        switch self {
        case .openID: issuer.appending(path: ".well-known/openid-configuration")
        case .authorizationServer: Self.address(of: issuer, inserting: "/.well-known/oauth-authorization-server")
        case .openIDBeforePath: Self.address(of: issuer, inserting: "/.well-known/openid-configuration")
        }
    }

    private static func address(of issuer: URL, inserting place: String) -> URL {
        guard var components = URLComponents(url: issuer, resolvingAgainstBaseURL: false) else { return issuer }
        let path = components.percentEncodedPath
        components.percentEncodedPath = place + (path.hasSuffix("/") ? String(path.dropLast()) : path)
        return components.url ?? issuer
    }
}
