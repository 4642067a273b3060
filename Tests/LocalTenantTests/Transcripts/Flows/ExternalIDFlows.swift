// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantDirectory
@testable import TenantFixtures

extension TranscriptFlow {
    static let externalID = [
        Flow("external-id-sign-in", "The same customer under External ID: no flow in the address.") { stage in
            _ = try await stage.site.send(.get, "/\(Site.customersID)/v2.0/.well-known/openid-configuration")
            let page = try await stage.browser.open(flow: Site.external, .externalIDRequest.with("client_info", "1"))
            let answer = try await stage.browser.press("sign-in", on: page, ines)
            _ = try await redeemAtPortal(answer, on: stage, clientInfo: "1")
            _ = try await stage.browser.get("\(Site.external)/logout")
        },
        Flow("external-id-sign-up", "Somebody signs up under External ID: address, code, password and name.") { stage in
            let page = try await stage.browser.open(flow: Site.external, .externalIDRequest.with("prompt", "create"))
            let details = try await stage.browser.verify("nora@example.com", from: page)
            let answer = try await stage.browser.press(
                "finish", on: details,
                ["password": Site.goodPassword, "passwordAgain": Site.goodPassword, "displayName": "Nora"])
            _ = try await redeemAtPortal(answer, on: stage)
        },
        Flow(
            "external-id-refresh",
            "One refresh token gives tokens for Graph and for an API, and ends when it was not used for long."
        ) { stage in
            let token = try await portalRefreshToken(on: &stage)
            let form = FormParameters.flowRefreshing(token).with("client_id", SampleApp.customerPortalID)
            _ = try await stage.site.post(Site.externalToken, form)
            let scope = "openid offline_access \(Site.tasksRead)"
            _ = try await stage.site.post(Site.externalToken, form.with("scope", scope))
            stage.site.clock.advance(by: .seconds(14 * 86_400))
            _ = try await stage.site.post(Site.externalToken, form)
        },
        Flow(
            "external-id-single-page",
            "A page under External ID redeems and refreshes in a browser only, and for a day."
        ) { stage in
            try await stage.site.addExternalApp { $0.spaRedirectURIs = ["\(Site.pageOfShop)/callback"] }
            try await stage.browser.join(customer: inesName)
            let answer = try await stage.browser.open(flow: Site.external, Site.externalPageRequest)
            let redeemed = try await stage.site.redeemExternal(
                try #require(answer.carried["code"]), at: "\(Site.pageOfShop)/callback", from: Site.pageOfShop)
            _ = try await stage.site.refreshExternal(redeemed)
            stage.site.clock.advance(by: .seconds(86_400))
            _ = try await stage.site.refreshExternal(redeemed, from: Site.pageOfShop)
        },
        Flow("external-id-hybrid", "A code with an ID token and an access token, in the fragment.") { stage in
            try await stage.site.addExternalApp {
                $0.implicitGrantSettings = ImplicitGrantSettings(
                    enableIDTokenIssuance: true, enableAccessTokenIssuance: true)
            }
            try await stage.browser.join(customer: inesName)
            let request = Site.externalRequest.with("response_type", "code id_token token")
                .with("scope", "openid profile \(Site.tasksRead)").with("client_info", "1")
            _ = try await stage.browser.open(flow: Site.external, request)
        },
        Flow("external-id-client-credentials", "An app of a directory of External ID asks for itself.") { stage in
            try await stage.site.addShopApp { $0.passwordCredentials = [PasswordCredential(secret: Site.shopSecret)] }
            let form: FormParameters = [
                "grant_type": "client_credentials", "client_id": Site.shopAppID,
                "scope": "\(SampleApp.customerTasksURI)/.default",
            ]
            _ = try await stage.site.post(Site.externalToken, form.with("client_secret", Site.shopSecret))
            _ = try await stage.site.post(Site.externalToken, form)
        },
        Flow("external-id-refusals", "External ID says no: by redirect, on a page, and to token requests.") { stage in
            let request = FormParameters.externalIDRequest
            for (name, value) in [
                ("prompt", "none"), ("scope", "openid Tasks.Burn"), ("scope", "openid User.Read"),
                ("response_type", "id_token"), ("redirect_uri", "https://e.example/"),
            ] { _ = try await stage.browser.open(flow: Site.external, request.with(name, value)) }
            let page = try await stage.browser.open(flow: Site.external, request.with("prompt", "create"))
            _ = try await stage.browser.press("cancel", on: page)
            let form = FormParameters.flowRedeeming("made-up").with("client_id", SampleApp.customerPortalID)
            _ = try await stage.site.post(Site.externalToken, form)
            let unknown = form.with("code", "1.A" + String(repeating: "a", count: 64))
            _ = try await stage.site.post(Site.externalToken, unknown)
            _ = try await stage.site.post(Site.externalToken, unknown.with("client_secret", "s3cret"))
            _ = try await stage.site.post(Site.externalToken, form.with("grant_type", "password"))
            _ = try await stage.site.post(
                "\(Site.external)/devicecode", ["client_id": SampleApp.customerPortalID, "scope": "openid"])
        },
    ]

    private static let inesName = "ines.kallio@mailbox.example"
    private static let ines: FormParameters = ["email": inesName, "password": "watchword"]

    private static func redeemAtPortal(
        _ answer: Answer, on stage: Stage, clientInfo: String? = nil
    ) async throws -> Answer {
        let form = FormParameters.flowRedeeming(try #require(answer.carried["code"]))
        return try await stage.site.post(
            Site.externalToken,
            form.with("client_id", SampleApp.customerPortalID).with("client_info", clientInfo))
    }

    private static func portalRefreshToken(on stage: inout Stage) async throws -> String {
        let tokens = try await stage.prepare { stage in
            try await stage.site.flowTokens(for: .externalIDRequest, at: Site.external)
        }
        return try #require(tokens["refresh_token"]?.string)
    }
}
