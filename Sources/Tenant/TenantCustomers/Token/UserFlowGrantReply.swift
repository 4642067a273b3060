// SPDX-License-Identifier: Apache-2.0
import Hummingbird
import TenantAuthorization
import TenantDirectory

/// The response of a user flow's token endpoint to an accepted grant.
struct UserFlowGrantReply: Sendable {
    let platform: PlatformContext
    let place: UserFlowPlace
    /// Whether the client asked for `client_info`, as MSAL does.
    let wantsClientInfo: Bool

    /// The tokens, with a refresh token if one was granted.
    func answer(_ grant: UserFlowGrant, of customer: Customer, isRefresh: Bool) async throws -> Response {
        var reply = try UserFlowTokenIssuer(platform: platform, place: place, customer: customer)
            .reply(to: grant, isRefresh: isRefresh, wantsClientInfo: wantsClientInfo)
        if grant.scopes.wantsRefreshToken {
            let now = platform.settings.now()
            let issued = try await platform.userFlowLedger.issueRefreshToken(
                grant, now: now, lifetime: place.flow.tokens.refreshTokenLifetime)
            reply.refreshToken = issued.token
            reply.refreshTokenExpiresIn = issued.endsAt.seconds - now.seconds
        }
        return JSONReply.make(reply.json)
    }
}
