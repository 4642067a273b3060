// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import HTTPServing
import OAuthMessages
import PortableFoundation
import TenantAuthorization
import TenantDirectory

/// OpenID Connect Discovery §3, §4; RFC 7517 §5.
struct MetadataEndpoint: Sendable {
    let platform: PlatformContext

    func add(to router: Router<ServingContext>) {
        let documents: [(RouterPath, Bool)] = [
            ("/:tenant/v2.0/.well-known/openid-configuration", true),
            ("/:tenant/.well-known/openid-configuration", false),
        ]
        for (path, isVersion2) in documents {
            get(path, of: router, error: "invalid_tenant") { selector in
                JSONReply.make(
                    MetadataDocument(platform: platform, selector: selector).json(isVersion2: isVersion2),
                    cacheable: true)
            }
        }
        // All directories have the same keys, with a template as issuer.
        let keys: [(RouterPath, String?)] = [
            ("/:tenant/discovery/v2.0/keys", platform.issuer("{tenantid}")), ("/:tenant/discovery/keys", nil),
        ]
        for (path, issuer) in keys {
            get(path, of: router) { _ in
                JSONReply.make(try platform.keys.published(for: .entraID, issuer: issuer), cacheable: true)
            }
        }
    }

    /// Adds a route for pages of any origin; browsers send a preflight request if the page sets header fields.
    ///
    /// An unknown directory has the token endpoint's error code, unless `code` replaces it.
    private func get(
        _ path: RouterPath, of router: Router<ServingContext>, error code: String? = nil,
        _ body: @escaping @Sendable (TenantSelector) throws -> Response
    ) {
        router.get(path) { request, context in
            do {
                let tenant = try context.parameters.require("tenant")
                return try body(try await TenantSelector.find(tenant, in: platform.database))
            } catch var error as EntraError {
                if let code { error = EntraError(error.number, code, error.text) }
                return try ErrorReply(
                    error, settings: platform.settings, correlationID: CorrelationID(in: request.headers)
                ).json()
            }
        }
        router.on(path, method: .options) { _, _ in JSONReply.preflight }
    }
}

/// The members about the cloud are as recorded, in the same order; the others describe this tenant.
struct MetadataDocument {
    let platform: PlatformContext
    let selector: TenantSelector

    /// Version 1 has its own issuer, but the endpoints of version 2: the tenant has no others.
    func json(isVersion2: Bool) -> OrderedJSON {
        let place = "\(platform.baseURL)/\(selector.name)"
        return .object([
            ("token_endpoint", .string("\(place)/oauth2/v2.0/token")),
            (
                "token_endpoint_auth_methods_supported",
                .texts(["client_secret_post", "private_key_jwt", "client_secret_basic"])
            ),
            ("jwks_uri", .string("\(place)/discovery\(isVersion2 ? "/v2.0" : "")/keys")),
            ("response_modes_supported", .texts(["query", "fragment", "form_post"])),
            ("subject_types_supported", .texts(["pairwise"])),
            ("id_token_signing_alg_values_supported", .texts(["RS256"])),
            ("response_types_supported", .texts(["code", "id_token", "code id_token", "id_token token"])),
            ("scopes_supported", .texts(["openid", "profile", "email", "offline_access"])),
            ("issuer", .string(platform.tokens.issuer(of: selector.issuerSegment, isVersion2: isVersion2))),
            ("request_uri_parameter_supported", .boolean(false)),
            ("userinfo_endpoint", .string("\(platform.baseURL)\(TenantPath.userInfo)")),
            ("authorization_endpoint", .string("\(place)/oauth2/v2.0/authorize")),
            ("device_authorization_endpoint", .string("\(place)/oauth2/v2.0/devicecode")),
            ("http_logout_supported", .boolean(true)),
            ("frontchannel_logout_supported", .boolean(true)),
            ("end_session_endpoint", .string("\(place)/oauth2/v2.0/logout")),
            ("claims_supported", .texts(Self.claims)),
            ("kerberos_endpoint", .string("\(place)/kerberos")),
            ("tenant_region_scope", selector.tenantID == nil ? .null : .string("WW")),
            ("cloud_instance_name", .string("microsoftonline.com")),
            ("cloud_graph_host_name", .string("graph.windows.net")),
            ("msgraph_host", .string(platform.settings.names.base.place)),
            ("rbac_url", .string("https://pas.windows.net")),
        ])
    }

    private static let claims = [
        "sub", "iss", "cloud_instance_name", "cloud_instance_host_name", "cloud_graph_host_name", "msgraph_host", "aud",
        "exp", "iat", "auth_time", "acr", "nonce", "preferred_username", "name", "tid", "ver", "at_hash", "c_hash",
        "email",
    ]
}
