// SPDX-License-Identifier: Apache-2.0
@testable import TenantFixtures

extension TranscriptFlow {
    static let errors = [
        Flow("entra-token-refusals", "The token endpoint says no, as was recorded in public.") { stage in
            let secret = FormParameters.nightlyReport
            let unknown = "00000000-1111-4222-8333-444444444444"
            let spoiled: [FormParameters] = [
                secret.with("client_secret", "wrong"), secret.with("scope", "api://nobody/.default"),
                secret.with("scope", "User.Read"), secret.with("grant_type", "magic"),
                secret.with("client_id", "not-an-id"), secret.with("client_id", unknown),
                secret.without("client_secret"), secret.without("client_id"),
                .redeeming("made-up"), .refreshing("made-up"),
                FormParameters.redeeming("made-up").with("client_secret", "some secret"),
            ]
            for form in spoiled { _ = try await stage.site.token(form) }
            _ = try await stage.site.token(secret, at: "/nobody.example/oauth2/v2.0/token")
            _ = try await stage.site.send(.get, Site.tokenPath)
        },
        Flow("entra-code-refusals", "A code is redeemed with another verifier, then well, then again.") { stage in
            let code = try await stage.prepare { try await $0.site.code() }
            let good = FormParameters.redeeming(code)
            _ = try await stage.site.token(good.with("code_verifier", String(repeating: "x", count: 43)))
            let second = try await stage.prepare { stage in
                let code = try await stage.site.code()
                _ = try await stage.site.token(.redeeming(code))
                return code
            }
            _ = try await stage.site.token(.redeeming(second))
            let third = try await stage.prepare { try await $0.site.code() }
            stage.site.clock.advance(by: .seconds(3600))
            _ = try await stage.site.token(.redeeming(third))
        },
        Flow("entra-authorize-refusals", "The authorization endpoint says no, to the app by redirect.") { stage in
            _ = try await stage.browser.open(.goodRequest.with("prompt", "none"))
            _ = try await stage.browser.open(.goodRequest.with("response_type", "token"))
            _ = try await stage.browser.open(.goodRequest.with("prompt", "maybe"))
            _ = try await stage.browser.open(.goodRequest.with("scope", "api://nobody/Read"))
            _ = try await stage.browser.submit(try await stage.browser.open(.goodRequest), ["cancel": "1"])
        },
        Flow("entra-authorize-pages", "The authorization endpoint says no on a page.") { stage in
            _ = try await stage.browser.open(.goodRequest.with("redirect_uri", "https://elsewhere.example/"))
            _ = try await stage.browser.open(.goodRequest.with("client_id", "00000000-1111-4222-8333-444444444444"))
            _ = try await stage.browser.open(.goodRequest.without("client_id"))
            _ = try await stage.browser.open(.goodRequest, at: "nobody.example")
        },
        Flow("entra-consent-denied", "The person does not consent, and then cannot be asked.") { stage in
            try await stage.join()
            _ = try await stage.browser.submit(try await stage.browser.open(web), ["answer": "cancel"])
            _ = try await stage.browser.open(web.with("prompt", "none"))
        },
        Flow("entra-second-factor", "Somebody gives a second factor; a password alone is refused.") { stage in
            let page = try await stage.browser.signIn(as: Site.careful)
            let code = try await stage.prepare { try await $0.site.newestCode() }
            _ = try await stage.browser.submit(page, ["code": code])
            _ = try await stage.site.token(.password.with("username", Site.carefulName))
        },
    ]
}
