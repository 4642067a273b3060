// SPDX-License-Identifier: Apache-2.0
import Hummingbird

/// What a user flow says of itself, and the keys.
///
/// OpenID Connect Discovery §3 and §4, RFC 7517 §5
struct UserFlowMetadata: Sendable {
    let platform: IdentityPlatform
    let place: UserFlowPlace

    func answer(_ endpoint: UserFlowAddress.Endpoint) throws -> Response {
        endpoint == .keys
            ? JSONReply.make(json: platform.keys.publishedJSON, cacheable: true)
            : try JSONReply.make(document, cacheable: true)
    }

    private var document: Document {
        let base = platform.baseURL
        return Document(
            issuer: place.issuer(at: base), authorizationEndpoint: place.url(.authorize, at: base),
            tokenEndpoint: place.url(.token, at: base), endSessionEndpoint: place.url(.logout, at: base),
            keySetURI: place.url(.keys, at: base))
    }
}

/// The document, with what the flows here can do and nothing more.
private struct Document: Encodable {
    let issuer: String
    let authorizationEndpoint: String
    let tokenEndpoint: String
    let endSessionEndpoint: String
    let keySetURI: String
    let responseModes = RedirectTarget.ResponseMode.allCases.map(\.rawValue)
    let responseTypes = ["code"]
    let scopes = ["openid"]
    let subjectTypes = ["pairwise"]
    let algorithms = ["RS256"]
    let tokenEndpointMethods = ["client_secret_post", "client_secret_basic"]
    let claims = [
        "name", "given_name", "family_name", "emails", "newUser", "oid", "sub", "tfp", "iss", "iat", "exp", "aud",
        "nonce", "auth_time",
    ]

    enum CodingKeys: String, CodingKey {
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
