// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPServing
import HTTPTypes
import Hummingbird
import OAuth

/// What the tenant says of itself, and its keys.
///
/// OpenID Connect Discovery §3 and §4, RFC 7517 §5
struct MetadataEndpoint: Sendable {
    let platform: IdentityPlatform

    func add(to router: Router<ServingContext>) {
        router.get("/:tenant/v2.0/.well-known/openid-configuration") { _, context in
            do {
                let selector = try await TenantSelector.find(
                    try context.parameters.require("tenant"), in: platform.database)
                return try JSONReply.make(metadata(of: selector), cacheable: true)
            } catch var error as EntraError {
                // The same error has another name here than at the token endpoint.
                error = EntraError(error.number, "invalid_tenant", error.text)
                return try ErrorReply(error, settings: platform.settings).json()
            }
        }
        router.get("/:tenant/discovery/v2.0/keys") { _, context in
            do {
                _ = try await TenantSelector.find(try context.parameters.require("tenant"), in: platform.database)
                return JSONReply.make(json: platform.keys.publishedJSON, cacheable: true)
            } catch let error as EntraError {
                return try ErrorReply(error, settings: platform.settings).json()
            }
        }
    }

    private func metadata(of selector: TenantSelector) -> Metadata {
        let place = "\(platform.baseURL)/\(selector.name)"
        return Metadata(
            tokenEndpoint: "\(place)/oauth2/v2.0/token", keySetURI: "\(place)/discovery/v2.0/keys",
            issuer: platform.issuer(selector.issuerSegment), authorizationEndpoint: "\(place)/oauth2/v2.0/authorize",
            deviceEndpoint: "\(place)/oauth2/v2.0/devicecode", endSessionEndpoint: "\(place)/oauth2/v2.0/logout")
    }
}

/// The document, with what this tenant can do and nothing more.
private struct Metadata: Encodable {
    let tokenEndpoint: String
    let tokenEndpointMethods = ["none", "client_secret_post", "client_secret_basic"]
    let keySetURI: String
    let responseModes = ["query"]
    let subjectTypes = ["pairwise"]
    let algorithms = ["RS256"]
    let responseTypes = ["code"]
    let scopes = ["openid", "profile", "email", "offline_access"]
    let issuer: String
    let authorizationEndpoint: String
    let deviceEndpoint: String
    let endSessionEndpoint: String
    let claims = [
        "sub", "iss", "aud", "exp", "iat", "nonce", "preferred_username", "name", "tid", "oid", "ver", "email",
    ]

    enum CodingKeys: String, CodingKey {
        case issuer
        case tokenEndpoint = "token_endpoint"
        case tokenEndpointMethods = "token_endpoint_auth_methods_supported"
        case keySetURI = "jwks_uri"
        case responseModes = "response_modes_supported"
        case subjectTypes = "subject_types_supported"
        case algorithms = "id_token_signing_alg_values_supported"
        case responseTypes = "response_types_supported"
        case scopes = "scopes_supported"
        case authorizationEndpoint = "authorization_endpoint"
        case deviceEndpoint = "device_authorization_endpoint"
        case endSessionEndpoint = "end_session_endpoint"
        case claims = "claims_supported"
    }
}
