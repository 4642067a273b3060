// SPDX-License-Identifier: Apache-2.0

/// What a directory of External ID says of itself.
///
/// OpenID Connect Discovery §3
struct ExternalIDMetadata: Encodable {
    let place: UserFlowPlace
    let base: String

    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Name.self)
        try values.encode(place.issuer(at: base), forKey: .issuer)
        try values.encode(place.url(.authorize, at: base), forKey: .authorizationEndpoint)
        try values.encode(place.url(.token, at: base), forKey: .tokenEndpoint)
        try values.encode(place.url(.logout, at: base), forKey: .endSessionEndpoint)
        try values.encode(place.url(.keys, at: base), forKey: .keySetURI)
        try values.encode(RedirectTarget.ResponseMode.allCases.map(\.rawValue), forKey: .responseModes)
        try values.encode(["code", "id_token", "code id_token", "id_token token"], forKey: .responseTypes)
        try values.encode(["openid", "profile", "email", "offline_access"], forKey: .scopes)
        try values.encode(["pairwise"], forKey: .subjectTypes)
        try values.encode(["RS256"], forKey: .algorithms)
        try values.encode(["client_secret_post", "client_secret_basic"], forKey: .tokenEndpointMethods)
        try values.encode(
            [
                "sub", "iss", "aud", "exp", "iat", "auth_time", "nonce", "preferred_username", "name", "tid", "ver",
                "at_hash", "c_hash", "email",
            ], forKey: .claims)
    }

    private enum Name: String, CodingKey {
        case issuer
        case authorizationEndpoint = "authorization_endpoint"
        case tokenEndpoint = "token_endpoint"
        case endSessionEndpoint = "end_session_endpoint"
        case keySetURI = "jwks_uri"
        case responseModes = "response_modes_supported"
        case responseTypes = "response_types_supported"
        case scopes = "scopes_supported"
        case subjectTypes = "subject_types_supported"
        case algorithms = "id_token_signing_alg_values_supported"
        case tokenEndpointMethods = "token_endpoint_auth_methods_supported"
        case claims = "claims_supported"
    }
}
