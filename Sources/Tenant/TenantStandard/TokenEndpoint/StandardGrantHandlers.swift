// SPDX-License-Identifier: Apache-2.0
import Foundation
import OAuth
import TenantDirectory

/// The grants, for an authenticated client.
///
/// RFC 6749 §4.1.3, §4.4, §6
struct StandardGrantHandlers: Sendable {
    let provider: StandardProvider
    let client: StandardClient
    /// The thumbprint of the key that the client proved to possess; `nil` without a DPoP proof.
    let thumbprint: String?

    /// Tokens for a code.
    func redeem(_ form: FormParameters) async throws -> StandardTokenReply {
        let code = try form.required("code")
        let redirectURI = try form.required("redirect_uri")
        let verifier = try form.optional("code_verifier")
        guard let (row, grant) = try await provider.grantStore.redeem(code: code, by: client),
            row.redirectURI.isSameSecret(as: redirectURI), Self.isProved(row.codeChallenge, by: verifier),
            row.thumbprint == nil || row.thumbprint == thumbprint
        else { throw StandardError.unusableGrant }
        return try await firstReply(to: grant, nonce: row.nonce)
    }

    /// Tokens for a device, after the person approved the sign-in. RFC 8628 §3.4
    func deviceCode(_ form: FormParameters) async throws -> StandardTokenReply {
        let grant = try await provider.devices.redeem(try form.required("device_code"), by: client)
        return try await firstReply(to: grant, nonce: nil)
    }

    /// The tokens of a new grant, with a refresh token if the person granted `offline_access`.
    private func firstReply(to grant: StandardGrant, nonce: String?) async throws -> StandardTokenReply {
        var reply = try await reply(to: grant, scopes: grant.scopes, nonce: nonce)
        if grant.scopes.contains("offline_access") {
            reply.refreshToken = try await provider.grantStore.issueRefreshToken(
                of: grant, scope: grant.scope, thumbprint: client.isPublic ? thumbprint : nil)
        }
        return reply
    }

    /// New tokens for a refresh token.
    func refresh(_ form: FormParameters) async throws -> StandardTokenReply {
        let token = try form.required("refresh_token")
        guard let found = try await provider.grantStore.refreshToken(token), found.grant.clientID == client.id,
            found.token.thumbprint == nil || found.token.thumbprint == thumbprint
        else { throw StandardError.unusableGrant }
        guard !found.token.isUsed else {
            try await provider.grantStore.revoke(found.grant.id)
            throw StandardError.unusableGrant
        }
        let scopes = try narrowed(ScopeSet(text: found.token.scope), form)
        var next: String?
        if client.rotatesRefreshTokens {
            next = try await provider.grantStore.rotate(found)
            guard next != nil else { throw StandardError.unusableGrant }
        }
        var reply = try await reply(to: found.grant, scopes: scopes, nonce: nil)
        reply.refreshToken = next
        return reply
    }

    /// A token for the client itself.
    func clientCredentials(_ form: FormParameters) async throws -> StandardTokenReply {
        let own = ScopeSet(client.metadata.scopes).resourcePart
        let scopes = try narrowed(own, form)
        guard !scopes.isEmpty else { throw StandardError(.invalidScope, "This client may ask for no scope by itself.") }
        return try await reply(toUnattended: provider.grantStore.newGrant(for: client, scopes: scopes), scopes: scopes)
    }

    /// One access token, for a grant without a sign-in page.
    ///
    /// - Parameters:
    ///   - grant: The grant, which is stored.
    ///   - scopes: The scopes of the token.
    ///   - latestEnd: The latest expiry of the token; `nil` for the usual lifetime.
    /// - Returns: The reply.
    /// - Throws: Errors of the database and the crypto library.
    func reply(
        toUnattended grant: StandardGrant, scopes: ScopeSet, latestEnd: Date? = nil
    ) async throws -> StandardTokenReply {
        try await provider.grantStore.keep(grant)
        let token = try await provider.tokens.accessToken(
            of: grant, for: client, scopes: scopes, thumbprint: thumbprint, latestEnd: latestEnd)
        return StandardTokenReply(
            accessToken: token.text, lifetime: token.lifetime, isBound: thumbprint != nil, scopes: scopes)
    }

    private func reply(to grant: StandardGrant, scopes: ScopeSet, nonce: String?) async throws -> StandardTokenReply {
        guard let person = try await provider.person(of: grant) else { throw StandardError.unusableGrant }
        let token = try await provider.tokens.accessToken(
            of: grant, for: client, scopes: scopes, thumbprint: thumbprint)
        var reply = StandardTokenReply(
            accessToken: token.text, lifetime: token.lifetime, isBound: thumbprint != nil, scopes: scopes)
        if scopes.contains("openid") {
            reply.idToken = try provider.tokens.idToken(
                IDTokenContent(grant: grant, person: person, client: client, nonce: nonce, accessToken: token.text))
        }
        return reply
    }

    /// The requested scopes, which must be among the granted ones; all of them by default. RFC 6749 §3.3, §6
    func narrowed(_ scopes: ScopeSet, _ form: FormParameters) throws -> ScopeSet {
        guard let text = try form.optional("scope") else { return scopes }
        let asked = ScopeSet(text: text)
        guard text.isNQSCHARText, !asked.isEmpty, asked.scopes.allSatisfy(scopes.contains) else {
            throw StandardError(.invalidScope, "The scope is more than was granted, or malformed.")
        }
        return asked
    }

    /// RFC 7636 §4.6; with a verifier but no challenge, an attacker may have removed the challenge from the
    /// authorization request. RFC 9700 §2.1.1
    private static func isProved(_ challenge: String?, by verifier: String?) -> Bool {
        guard let challenge else { return verifier == nil }
        return verifier.flatMap { ProofKey(verifier: $0) }?.challenge.isSameSecret(as: challenge) ?? false
    }
}
