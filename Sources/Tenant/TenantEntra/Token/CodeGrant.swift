// SPDX-License-Identifier: Apache-2.0
import OAuthMessages
package import TenantAuthorization
import TenantDirectory

/// RFC 6749 §4.1.3, RFC 7636 §4.6.
package struct CodeGrant: Sendable {
    let platform: PlatformContext

    func answer(_ request: GrantRequest) async throws -> TokenReply {
        let code = try request.form.required("code")
        let redirectURI = try request.form.required("redirect_uri")
        guard RedirectURI(redirectURI) != nil else { throw EntraError.noAbsoluteURI("redirect_uri") }
        let row = try await platform.grantStore.redeem(code: code, by: request.client.app.id) {
            try request.checkRedeemer(isSinglePage: $0.isSinglePage == true)
        }
        guard row.expiresAt > platform.settings.now() else { throw EntraError.grantExpired }
        guard row.redirectURI.isSameSecret(as: redirectURI) else { throw EntraError.redirectChanged }
        try Self.check(
            try request.form.once("code_verifier"), against: row.challenge,
            isSinglePage: row.grant.isSinglePage == true)
        let asked = try request.scope()
        guard asked?.isEmpty != true else { throw EntraError.emptyScope }
        do {
            return try await platform.tokens.reply(
                to: row.grant, for: request, asking: asked, severalResources: asked == nil, nonce: row.nonce)
        } catch let error as EntraError where error == .wrongTenant {
            throw EntraError.codeOfOtherTenant
        }
    }

    /// RFC 7636 §4.6.
    package static func check(_ verifier: String?, against challenge: CodeChallenge?, isSinglePage: Bool) throws {
        guard let challenge else {
            guard !isSinglePage else { throw EntraError.challengeNeeded }
            // An attacker removed the challenge from the authorization request. RFC 9700 §2.1.1
            guard verifier == nil else { throw EntraError.verifierMismatch }
            return
        }
        guard let verifier else { throw EntraError.verifierMissing }
        guard let key = ProofKey(verifier: verifier), challenge.isProved(by: key) else {
            throw EntraError.verifierMismatch
        }
    }
}

/// A refresh token is bound to person and client, and valid for every API with consent. RFC 6749 §6
struct RefreshGrant: Sendable {
    let platform: PlatformContext

    func answer(_ request: GrantRequest) async throws -> TokenReply {
        let row = try platform.grantStore.refreshToken(try request.form.required("refresh_token"))
        guard row.grant.clientID == request.client.app.id else { throw EntraError.unknownGrant }
        try request.checkRedeemer(isSinglePage: row.grant.isSinglePage == true)
        guard row.expiresAt > platform.settings.now() else { throw row.expired(after: platform.database.lifetimes) }
        return try await platform.tokens.reply(
            to: row.grant, for: request, asking: try request.scope(), severalResources: true, nonce: nil)
    }
}
