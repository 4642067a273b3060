// SPDX-License-Identifier: Apache-2.0
package import Foundation

/// The kind of document in which a provider describes itself.
package enum MetadataKind: Sendable, Hashable {
    /// OpenID Connect Discovery 1.0: the provider signs ID tokens, and names its key set.
    case openID
    /// RFC 8414: plain OAuth, which may not identify the person.
    case authorizationServer

    /// The address of an issuer's document.
    ///
    /// OpenID Connect appends its path to the issuer's; RFC 8414 puts its own between the host and the issuer's path.
    ///
    /// OpenID Connect Discovery §4.1, RFC 8414 §3.1
    package func address(of issuer: URL) -> URL {
        switch self {
        case .openID:
            return issuer.appending(path: ".well-known/openid-configuration")
        case .authorizationServer:
            guard var components = URLComponents(url: issuer, resolvingAgainstBaseURL: false) else { return issuer }
            let path = components.percentEncodedPath
            components.percentEncodedPath =
                "/.well-known/oauth-authorization-server" + (path.hasSuffix("/") ? String(path.dropLast()) : path)
            return components.url ?? issuer
        }
    }
}
