// SPDX-License-Identifier: Apache-2.0
import Foundation
import GRDB
import HTTPTransport
import JOSE
import OAuth
import TenantDirectory

/// A client of the standard provider. RFC 6749 §2
package struct StandardClient: Codable, Sendable, Hashable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "standardClient"

    package let id: String
    package let metadata: ClientMetadata
    /// The hash of the client's secret; `nil` if it has none.
    package var secretHash: String?

    package init(id: String, metadata: ClientMetadata, secretHash: String? = nil) {
        (self.id, self.metadata, self.secretHash) = (id, metadata, secretHash)
    }

    /// The name to show.
    package var name: String { metadata.name }

    /// The API's value in the `aud` of access tokens. RFC 8707 §2
    var audience: String { metadata.resource ?? id }

    /// Whether the client cannot authenticate. RFC 6749 §2.1
    var isPublic: Bool { metadata.authenticationMethods == [.none] }

    /// Whether each use of a refresh token issues a new one; always for public clients. RFC 9700 §2.2.2
    var rotatesRefreshTokens: Bool { isPublic || metadata.rotatesRefreshTokens }

    /// Whether a redirect URI is registered, compared character by character.
    ///
    /// For a public client on loopback the port may differ (RFC 8252 §7.3, RFC 9700 §2.1).
    func registersRedirect(_ uri: String) -> Bool {
        metadata.redirectURIs.contains { registered in
            registered.isSameSecret(as: uri)
                || isPublic && LoopbackAddress(registered).map { $0 == LoopbackAddress(uri) } ?? false
        }
    }

    /// Whether the address is registered for after a logout, compared character by character.
    ///
    /// OpenID Connect RP-Initiated Logout §3
    func registersPostLogout(_ uri: String) -> Bool {
        metadata.postLogoutRedirectURIs.contains { $0.isSameSecret(as: uri) }
    }

    /// Whether a page of an origin may read the provider's responses to the client.
    func allowsOrigin(_ origin: String) -> Bool {
        guard isPublic else { return false }
        if metadata.allowedOrigins.contains(where: { $0.isSameSecret(as: origin) }) { return true }
        return metadata.redirectURIs.contains { uri in
            if let loopback = LoopbackAddress(uri) { return loopback.isSameHost(asOrigin: origin) }
            guard uri.hasPrefix("https://"), let url = URL(string: uri) else { return false }
            return Origin(url).description == origin
        }
    }

    /// Whether this is the client's secret.
    func accepts(secret: String) -> Bool { secretHash?.isSameSecret(as: SecretHash.of(secret)) ?? false }

    /// The client's public keys.
    var keys: JSONWebKeySet? { metadata.keySet.flatMap { try? JSONWebKeySet(jsonData: $0.utf8) } }
}
