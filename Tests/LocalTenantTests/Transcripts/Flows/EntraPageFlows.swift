// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantDirectory
@testable import TenantFixtures

extension TranscriptFlow {
    static let pages = [
        Flow("entra-admin-consent", "An administrator agrees for everybody; another one says no.") { stage in
            let people = try await stage.site.platform.people()
            try await stage.browser.join(person: try #require(people.first { $0.isAdministrator }))
            let request: FormParameters = [
                "client_id": SampleApp.webID, "redirect_uri": "http://localhost:5000/signin-oidc", "state": "state-1",
                "scope": "https://graph.microsoft.com/User.Read.All openid",
            ]
            let page = try await stage.browser.get("/\(Site.tenantID)/v2.0/adminconsent?\(request.encoded)")
            _ = try await stage.browser.submit(page, ["answer": "cancel"])
            _ = try await stage.browser.submit(page, ["answer": "accept"])
        },
        Flow("entra-logout", "Somebody leaves: the app that was used is told through the browser.") { stage in
            try await stage.join()
            var stage = stage
            let token = try await stage.prepare { stage in
                let request = web.with("response_type", "id_token").with("scope", "openid profile")
                return try await stage.browser.agree(to: request).carried["id_token"] ?? ""
            }
            _ = try await stage.browser.get(
                "/\(Site.tenantID)/oauth2/v2.0/logout?id_token_hint=\(token)&state=state-1"
                    + "&post_logout_redirect_uri=http%3A%2F%2Flocalhost%3A5000%2Fsignout-callback-oidc")
            _ = try await stage.browser.open(.goodRequest.with("prompt", "none"))
        },
    ]

    static let documents = [
        Flow("entra-discovery", "Metadata, keys and the instances of the cloud, as libraries read them.") { stage in
            for tenant in [Site.tenantID, "common", "nobody.example"] {
                _ = try await stage.site.send(.get, "/\(tenant)/v2.0/.well-known/openid-configuration")
            }
            _ = try await stage.site.send(.get, "/common/discovery/v2.0/keys")
            for host in ["http://\(Site.authority)", "https://login.unknown.example"] {
                let query: FormParameters = [
                    "api-version": "1.1", "authorization_endpoint": "\(host)/common/oauth2/v2.0/authorize",
                ]
                _ = try await stage.site.send(.get, "/common/discovery/instance?\(query.encoded)")
            }
            for name in ["ana.silva@\(Site.domain)", "nobody@nowhere.example"] {
                _ = try await stage.site.send(.get, "/common/userrealm/\(name)?api-version=1.0")
            }
        }
    ]
}
