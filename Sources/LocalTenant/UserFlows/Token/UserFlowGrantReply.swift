// SPDX-License-Identifier: Apache-2.0
import Hummingbird

/// The answer of a token endpoint to a grant that was judged, in the form of its service.
struct UserFlowGrantReply: Sendable {
    let platform: IdentityPlatform
    let place: UserFlowPlace
    /// Whether the client asked who signed in, as MSAL does.
    let wantsClientInfo: Bool

    /// The tokens, with a refresh token if one was granted.
    func answer(_ grant: UserFlowGrant, of customer: Customer, isRefresh: Bool) async throws -> Response {
        let refreshToken = try await refreshToken(grant)
        guard place.flow.service == .azureADB2C else {
            var reply = try ExternalIDTokenIssuer(platform: platform, place: place, customer: customer)
                .reply(to: grant, isRefresh: isRefresh, wantsClientInfo: wantsClientInfo)
            reply.refreshToken = refreshToken
            return JSONReply.make(reply.json)
        }
        var reply = try UserFlowTokenIssuer(platform: platform, place: place, customer: customer)
            .reply(to: grant, isRefresh: isRefresh, wantsClientInfo: wantsClientInfo)
        reply.refreshToken = refreshToken
        if refreshToken != nil { reply.refreshTokenExpiresIn = Int(lifetime(of: grant)) }
        return JSONReply.make(reply.json)
    }

    private func refreshToken(_ grant: UserFlowGrant) async throws -> String? {
        guard grant.scopes.wantsRefreshToken else { return nil }
        return try await platform.userFlowLedger.issueRefreshToken(
            grant, now: platform.settings.now(), lifetime: lifetime(of: grant))
    }

    private func lifetime(of grant: UserFlowGrant) -> Double {
        grant.isSinglePage == true ? UserFlowLedger.singlePageLifetime : place.flow.tokens.refreshTokenLifetime
    }
}
