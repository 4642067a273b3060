// SPDX-License-Identifier: Apache-2.0
import OAuthMessages
import TenantDirectory

extension StandardGrantHandlers {
    /// Exchanges an access token that the client received, to call another API for the same person. RFC 8693 §2
    ///
    /// The new token has the same subject, no more scopes, and no later expiry, and is issued to this client. Actor
    /// tokens are not supported.
    func exchange() async throws -> StandardTokenReply {
        guard !client.isPublic else {
            throw StandardError(.unauthorizedClient, "Only an authenticated client may exchange tokens.")
        }
        try checkKinds()
        guard let found = try await provider.grantStore.accessToken(try form.required("subject_token")),
            found.token.confirmation.isMet(by: proved), mayExchange(found),
            try await provider.person(of: found.grant) != nil
        else {
            throw StandardError.malformed(
                "The subject_token is unknown, expired, or revoked, has no user, or was neither issued to this "
                    + "client nor is for its API. RFC 8693 section 2.2.2")
        }
        try await useProof()
        let rights = try await targeted(found.token.rights)
        let grant = provider.grantStore.newGrant(for: client, continuing: found.grant, rights: rights)
        var reply = try await reply(toUnattended: grant, rights: rights, latestEnd: found.token.expiresAt)
        reply.issuedTokenType = SecurityToken.accessTokenType
        return reply
    }

    /// Only access tokens of this provider are accepted and issued. §2.1
    private func checkKinds() throws {
        let accessToken = SecurityToken.accessTokenType
        guard try form.required("subject_token_type") == accessToken,
            [nil, accessToken].contains(try form.optional("requested_token_type"))
        else { throw StandardError.malformed("Send an access token of this provider, and request one.") }
        guard try form.optional("actor_token") == nil, try form.optional("actor_token_type") == nil else {
            throw StandardError.malformed("Actor tokens are not accepted; the requesting client is the actor.")
        }
    }

    private func mayExchange(_ found: StandardGrantStore.Found<StandardAccessToken>) -> Bool {
        found.grant.clientID == client.id || client.accepts(found.token.rights)
    }

    /// The scopes choose the API: a token for one API is exchanged for a token for another one, or for this provider.
    private func targeted(_ rights: StandardRights) async throws -> StandardRights {
        let targets = form.all("resource") + form.all("audience")
        var targeted = rights
        if !targets.isEmpty {
            let servers = try await provider.resourceServers().all
            targeted.resources = []
            let opened = try targets.flatMap { target -> [String] in
                if target == provider.issuer { return rights.scopes.openIDConnectPart.scopes }
                guard let server = servers.first(where: { $0.audience == target || $0.id == target }) else {
                    throw unknownTarget
                }
                return server.metadata.resourceScopes.filter(rights.scopes.contains)
            }
            guard !opened.isEmpty else { throw unknownTarget }
            targeted.scopes = ScopeSet(opened)
        }
        targeted.scopes = try targeted.scopes.narrowed(by: form)
        return targeted
    }

    private var unknownTarget: StandardError {
        StandardError(.invalidTarget, "The resource or audience is unknown, or the subject_token has no scope of it.")
    }

    /// A token for the person in an assertion, signed with a key of the client. RFC 7521 §4.1; RFC 7523 §2.1, §3
    ///
    /// There is no page and no consent: a client with this grant type acts for all people of the directory. It gets no
    /// refresh token, but can sign another assertion.
    func jwtBearer() async throws -> StandardTokenReply {
        try await useProof()
        guard let assertion = StandardClientAssertion(try form.required("assertion")),
            let proof = assertion.judged(by: client, audiences: provider.audiences(of: .token), now: provider.now),
            let person = try await provider.person(assertion.subject),
            try await provider.usedIdentifiers.take(proof, of: client)
        else {
            throw StandardError(
                .invalidGrant,
                "The assertion is not signed with a key of this client, is used or expired, is for another server, "
                    + "or names no user of the directory. Check key, iss, sub, aud, jti, and exp.")
        }
        let rights = try await ownRights()
        let grant = provider.grantStore.newGrant(for: client, person: person.id, rights: rights)
        return try await reply(toUnattended: grant, rights: rights)
    }
}
