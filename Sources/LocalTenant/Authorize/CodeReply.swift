// SPDX-License-Identifier: Apache-2.0
import Hummingbird
import OAuth

/// Ends a sign-in: gives the app its code, or lets the device have its tokens, for what was consented to.
struct CodeReply: Sendable {
    let platform: IdentityPlatform

    func answer(
        _ authorize: AuthorizeRequest, member: BrowserSessions.Member, request: Request
    ) async throws -> Response {
        let client = authorize.target.client
        let consent = try await platform.consents.consent(of: member.person, to: client)
        var grant = Grant(
            clientID: client.id, personID: member.person.id, scopes: consent.expanding(authorize.scopes),
            authenticatedAt: member.authenticatedAt, secondFactorAt: member.secondFactorAt)
        grant.claims = authorize.parameters["claims"]
        switch authorize.target {
        case .redirect(let target):
            let code = try await platform.ledger.issueCode(
                grant, for: authorize, at: target.redirect.redirectURI, now: platform.settings.now())
            return RedirectReply(pages: platform.pages).answer(
                ["code": code, "session_state": platform.settings.random.identifier()], to: target.redirect,
                request: request)
        case .device(let target):
            return try await DeviceReply(platform: platform).approve(target, with: grant)
        }
    }
}
