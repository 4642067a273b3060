// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// Which document a provider describes itself with.
public enum MetadataKind: Sendable, Hashable {
    /// OpenID Connect Discovery 1.0: it signs ID tokens, and says where its keys are.
    case openID
    /// RFC 8414: plain OAuth, which may say nothing of who somebody is.
    case authorizationServer

    /// Where an issuer's document is.
    ///
    /// OpenID Connect appends its path to the issuer's; RFC 8414 puts its own between the host and the issuer's path.
    ///
    /// OpenID Connect Discovery §4.1, RFC 8414 §3.1
    public func address(of issuer: URL) -> URL {
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
