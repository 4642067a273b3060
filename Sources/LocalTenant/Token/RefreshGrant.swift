// SPDX-License-Identifier: Apache-2.0
import OAuth

/// Gives new tokens for a refresh token.
///
/// It is bound to person and client, and good for every API that was consented to.
///
/// RFC 6749 §6
struct RefreshGrant: Sendable {
    let platform: IdentityPlatform

    func answer(_ request: GrantRequest) async throws -> TokenReply {
        let token = try request.form.required("refresh_token")
        let grant = try await platform.ledger.grant(ofRefreshToken: token, now: platform.settings.now())
        guard grant.clientID == request.client.app.id else { throw EntraError.unknownGrant }
        return try await platform.tokens.reply(
            to: grant, for: request, asking: try request.form.once("scope"), severalResources: true, nonce: nil)
    }
}
