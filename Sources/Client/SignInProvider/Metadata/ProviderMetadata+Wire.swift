// SPDX-License-Identifier: Apache-2.0
import OAuthMessages
import PortableFoundation

extension ProviderMetadata {
    /// The members that the client reads, as they stand on the wire.
    ///
    /// An empty member counts as missing, and so does a malformed one that a sign-in does not need: it must not make
    /// the provider unusable.
    struct Wire: Decodable {
        let issuer: String
        let authorizationEndpoint: URL?
        let tokenEndpoint: URL?
        let keySetURI: URL?
        let userInfoEndpoint: URL?
        let endSessionEndpoint: URL?
        let revocationEndpoint: URL?
        let deviceAuthorizationEndpoint: URL?
        let registrationEndpoint: URL?
        let pushedRequestEndpoint: URL?
        let requiresPushedRequests: Bool?
        let tokenEndpointAuthenticationMethods: [String]?
        let idTokenSigningAlgorithms: [String]?
        let userInfoSigningAlgorithms: [String]?
        let codeChallengeMethods: [String]?
        let dpopSigningAlgorithms: [String]?
        let bindsTokensToCertificates: Bool?
        let mutualTLSAliases: MutualTLSAliases?
        let responseModes: [String]?
        let scopes: [String]?
        let sendsIssuerInRedirect: Bool?
        let supportsClientIDMetadataDocuments: Bool?
        let revocationAuthenticationMethods: [String]?
        private let subjectTypes: [String]?

        /// Whether it has a member that OpenID Connect requires and plain OAuth does not know. Discovery §3
        var describesOpenID: Bool { idTokenSigningAlgorithms != nil || subjectTypes != nil }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            func value<Value: Decodable>(_ key: CodingKeys) throws -> Value? {
                try values.optional(key)
            }
            issuer = try values.required(.issuer)
            authorizationEndpoint = try value(.authorizationEndpoint)
            tokenEndpoint = try value(.tokenEndpoint)
            keySetURI = try value(.keySetURI)
            tokenEndpointAuthenticationMethods = try value(.tokenEndpointAuthenticationMethods)
            idTokenSigningAlgorithms = try value(.idTokenSigningAlgorithms)
            codeChallengeMethods = try value(.codeChallengeMethods)
            sendsIssuerInRedirect = try value(.sendsIssuerInRedirect)
            userInfoEndpoint = try? value(.userInfoEndpoint)
            endSessionEndpoint = try? value(.endSessionEndpoint)
            revocationEndpoint = try? value(.revocationEndpoint)
            deviceAuthorizationEndpoint = try? value(.deviceAuthorizationEndpoint)
            registrationEndpoint = try? value(.registrationEndpoint)
            pushedRequestEndpoint = try? value(.pushedRequestEndpoint)
            requiresPushedRequests = try? value(.requiresPushedRequests)
            supportsClientIDMetadataDocuments = try? value(.supportsClientIDMetadataDocuments)
            userInfoSigningAlgorithms = try? value(.userInfoSigningAlgorithms)
            dpopSigningAlgorithms = try? value(.dpopSigningAlgorithms)
            bindsTokensToCertificates = try? value(.bindsTokensToCertificates)
            mutualTLSAliases = try? value(.mutualTLSAliases)
            responseModes = try? value(.responseModes)
            scopes = try? value(.scopes)
            subjectTypes = try? value(.subjectTypes)
            revocationAuthenticationMethods = try? value(.revocationAuthenticationMethods)
        }

        enum CodingKeys: String, CodingKey {
            case issuer
            case authorizationEndpoint = "authorization_endpoint"
            case tokenEndpoint = "token_endpoint"
            case keySetURI = "jwks_uri"
            case userInfoEndpoint = "userinfo_endpoint"
            case endSessionEndpoint = "end_session_endpoint"
            case revocationEndpoint = "revocation_endpoint"
            case deviceAuthorizationEndpoint = "device_authorization_endpoint"
            case registrationEndpoint = "registration_endpoint"
            case pushedRequestEndpoint = "pushed_authorization_request_endpoint"
            case requiresPushedRequests = "require_pushed_authorization_requests"
            case tokenEndpointAuthenticationMethods = "token_endpoint_auth_methods_supported"
            case idTokenSigningAlgorithms = "id_token_signing_alg_values_supported"
            case userInfoSigningAlgorithms = "userinfo_signing_alg_values_supported"
            case codeChallengeMethods = "code_challenge_methods_supported"
            case dpopSigningAlgorithms = "dpop_signing_alg_values_supported"
            case bindsTokensToCertificates = "tls_client_certificate_bound_access_tokens"
            case mutualTLSAliases = "mtls_endpoint_aliases"
            case responseModes = "response_modes_supported"
            case scopes = "scopes_supported"
            case revocationAuthenticationMethods = "revocation_endpoint_auth_methods_supported"
            case subjectTypes = "subject_types_supported"
            case sendsIssuerInRedirect = "authorization_response_iss_parameter_supported"
            case supportsClientIDMetadataDocuments = "client_id_metadata_document_supported"
        }
    }
}
