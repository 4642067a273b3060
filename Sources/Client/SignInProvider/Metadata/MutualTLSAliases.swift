// SPDX-License-Identifier: Apache-2.0
import PortableFoundation

/// The endpoints that a provider has for clients with a certificate, because only their server asks for one.
///
/// An endpoint without a usable alias is used at its usual address, where the provider sees no certificate and refuses
/// the client. RFC 8705 §5
package struct MutualTLSAliases: Sendable, Hashable, Decodable {
    fileprivate var tokenEndpoint: URL?
    fileprivate var revocationEndpoint: URL?
    fileprivate var deviceAuthorizationEndpoint: URL?
    fileprivate var pushedRequestEndpoint: URL?
    fileprivate var userInfoEndpoint: URL?

    /// No aliases.
    init() {}

    /// Reads the aliases; an address that cannot be read counts as missing.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        func address(_ key: CodingKeys) -> URL? { try? values.decodeIfPresent(URL.self, forKey: key) }
        tokenEndpoint = address(.tokenEndpoint)
        revocationEndpoint = address(.revocationEndpoint)
        deviceAuthorizationEndpoint = address(.deviceAuthorizationEndpoint)
        pushedRequestEndpoint = address(.pushedRequestEndpoint)
        userInfoEndpoint = address(.userInfoEndpoint)
    }

    /// The aliases that are safe to send a secret to.
    func secured(namedBy issuer: URL) -> MutualTLSAliases {
        func usable(_ address: URL?) -> URL? {
            address.flatMap { try? ProviderMetadata.secure($0, namedBy: issuer) }
        }
        var aliases = MutualTLSAliases()
        aliases.tokenEndpoint = usable(tokenEndpoint)
        aliases.revocationEndpoint = usable(revocationEndpoint)
        aliases.deviceAuthorizationEndpoint = usable(deviceAuthorizationEndpoint)
        aliases.pushedRequestEndpoint = usable(pushedRequestEndpoint)
        aliases.userInfoEndpoint = usable(userInfoEndpoint)
        return aliases
    }

    private enum CodingKeys: String, CodingKey {
        case tokenEndpoint = "token_endpoint"
        case revocationEndpoint = "revocation_endpoint"
        case deviceAuthorizationEndpoint = "device_authorization_endpoint"
        case pushedRequestEndpoint = "pushed_authorization_request_endpoint"
        case userInfoEndpoint = "userinfo_endpoint"
    }
}

extension ProviderMetadata {
    /// The methods of authentication with a certificate. RFC 8705 §2
    static let mutualTLSMethods: Set = ["tls_client_auth", "self_signed_tls_client_auth"]

    /// The metadata as a client with a certificate must use them: with the aliases of endpoints. RFC 8705 §5
    package var forMutualTLS: ProviderMetadata {
        var metadata = self
        metadata.tokenEndpoint = mutualTLSAliases.tokenEndpoint ?? tokenEndpoint
        metadata.revocationEndpoint = mutualTLSAliases.revocationEndpoint ?? revocationEndpoint
        metadata.deviceAuthorizationEndpoint =
            mutualTLSAliases.deviceAuthorizationEndpoint ?? deviceAuthorizationEndpoint
        metadata.pushedRequestEndpoint = mutualTLSAliases.pushedRequestEndpoint ?? pushedRequestEndpoint
        metadata.userInfoEndpoint = mutualTLSAliases.userInfoEndpoint ?? userInfoEndpoint
        return metadata
    }
}
