// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import JSONWebSignatures
import OAuthMessages
import TenantDirectory

extension ClientForm {
    /// Sends a token's client, and the API that accepts it, the state and claims of the token. RFC 7662 §2
    func introspect() async throws -> Response {
        guard !client.isPublic else {
            throw StandardError(
                .invalidClient, "Only an authenticated client may introspect tokens. RFC 7662 section 2.1")
        }
        return StandardReply.json(try await members(try token()) ?? ["active": .boolean(false)])
    }

    /// The claims of a valid token; `nil` for any other, and for a token of no concern to this client. §2.2
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

    /// The members of both kinds of tokens.
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

    /// Both kinds of tokens are searched, so the hint does not matter; it only must not occur twice.
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
        // For an unknown token the response is the same as after a revocation. §2.2
        return Response(status: .ok, headers: [.cacheControl: "no-store"])
    }

    private func check(_ grant: StandardGrant) throws {
        guard grant.clientID == client.id else {
            throw StandardError(.invalidGrant, "The token was issued to another client.")
        }
    }
}
