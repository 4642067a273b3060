// SPDX-License-Identifier: Apache-2.0
import Hummingbird
import TenantAuthorization
import TenantDirectory

/// The metadata document of a user flow, and its keys.
///
/// OpenID Connect Discovery §3 and §4, RFC 7517 §5
struct UserFlowMetadata: Sendable {
    let platform: PlatformContext
    let place: UserFlowPlace

    func answer(_ endpoint: UserFlowAddress.Endpoint) throws -> Response {
        let isExternalID = place.shape == .externalID
        guard endpoint == .keys else {
            let metadata = ExternalIDMetadata(place: place, base: platform.baseURL)
            return JSONReply.make(isExternalID ? metadata.json : document, cacheable: true)
        }
        let keys =
            try isExternalID
            ? platform.keys.published(for: .entraID, issuer: place.issuer(at: platform.baseURL))
            : platform.keys.published(for: .azureADB2C)
        return JSONReply.make(keys, cacheable: true)
    }

    /// The document, with the member names and the order of the real service.
    private var document: OrderedJSON {
        let base = platform.baseURL
        return .object([
            ("issuer", .string(place.issuer(at: base))),
            ("authorization_endpoint", .string(place.url(.authorize, at: base))),
            ("token_endpoint", .string(place.url(.token, at: base))),
            ("end_session_endpoint", .string(place.url(.logout, at: base))),
            ("jwks_uri", .string(place.url(.keys, at: base))),
            ("response_modes_supported", .strings(RedirectTarget.ResponseMode.allCases.map(\.rawValue))),
            (
                "response_types_supported",
                .strings([
                    "code", "code id_token", "code token", "code id_token token", "id_token", "id_token token",
                    "token", "token id_token",
                ])
            ), ("scopes_supported", .strings(["openid"])), ("subject_types_supported", .strings(["pairwise"])),
            ("id_token_signing_alg_values_supported", .strings(["RS256"])),
            (
                "token_endpoint_auth_methods_supported", .strings(["client_secret_post", "client_secret_basic"])
            ), ("claims_supported", .strings(claims)),
        ])
    }

    private var claims: [String] {
        place.flow.claims.filter { $0 != "oid" } + [
            "oid", "sub", place.flow.tokens.flowClaim.rawValue, "iss", "iat", "exp", "aud", "nonce", "auth_time",
        ]
    }
}
