// SPDX-License-Identifier: Apache-2.0
import Hummingbird
import OAuth

/// Tells an app that an administrator agreed.
struct AdminConsentReply: Sendable {
    let platform: IdentityPlatform

    func answer(
        _ authorize: AuthorizeRequest, to target: AuthorizeTarget, member: BrowserSessions.Member, request: Request
    ) -> Response {
        RedirectReply(pages: platform.pages).answer(
            [
                "admin_consent": "True", "tenant": member.person.tenantID,
                "scope": authorize.scopes.map(\.text).joined(separator: " "),
            ], to: target.redirect, request: request)
    }
}
