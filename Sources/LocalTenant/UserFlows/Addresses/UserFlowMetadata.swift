// SPDX-License-Identifier: Apache-2.0
import Foundation
import Hummingbird
import JOSE

/// What a user flow says of itself, and the keys.
///
/// OpenID Connect Discovery §3 and §4, RFC 7517 §5
struct UserFlowMetadata: Sendable {
    let platform: IdentityPlatform
    let place: UserFlowPlace

    /// From when the keys are good, in seconds since 1970: the date of the key that the real service had for years.
    private static let notBefore = "1493763266"

    func answer(_ endpoint: UserFlowAddress.Endpoint) throws -> Response {
        if endpoint == .keys { return JSONReply.make(json: try keys, cacheable: true) }
        return place.shape == .externalID
            ? try JSONReply.make(ExternalIDMetadata(place: place, base: platform.baseURL), cacheable: true)
            : try JSONReply.make(document, cacheable: true)
    }

    /// The keys of Azure AD B2C say from when they are good; those of External ID have certificates, as
    /// Entra ID's do.
    private var keys: Data {
        get throws {
            guard place.shape != .externalID else {
                return try platform.keys.publishedJSON(issuer: place.issuer(at: platform.baseURL))
            }
            let data = platform.keys.publishedJSON
            let dated = try StrictJSON.object(in: data)["keys"]?.array?.map { key in
                JSONValue.object((key.object ?? [:]).merging(["nbf": .number(Self.notBefore)]) { $1 })
            }
            return Data(JSONValue.object(["keys": .array(dated ?? [])]).text.utf8)
        }
    }

    private var document: Document {
        let base = platform.baseURL
        return Document(
            issuer: place.issuer(at: base), authorizationEndpoint: place.url(.authorize, at: base),
            tokenEndpoint: place.url(.token, at: base), endSessionEndpoint: place.url(.logout, at: base),
            keySetURI: place.url(.keys, at: base),
            claims: place.flow.claims.filter { $0 != "oid" } + [
                "oid", "sub", place.flow.tokens.flowClaim.rawValue, "iss", "iat", "exp", "aud", "nonce", "auth_time",
            ])
    }
}

/// The document, in the words of the real service.
private struct Document: Encodable {
    let issuer: String
    let authorizationEndpoint: String
    let tokenEndpoint: String
    let endSessionEndpoint: String
    let keySetURI: String
    let responseModes = RedirectTarget.ResponseMode.allCases.map(\.rawValue)
    let responseTypes = [
        "code", "code id_token", "code token", "code id_token token", "id_token", "id_token token", "token",
        "token id_token",
    ]
    let scopes = ["openid"]
    let subjectTypes = ["pairwise"]
    let algorithms = ["RS256"]
    let tokenEndpointMethods = ["client_secret_post", "client_secret_basic"]
    let claims: [String]

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
