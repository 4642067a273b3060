// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import JSONWebSignatures
import OAuthMessages
import PortableFoundation
import TenantAuthorization
import TenantDirectory

/// The metadata at the URLs of both specifications, and the keys. OpenID Connect Discovery §4, RFC 8414 §3, RFC 7517 §5
extension StandardProvider {
    func addMetadata(to router: Router<ServingContext>) {
        // RFC 8414 §3.1 puts the well-known part before the path of the issuer.
        let oauthPath = "/.well-known/oauth-authorization-server" + TenantPath.standardProvider
        let paths = [StandardEndpoint.metadata.path, oauthPath].map { RouterPath($0) }
        for path in paths {
            router.get(path) { _, _ in
                // OpenID Connect Discovery §3 and RFC 8414 §3.2 omit empty lists.
                let members = metadata(with: try await resourceServers()).filter { $0.value != .array([]) }
                return JSONReply.make(json: Data(JSONValue.object(members).text.utf8), cacheable: true)
            }
        }
        let keysPath = StandardEndpoint.keys.routerPath
        router.get(keysPath) { _, _ in JSONReply.make(json: try keys.published.jsonData, cacheable: true) }
        for path in paths + [keysPath] { CrossOriginAccess.everyPage.add(path, to: router) }
    }

    /// Clients may present certificates to endpoints with an alias. RFC 8705 §5
    private static let endpoints: [(name: String, endpoint: StandardEndpoint, hasAlias: Bool)] = [
        ("authorization_endpoint", .authorization, false), ("token_endpoint", .token, true),
        ("userinfo_endpoint", .userInfo, true), ("jwks_uri", .keys, false),
        ("device_authorization_endpoint", .deviceAuthorization, true),
        ("pushed_authorization_request_endpoint", .pushedRequest, true), ("revocation_endpoint", .revocation, true),
        ("introspection_endpoint", .introspection, true), ("end_session_endpoint", .endSession, false),
        ("registration_endpoint", .registration, false),
    ]

    private func metadata(with servers: ResourceServers) -> [String: JSONValue] {
        var members = abilities
        members["issuer"] = .string(issuer)
        var aliases: [String: JSONValue] = [:]
        for (name, endpoint, hasAlias) in Self.endpoints {
            members[name] = .string(url(endpoint))
            if hasAlias { aliases[name] = alias(of: endpoint).map(JSONValue.string) }
        }
        if !aliases.isEmpty {
            members["tls_client_certificate_bound_access_tokens"] = .boolean(true)
            members["mtls_endpoint_aliases"] = .object(aliases)
        }
        let methods = authenticationMethods.map(\.rawValue)
        for (endpoint, methods) in [
            ("token", methods), ("revocation", methods), ("introspection", methods.filter { $0 != "none" }),
        ] {
            members["\(endpoint)_endpoint_auth_methods_supported"] = .texts(methods)
            members["\(endpoint)_endpoint_auth_signing_alg_values_supported"] = .values(of: TokenAlgorithm.self)
        }
        members["scopes_supported"] = .texts(ScopeSet(ScopeSet.openIDConnect.scopes + servers.scopes).scopes)
        // RFC 9396 §10
        members["authorization_details_types_supported"] = .texts(servers.detailTypes.sorted())
        return members
    }

    private var abilities: [String: JSONValue] {
        [
            "response_types_supported": .values(of: StandardResponseType.self),
            "response_modes_supported": .values(of: StandardTarget.ResponseMode.self),
            "grant_types_supported": .values(of: ClientMetadata.GrantType.self),
            "subject_types_supported": .texts(["public"]),
            "claims_supported": .texts(
                ["iss", "sub", "aud", "exp", "iat", "auth_time", "nonce", "acr", "amr", "sid"]
                    + PersonClaims.names),
            "claim_types_supported": .texts(["normal"]),
            "acr_values_supported": .texts([IDTokenContent.authenticationContext]),
            "prompt_values_supported": .values(of: StandardAuthorizationRequest.Prompt.self),
            "id_token_signing_alg_values_supported": .values(of: TokenAlgorithm.self),
            "userinfo_signing_alg_values_supported": .values(of: TokenAlgorithm.self),
            "dpop_signing_alg_values_supported": .values(of: TokenAlgorithm.self),
            "code_challenge_methods_supported": .texts(["S256"]),
            "claims_parameter_supported": .boolean(true),
            "request_parameter_supported": .boolean(false),
            "request_uri_parameter_supported": .boolean(false),
            "client_id_metadata_document_supported": .boolean(true),
            "require_pushed_authorization_requests": .boolean(false),
            "authorization_response_iss_parameter_supported": .boolean(true),
            "backchannel_logout_supported": .boolean(true),
            "backchannel_logout_session_supported": .boolean(true),
        ]
    }
}

extension JSONValue {
    fileprivate static func values<Value: CaseIterable & RawRepresentable<String>>(of type: Value.Type) -> JSONValue {
        .texts(Value.allCases.map(\.rawValue))
    }
}
