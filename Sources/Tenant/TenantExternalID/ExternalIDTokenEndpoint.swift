// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import OAuthMessages
import TenantAuthorization
import TenantCustomers
import TenantDirectory
import TenantEntra

/// Entra ID's token endpoint, for customers. RFC 6749 §3.2
struct ExternalIDTokenEndpoint: Sendable {
    let routing: UserFlowRouting

    private var platform: PlatformContext { routing.platform }
    private var selector: TenantSelector { .directory(routing.tenant) }

    func answer() async throws -> Response {
        try await TokenErrorBoundary(platform: platform).answer(routing.request) { form in
            let (type, request) = try await GrantRequest.read(
                form, routing.request.headers, at: selector, platform: platform)
            do {
                return JSONReply.make(try await reply(to: request, with: type).json)
            } catch let error as UserFlowError {
                throw EntraError(error)
            }
        }
    }

    /// Authenticates the client, then refuses the device code grant, which External ID does not have for customers.
    func refuseDevice() async throws -> Response {
        try await TokenErrorBoundary(platform: platform).answer(routing.request) { form in
            _ = try await ClientAuthentication(platform: platform)
                .client(of: form, routing.request.headers, at: selector)
            throw EntraError.unsupportedGrant(GrantType.deviceCode.rawValue)
        }
    }

    private func reply(to request: GrantRequest, with type: GrantType) async throws -> TokenReply {
        switch type {
        case .authorizationCode:
            let place = try routing.place(ofApp: request.client.app.id)
            return try await ExternalIDGrants(platform: platform, place: place, request: request).redeemCode()
        case .refreshToken: return try await grantsOfAnyApp(for: request).refresh()
        case .onBehalfOf: return try await grantsOfAnyApp(for: request).onBehalfOfCustomer()
        case .clientCredentials: return try await ClientCredentialsGrant(platform: platform).answer(request)
        case .password, .deviceCode: throw EntraError.unsupportedGrant(type.rawValue)
        }
    }

    /// An API that acts on behalf of customers needs no flow, for its first request and for refreshes.
    private func grantsOfAnyApp(for request: GrantRequest) throws -> ExternalIDGrants {
        let place = try (try? routing.place(ofApp: request.client.app.id)) ?? routing.anyPlace
        return ExternalIDGrants(platform: platform, place: place, request: request)
    }
}

extension ExternalID {
    /// The metadata document; its members have Entra ID's order. OpenID Connect Discovery §3
    func metadata(of place: ResolvedUserFlow) -> OrderedJSON {
        let base = platform.baseURL
        return .object([
            ("token_endpoint", .string(place.url(.token, at: base))),
            (
                "token_endpoint_auth_methods_supported",
                .texts(["client_secret_post", "private_key_jwt", "client_secret_basic"])
            ),
            ("jwks_uri", .string(place.url(.keys, at: base))),
            ("response_modes_supported", .texts(RedirectTarget.ResponseMode.allCases.map(\.rawValue))),
            ("subject_types_supported", .texts(["pairwise"])),
            ("id_token_signing_alg_values_supported", .texts(["RS256"])),
            ("response_types_supported", .texts(["code", "id_token", "code id_token", "id_token token"])),
            ("scopes_supported", .texts(["openid", "profile", "email", "offline_access"])),
            ("issuer", .string(place.issuer(at: base))),
            ("authorization_endpoint", .string(place.url(.authorize, at: base))),
            ("end_session_endpoint", .string(place.url(.logout, at: base))),
            (
                "claims_supported",
                .texts([
                    "sub", "iss", "aud", "exp", "iat", "auth_time", "nonce", "preferred_username", "name", "tid",
                    "ver", "at_hash", "c_hash", "email",
                ])
            ),
        ])
    }
}
