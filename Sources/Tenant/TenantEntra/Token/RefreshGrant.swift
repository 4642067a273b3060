// SPDX-License-Identifier: Apache-2.0
import OAuth
import TenantAuthorization
import TenantDirectory

/// Issues new tokens for a refresh token.
///
/// It is bound to person and client, and valid for every API with consent.
///
/// RFC 6749 §6
struct RefreshGrant: Sendable {
    let platform: PlatformContext

    func answer(_ request: GrantRequest) async throws -> TokenReply {
        let row = try await platform.ledger.refreshToken(try request.form.required("refresh_token"))
        guard row.grant.clientID == request.client.app.id else { throw EntraError.unknownGrant }
        try request.checkRedeemer(isSinglePage: row.grant.isSinglePage == true)
        guard row.expiresAt > platform.settings.now() else { throw row.expired }
        return try await platform.tokens.reply(
            to: row.grant, for: request, asking: try request.scope(), severalResources: true, nonce: nil)
    }
}
