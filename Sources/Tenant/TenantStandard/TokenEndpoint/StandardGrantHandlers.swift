// SPDX-License-Identifier: Apache-2.0
import OAuthMessages
import PortableFoundation
import TenantDirectory

/// The grants, for an authenticated client. RFC 6749 §4.1.3, §4.4, §6
struct StandardGrantHandlers: Sendable {
    let provider: StandardProvider
    let client: StandardClient
    let form: FormParameters
    /// The key and the certificate of the request.
    let proved: TokenConfirmation
    /// Uses up the proof of the key, after the request has presented its grant.
    let useProof: @Sendable () async throws -> Void

    /// The binding of new tokens: the proved key, and the certificate if the client registered that.
    private var binding: TokenConfirmation {
        TokenConfirmation(
            keyThumbprint: proved.keyThumbprint,
            certificateThumbprint: client.metadata.bindsTokensToCertificate ? proved.certificateThumbprint : nil)
    }

    func redeem() async throws -> StandardTokenReply {
        let code = try form.required("code")
        let redirectURI = try form.required("redirect_uri")
        let verifier = try form.optional("code_verifier")
        let (row, grant) = try await provider.grantStore.redeem(code: code, by: client).get()
        try await useProof()
        guard row.redirectURI.isSameSecret(as: redirectURI) else {
            throw StandardError.unusableGrant(
                because: "The redirect_uri differs from that of the authorization request.",
                remedy: "Send the same redirect_uri in both requests.")
        }
        try Self.checkProof(of: row.codeChallenge, by: verifier)
        guard row.thumbprint == nil || row.thumbprint == proved.keyThumbprint else {
            throw StandardError.unusableGrant(
                because: "The proof was signed with a different key from dpop_jkt of the authorization request.",
                remedy: "Sign the proof with that key. RFC 9449 section 10")
        }
        return try await firstReply(to: grant, nonce: row.nonce)
    }

    /// RFC 8628 §3.4.
    func deviceCode() async throws -> StandardTokenReply {
        let grant = try await provider.devices.redeem(try form.required("device_code"), by: client)
        try await useProof()
        return try await firstReply(to: grant, nonce: nil)
    }

    /// Includes a refresh token if the person granted `offline_access`.
    private func firstReply(to grant: StandardGrant, nonce: String?) async throws -> StandardTokenReply {
        // RFC 6749 §4.1.3 defines no scope for this request.
        var target = FormParameters()
        for pair in form.pairs where pair.name != "scope" { target.append(pair.name, pair.value) }
        let rights = try grant.rights.narrowed(by: target, among: try await provider.resourceServers())
        var reply = try await reply(to: grant, rights: rights, nonce: nonce)
        if grant.scopes.contains("offline_access") {
            reply.refreshToken = try await provider.grantStore.issueRefreshToken(
                of: grant, scope: grant.scope, confirmation: client.isPublic ? binding : TokenConfirmation())
        }
        return reply
    }

    func refresh() async throws -> StandardTokenReply {
        let token = try form.required("refresh_token")
        guard let found = try await provider.grantStore.refreshToken(token), found.grant.clientID == client.id else {
            throw StandardError.unusableGrant(
                because: "The refresh token is unknown, expired, revoked, or another client's.")
        }
        guard found.token.confirmation.isMet(by: proved) else {
            throw StandardError.unusableGrant(
                because: "The refresh token is bound to a key or certificate that is missing in the request.",
                remedy:
                    "Send a proof of the key of the sign-in, or its certificate. RFC 9449 section 5, RFC 8705 section 4"
            )
        }
        try await useProof()
        guard !found.token.isUsed else {
            try await provider.grantStore.revoke(found.grant.id)
            throw StandardError.unusableGrant(
                because: "The refresh token was used before, so its grant has ended. RFC 9700 section 4.14.2",
                remedy: "Store the refresh token of each response, and refresh from one task at a time.")
        }
        let rights = try found.rights.narrowed(by: form, among: try await provider.resourceServers())
        var next: String?
        if client.rotatesRefreshTokens {
            next = try await provider.grantStore.rotate(found)
            guard next != nil else { throw StandardError.unusableGrant }
        }
        var reply = try await reply(to: found.grant, rights: rights, nonce: nil)
        reply.refreshToken = next
        return reply
    }

    func clientCredentials() async throws -> StandardTokenReply {
        try await useProof()
        let rights = try await ownRights()
        return try await reply(toUnattended: provider.grantStore.newGrant(for: client, rights: rights), rights: rights)
    }

    /// The rights of a client without a person's consent: registered scopes of APIs, or of the requested APIs.
    func ownRights() async throws -> StandardRights {
        let servers = try await provider.resourceServers()
        let targets = try servers.targets(of: form)
        // No person agreed, so the client must have registered one of the API's scopes, if it has any.
        let own = ScopeSet(client.metadata.scopes).resourcePart
        let isAllowed = targets.allSatisfy { server in
            server.metadata.resourceScopes.isEmpty || server.metadata.resourceScopes.contains(where: own.contains)
        }
        guard isAllowed else { throw StandardError(.invalidTarget, "This client registered no scope of the resource.") }
        let rights = try StandardRights(scopes: own, resources: targets.map(\.audience))
            .narrowed(by: form, among: servers)
        guard !rights.scopes.isEmpty || !rights.resources.isEmpty else {
            throw StandardError(.invalidScope, "This client may not request scopes without a user.")
        }
        return rights
    }

    /// Stores the grant, and issues one access token without a sign-in page.
    func reply(
        toUnattended grant: StandardGrant, rights: StandardRights, latestEnd: Date? = nil
    ) async throws -> StandardTokenReply {
        try await provider.grantStore.keep(grant)
        return try await accessTokenReply(to: grant, rights: rights, latestEnd: latestEnd)
    }

    private func accessTokenReply(
        to grant: StandardGrant, rights: StandardRights, latestEnd: Date? = nil
    ) async throws -> StandardTokenReply {
        let token = try await provider.accessToken(
            of: grant, for: client, rights: rights, confirmation: binding, latestEnd: latestEnd)
        return StandardTokenReply(
            accessToken: token.text, lifetime: token.lifetime, isBound: binding.keyThumbprint != nil, rights: rights)
    }

    private func reply(
        to grant: StandardGrant, rights: StandardRights, nonce: String?
    ) async throws -> StandardTokenReply {
        guard let person = try await provider.person(of: grant) else { throw StandardError.unusableGrant }
        var reply = try await accessTokenReply(to: grant, rights: rights)
        if rights.scopes.contains("openid") {
            reply.idToken = try provider.idToken(
                IDTokenContent(
                    grant: grant, person: person, client: client, nonce: nonce, accessToken: reply.accessToken))
        }
        return reply
    }

    /// With a verifier but no challenge, an attacker may have removed the challenge. RFC 7636 §4.6, RFC 9700 §2.1.1
    private static func checkProof(of challenge: String?, by verifier: String?) throws {
        switch (challenge, verifier) {
        case (nil, nil): break
        case (nil, _):
            throw StandardError.unusableGrant(
                because: "The request has a code_verifier, but the authorization request had no code_challenge.",
                remedy: "Send code_challenge and code_challenge_method=S256 with the authorization request.")
        case (_, nil):
            throw StandardError.unusableGrant(
                because: "The authorization request had a code_challenge, but the request has no code_verifier.",
                remedy: "Send the code_verifier whose SHA-256 was the code_challenge. RFC 7636 section 4.5")
        case (let challenge?, let verifier?):
            guard let key = ProofKey(verifier: verifier) else {
                throw StandardError.unusableGrant(
                    because: "The code_verifier must have 43 to 128 characters: letters, digits, and -._~",
                    remedy: "Generate it from 32 random bytes, in base64url. RFC 7636 section 4.1")
            }
            guard key.challenge.isSameSecret(as: challenge) else {
                throw StandardError.unusableGrant(
                    because: "The SHA-256 of the code_verifier is not the code_challenge of the authorization request.",
                    remedy: "Store the verifier of each authorization request until its code is redeemed.")
            }
        }
    }
}
