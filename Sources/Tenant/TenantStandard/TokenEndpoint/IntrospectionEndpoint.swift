// SPDX-License-Identifier: Apache-2.0
import HTTPServing
import JSONWebSignatures
import OAuthMessages
import TenantDirectory

/// Tells a token's client, and the API that accepts it, the state and claims of the token.
///
/// RFC 7662 §2
struct IntrospectionEndpoint: Sendable {
    let provider: StandardProvider

    func add(to router: Router<ServingContext>) {
        router.post(StandardEndpoint.introspection.routerPath) { request, context in
            try await StandardReply(provider: provider).answer(request) {
                try await introspect($0, request, PresentedCertificate(of: context.connection))
            }
        }
    }

    private func introspect(
        _ form: FormParameters, _ request: Request, _ certificate: PresentedCertificate?
    ) async throws -> Response {
        let client = try await StandardClientAuthentication(provider: provider)
            .client(of: form, request.headers, presenting: certificate, at: .introspection)
        guard !client.isPublic else {
            throw StandardError(
                .invalidClient, "Only an authenticated client may introspect tokens. RFC 7662 section 2.1")
        }
        let token = try form.required("token")
        _ = try form.optional("token_type_hint")
        return StandardReply.json(try await members(token, client) ?? ["active": .boolean(false)])
    }

    /// The claims of a valid token; `nil` for any other, and for a token of no concern to this client. §2.2
    private func members(_ token: String, _ client: StandardClient) async throws -> [String: JSONValue]? {
        if let found = try await provider.grantStore.accessToken(token) {
            let rights = found.token.rights
            guard found.grant.clientID == client.id || client.accepts(rights) else { return nil }
            guard var members = try await common(found.grant, rights, found.token.confirmation) else {
                return nil
            }
            members["jti"] = .string(found.token.id)
            members["token_type"] = .string(found.token.thumbprint == nil ? "Bearer" : "DPoP")
            members["iat"] = .integer(found.token.issuedAt.seconds)
            members["exp"] = .integer(found.token.expiresAt.seconds)
            return members
        }
        guard let found = try await provider.grantStore.refreshToken(token), !found.token.isUsed,
            found.grant.clientID == client.id,
            var members = try await common(found.grant, found.rights, found.token.confirmation)
        else { return nil }
        members["aud"] = .string(provider.issuer)
        members["iat"] = .integer(found.token.issuedAt.seconds)
        members["exp"] = .integer(found.token.expiresAt.seconds)
        return members
    }

    private func common(
        _ grant: StandardGrant, _ rights: StandardRights, _ confirmation: TokenConfirmation
    ) async throws -> [String: JSONValue]? {
        var members = try await provider.tokens.accessClaims(of: grant, rights: rights, confirmation: confirmation)
        members["active"] = .boolean(true)
        guard grant.personID != nil else { return members }
        guard let person = try await provider.person(of: grant) else { return nil }
        members["username"] = .string(person.userPrincipalName)
        return members
    }
}

/// Revokes a token that its client no longer needs.
///
/// RFC 7009 §2
struct StandardRevocationEndpoint: Sendable {
    let provider: StandardProvider

    func add(to router: Router<ServingContext>) { provider.takeForms(at: .revocation, of: router, revoke) }

    /// Revoking a refresh token revokes the whole grant; revoking an access token revokes only that token. §2.1
    private func revoke(
        _ form: FormParameters, _ request: Request, _ certificate: PresentedCertificate?
    ) async throws -> Response {
        let client = try await StandardClientAuthentication(provider: provider)
            .client(of: form, request.headers, presenting: certificate, at: .revocation)
        let token = try form.required("token")
        // Both kinds are searched, so the hint does not matter; it only must not occur twice.
        _ = try form.optional("token_type_hint")
        if let found = try await provider.grantStore.refreshToken(token) {
            try check(found.grant, client)
            try await provider.grantStore.revoke(found.grant.id)
        } else if let found = try await provider.grantStore.accessToken(token) {
            try check(found.grant, client)
            try await provider.grantStore.revoke(found.token)
        }
        // For an unknown token the response is the same as after a revocation. §2.2
        return Response(status: .ok, headers: [.cacheControl: "no-store"])
    }

    private func check(_ grant: StandardGrant, _ client: StandardClient) throws {
        guard grant.clientID == client.id else {
            throw StandardError(.invalidGrant, "The token was issued to another client.")
        }
    }
}
