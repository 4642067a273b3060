// SPDX-License-Identifier: Apache-2.0
import TenantAuthorization
import TenantDirectory

/// The metadata document of an External ID directory.
///
/// OpenID Connect Discovery §3
struct ExternalIDMetadata {
    let place: UserFlowPlace
    let base: String

    /// The document, with its members in the order of Entra ID's.
    var json: OrderedJSON {
        .object([
            ("token_endpoint", .string(place.url(.token, at: base))),
            (
                "token_endpoint_auth_methods_supported",
                .strings(["client_secret_post", "private_key_jwt", "client_secret_basic"])
            ),
            ("jwks_uri", .string(place.url(.keys, at: base))),
            ("response_modes_supported", .strings(RedirectTarget.ResponseMode.allCases.map(\.rawValue))),
            ("subject_types_supported", .strings(["pairwise"])),
            ("id_token_signing_alg_values_supported", .strings(["RS256"])),
            ("response_types_supported", .strings(["code", "id_token", "code id_token", "id_token token"])),
            ("scopes_supported", .strings(["openid", "profile", "email", "offline_access"])),
            ("issuer", .string(place.issuer(at: base))),
            ("authorization_endpoint", .string(place.url(.authorize, at: base))),
            ("end_session_endpoint", .string(place.url(.logout, at: base))),
            (
                "claims_supported",
                .strings([
                    "sub", "iss", "aud", "exp", "iat", "auth_time", "nonce", "preferred_username", "name", "tid",
                    "ver", "at_hash", "c_hash", "email",
                ])
            ),
        ])
    }
}
