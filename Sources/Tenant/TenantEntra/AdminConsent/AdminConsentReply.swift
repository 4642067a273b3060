// SPDX-License-Identifier: Apache-2.0
import Hummingbird
import OAuth
import TenantAuthorization
import TenantDirectory

/// Informs an app of the administrator's consent.
struct AdminConsentReply: Sendable {
    let platform: PlatformContext

    /// - Throws: ``EntraError`` (65001) if the person is no administrator of an admitted directory.
    func answer(
        _ authorize: AuthorizeRequest, to target: AuthorizeTarget, member: BrowserSessions.Member, request: Request
    ) throws -> Response {
        guard member.person.isAdministrator, let tenant = authorize.target.directory(of: member.person) else {
            throw EntraError.consentMissing(target.redirect.client)
        }
        return RedirectReply(pages: platform.pages).answer(
            [
                "admin_consent": "True", "tenant": tenant.id,
                "scope": authorize.scopes.map(\.text).joined(separator: " "),
            ], to: target.redirect, request: request)
    }
}
