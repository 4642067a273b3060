// SPDX-License-Identifier: Apache-2.0
import OAuth
import TenantAuthorization
import TenantDirectory

/// Tells apps in the browser that a person signed out: a page loads the logout URI of each app, invisibly.
///
/// OpenID Connect Front-Channel Logout §2, §3
struct FrontChannelLogout: Sendable {
    let platform: PlatformContext

    /// The addresses to load for people that sign out: one for every app of their session, with session id and issuer.
    func places(of leaving: [BrowserSessions.Member]) async throws -> [RedirectURI] {
        var places: [RedirectURI] = []
        for member in leaving {
            let told: FormParameters = [
                "sid": member.sessionID ?? "", "iss": platform.issuer(member.person.tenantID),
            ]
            for app in try await platform.sessions.apps(of: member) {
                guard let text = app.logoutURL, let address = RedirectURI(text),
                    ["http", "https"].contains(address.scheme),
                    let place = RedirectURI(text + (text.contains("?") ? "&" : "?") + told.encoded)
                else { continue }
                places.append(place)
            }
        }
        return places
    }
}
