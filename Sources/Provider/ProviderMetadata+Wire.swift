// SPDX-License-Identifier: Apache-2.0
import Foundation

extension ProviderMetadata {
    /// The members that are read, as they stand on the wire.
    struct Wire: Decodable {
        let issuer: String
        let authorizationEndpoint: URL
        let tokenEndpoint: URL
        let keySetURI: URL?
        let userInfoEndpoint: URL?
        let endSessionEndpoint: URL?
        let revocationEndpoint: URL?
        let deviceAuthorizationEndpoint: URL?
        let tokenEndpointAuthenticationMethods: [String]?
        let tokenEndpointSigningAlgorithms: [String]?
        let revocationEndpointAuthenticationMethods: [String]?
        let idTokenSigningAlgorithms: [String]?
        let userInfoSigningAlgorithms: [String]?
        let codeChallengeMethods: [String]?
        let responseModes: [String]?
        let scopes: [String]?
        let sendsIssuerInRedirect: Bool?

        enum CodingKeys: String, CodingKey {
            case issuer
            case authorizationEndpoint = "authorization_endpoint"
            case tokenEndpoint = "token_endpoint"
            case keySetURI = "jwks_uri"
            case userInfoEndpoint = "userinfo_endpoint"
            case endSessionEndpoint = "end_session_endpoint"
            case revocationEndpoint = "revocation_endpoint"
            case deviceAuthorizationEndpoint = "device_authorization_endpoint"
            case tokenEndpointAuthenticationMethods = "token_endpoint_auth_methods_supported"
            case tokenEndpointSigningAlgorithms = "token_endpoint_auth_signing_alg_values_supported"
            case revocationEndpointAuthenticationMethods = "revocation_endpoint_auth_methods_supported"
            case idTokenSigningAlgorithms = "id_token_signing_alg_values_supported"
            case userInfoSigningAlgorithms = "userinfo_signing_alg_values_supported"
            case codeChallengeMethods = "code_challenge_methods_supported"
            case responseModes = "response_modes_supported"
            case scopes = "scopes_supported"
            case sendsIssuerInRedirect = "authorization_response_iss_parameter_supported"
        }
    }
}
