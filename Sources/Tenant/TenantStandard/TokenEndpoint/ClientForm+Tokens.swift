// SPDX-License-Identifier: Apache-2.0
import DPoP
import HTTPServing
import JSONWebSignatures
import OAuthMessages
import TenantDirectory

extension ClientForm {
    /// RFC 6749 §3.2.
    func redeem() async throws -> Response {
        let grantType = try grantType()
        let proof = try proof()
        guard proof != nil || !client.metadata.requiresDPoP else {
            throw StandardError(.invalidDPoPProof, "This client must prove possession of a key. RFC 9449 section 5")
        }
        guard certificate != nil || !client.metadata.bindsTokensToCertificate else {
            throw StandardError.malformed(
                "This client must present its certificate, at a URL in mtls_endpoint_aliases. RFC 8705 section 3")
        }
        let grants = StandardGrantHandlers(
            provider: provider, client: client, form: parameters,
            proved: TokenConfirmation(keyThumbprint: proof?.thumbprint, certificateThumbprint: certificate?.thumbprint)
        ) { try await provider.use(proof, of: client) }
        let reply =
            switch grantType {
            case .authorizationCode: try await grants.redeem()
            case .refreshToken: try await grants.refresh()
            case .clientCredentials: try await grants.clientCredentials()
            case .jwtBearer: try await grants.jwtBearer()
            case .tokenExchange: try await grants.exchange()
            case .deviceCode: try await grants.deviceCode()
            }
        return adding(nonceFor: proof, to: reply.response)
    }

    private func grantType() throws -> ClientMetadata.GrantType {
        guard let type = ClientMetadata.GrantType(rawValue: try parameters.required("grant_type")) else {
            throw StandardError(
                .unsupportedGrantType,
                "Send one of \(ClientMetadata.GrantType.allCases.map(\.rawValue).joined(separator: ", ")).")
        }
        guard client.metadata.grantTypes.contains(type) else {
            throw StandardError(.unauthorizedClient, "This client did not register that grant_type.")
        }
        return type
    }
}

/// The token response. RFC 6749 §5.1, OpenID Connect Core §3.1.3.3, RFC 9449 §5
struct StandardTokenReply: Sendable {
    let accessToken: String
    let lifetime: Int
    let isBound: Bool
    let rights: StandardRights
    var refreshToken: String?
    var idToken: String?
    /// Only for an exchange. RFC 8693 §2.2.1
    var issuedTokenType: String?

    var response: Response {
        var members: [String: JSONValue] = [
            "access_token": .string(accessToken), "token_type": .string(isBound ? "DPoP" : "Bearer"),
            "expires_in": .integer(lifetime),
        ]
        // RFC 6749 §3.3 has no empty scope.
        if !rights.scopes.isEmpty { members["scope"] = .string(rights.scopes.text) }
        members["authorization_details"] = rights.details?.json
        members["refresh_token"] = refreshToken.map(JSONValue.string)
        members["id_token"] = idToken.map(JSONValue.string)
        members["issued_token_type"] = issuedTokenType.map(JSONValue.string)
        return StandardReply.json(members)
    }
}

extension ClientForm {
    /// Returns the state and claims of a token to its client, and to the API that accepts it. RFC 7662 §2
    func introspect() async throws -> Response {
        guard !client.isPublic else {
            throw StandardError(
                .invalidClient, "Only an authenticated client may introspect tokens. RFC 7662 section 2.1")
        }
        return StandardReply.json(try await members(try token()) ?? ["active": .boolean(false)])
    }

    /// Returns `nil` for an invalid token, and for a token that this client must not see. §2.2
    private func members(_ token: String) async throws -> [String: JSONValue]? {
        if let found = try await provider.grantStore.accessToken(token) {
            let rights = found.token.rights
            guard found.grant.clientID == client.id || client.accepts(rights) else { return nil }
            guard var members = try await members(of: found, rights) else { return nil }
            members["jti"] = .string(found.token.id)
            members["token_type"] = .string(found.token.thumbprint == nil ? "Bearer" : "DPoP")
            return members
        }
        guard let found = try await provider.grantStore.refreshToken(token), !found.token.isUsed,
            found.grant.clientID == client.id, var members = try await members(of: found, found.rights)
        else { return nil }
        members["aud"] = .string(provider.issuer)
        return members
    }

    private func members(
        of found: StandardGrantStore.Found<some GrantedToken>, _ rights: StandardRights
    ) async throws -> [String: JSONValue]? {
        var members = try await provider.accessClaims(
            of: found.grant, rights: rights, confirmation: found.token.confirmation)
        members["active"] = .boolean(true)
        members["iat"] = .integer(found.token.issuedAt.seconds)
        members["exp"] = .integer(found.token.expiresAt.seconds)
        guard found.grant.personID != nil else { return members }
        guard let person = try await provider.person(of: found.grant) else { return nil }
        members["username"] = .string(person.userPrincipalName)
        return members
    }

    /// Both kinds of tokens are searched, so the hint has no effect; it only must not occur twice.
    private func token() throws -> String {
        let token = try parameters.required("token")
        _ = try parameters.optional("token_type_hint")
        return token
    }

    /// Revokes a refresh token with its whole grant, or an access token alone. RFC 7009 §2.1
    func revoke() async throws -> Response {
        let token = try token()
        if let found = try await provider.grantStore.refreshToken(token) {
            try check(found.grant)
            try await provider.grantStore.revoke(found.grant.id)
        } else if let found = try await provider.grantStore.accessToken(token) {
            try check(found.grant)
            try await provider.grantStore.revoke(found.token)
        }
        // For an unknown token, the response is the same as after a revocation. §2.2
        return Response(status: .ok, headers: [.cacheControl: "no-store"])
    }

    private func check(_ grant: StandardGrant) throws {
        guard grant.clientID == client.id else {
            throw StandardError(.invalidGrant, "The token was issued to another client.")
        }
    }
}
