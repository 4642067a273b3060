// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import JSONWebSignatures
import OAuthMessages
import PortableFoundation
import TenantAuthorization
import TenantDirectory

/// The metadata of the provider, at the addresses of both specifications, and its keys.
///
/// OpenID Connect Discovery §4, RFC 8414 §3, RFC 7517 §5
struct StandardMetadataEndpoint: Sendable {
    let provider: StandardProvider

    /// RFC 8414 §3.1 puts the well-known part before the path of the issuer.
    static let oauthPath = "/.well-known/oauth-authorization-server" + TenantPath.standardProvider

    func add(to router: Router<ServingContext>) {
        for path in [StandardEndpoint.metadata.path, Self.oauthPath] {
            router.get(RouterPath(path)) { _, _ in
                let servers = try await provider.resourceServers()
                // An empty list says less than none: OpenID Connect Discovery §3 and RFC 8414 §3.2 leave it out.
                let members = members.merging(abilities(of: servers)) { $1 }.filter { $0.value != .array([]) }
                return JSONReply.make(json: Data(JSONValue.object(members).text.utf8), cacheable: true)
            }
        }
        router.get(StandardEndpoint.keys.routerPath) { _, _ in
            JSONReply.make(json: try provider.keys.published.jsonData, cacheable: true)
        }
        for path in [StandardEndpoint.metadata.path, StandardEndpoint.keys.path, Self.oauthPath] {
            CrossOriginAccess.everyPage.add(RouterPath(path), to: router)
        }
    }

    /// The document; it lists only features that this provider supports.
    private var members: [String: JSONValue] {
        addresses.merging(abilities) { $1 }.merging(clientAbilities) { $1 }.merging(certificateAbilities) { $1 }
    }

    /// The endpoints to which clients present certificates; nothing if the tenant asks for none. RFC 8705 §3.3, §5
    private var certificateAbilities: [String: JSONValue] {
        let endpoints: [(String, StandardEndpoint)] = [
            ("token_endpoint", .token), ("revocation_endpoint", .revocation),
            ("introspection_endpoint", .introspection), ("userinfo_endpoint", .userInfo),
            ("device_authorization_endpoint", .deviceAuthorization),
            ("pushed_authorization_request_endpoint", .pushedRequest),
        ]
        let aliases = endpoints.reduce(into: [String: JSONValue]()) { aliases, endpoint in
            aliases[endpoint.0] = provider.alias(of: endpoint.1).map(JSONValue.string)
        }
        guard !aliases.isEmpty else { return [:] }
        return [
            "tls_client_certificate_bound_access_tokens": .boolean(true), "mtls_endpoint_aliases": .object(aliases),
        ]
    }

    private func abilities(of servers: ResourceServers) -> [String: JSONValue] {
        let scopes = ScopeSet(ScopeSet.openIDConnect.scopes + servers.scopes)
        let types = servers.detailTypes.sorted()
        return [
            "scopes_supported": .texts(scopes.scopes),
            // RFC 9396 §10
            "authorization_details_types_supported": .texts(types),
        ]
    }

    private var addresses: [String: JSONValue] {
        [
            "issuer": .string(provider.issuer),
            "authorization_endpoint": .string(provider.url(.authorization)),
            "token_endpoint": .string(provider.url(.token)),
            "userinfo_endpoint": .string(provider.url(.userInfo)),
            "jwks_uri": .string(provider.url(.keys)),
            "device_authorization_endpoint": .string(provider.url(.deviceAuthorization)),
            "pushed_authorization_request_endpoint": .string(provider.url(.pushedRequest)),
            "revocation_endpoint": .string(provider.url(.revocation)),
            "introspection_endpoint": .string(provider.url(.introspection)),
            "end_session_endpoint": .string(provider.url(.endSession)),
            "registration_endpoint": .string(provider.url(.registration)),
        ]
    }

    private var abilities: [String: JSONValue] {
        let algorithms = TokenAlgorithm.allCases.map(\.rawValue)
        return [
            "response_types_supported": .texts(StandardResponseType.allCases.map(\.rawValue)),
            "response_modes_supported": .texts(StandardTarget.ResponseMode.allCases.map(\.rawValue)),
            "grant_types_supported": .texts(ClientMetadata.GrantType.allCases.map(\.rawValue)),
            "subject_types_supported": .texts(["public"]),
            "claims_supported": .texts(
                ["iss", "sub", "aud", "exp", "iat", "auth_time", "nonce", "acr", "amr", "sid"]
                    + PersonClaims.names),
            "claim_types_supported": .texts(["normal"]),
            "acr_values_supported": .texts([IDTokenContent.authenticationContext]),
            "prompt_values_supported": .texts(StandardAuthorizationRequest.Prompt.allCases.map(\.rawValue)),
            "id_token_signing_alg_values_supported": .texts(algorithms),
            "userinfo_signing_alg_values_supported": .texts(algorithms),
            "dpop_signing_alg_values_supported": .texts(algorithms),
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

    private var clientAbilities: [String: JSONValue] {
        let methods = provider.authenticationMethods.map(\.rawValue)
        let algorithms = JSONValue.texts(TokenAlgorithm.allCases.map(\.rawValue))
        return [
            "token_endpoint_auth_methods_supported": .texts(methods),
            "token_endpoint_auth_signing_alg_values_supported": algorithms,
            "revocation_endpoint_auth_methods_supported": .texts(methods),
            "revocation_endpoint_auth_signing_alg_values_supported": algorithms,
            "introspection_endpoint_auth_methods_supported": .texts(methods.filter { $0 != "none" }),
            "introspection_endpoint_auth_signing_alg_values_supported": algorithms,
        ]
    }
}
