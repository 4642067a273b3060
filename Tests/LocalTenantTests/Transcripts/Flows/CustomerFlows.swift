// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantCustomers
@testable import TenantDirectory
@testable import TenantFixtures

extension TranscriptFlow {
    static let customers = [
        Flow("b2c-sign-in", "A customer signs in; the refresh token belongs to the flow.") { stage in
            let page = try await stage.browser.open(flow: Site.susi)
            let answer = try await stage.browser.press("sign-in", on: page, ines)
            let tokens = try await stage.site.post(
                "\(Site.susi)/token",
                .flowRedeeming(try #require(answer.carried["code"])).with("client_info", "1")
            ).object()
            let form = FormParameters.flowRefreshing(tokens["refresh_token"]?.string ?? "")
            _ = try await stage.site.post("\(Site.susi)/token", form)
            _ = try await stage.site.post("\(Site.signIn)/token", form)
        },
        Flow("b2c-sign-up", "Somebody signs up: address, code, password and name.") { stage in
            let page = try await stage.browser.open(flow: Site.susi)
            let answer = try await stage.browser.signUp("nora@example.com", named: "Nora", from: page)
            _ = try await redeem(answer, at: Site.susi, on: stage)
        },
        Flow("b2c-password-reset", "Forgot your password: the app is told, and starts the other flow.") { stage in
            _ = try await stage.browser.press("forgot", on: try await stage.browser.open(flow: Site.susi))
            let details = try await stage.browser.verify(inesName, from: try await stage.browser.open(flow: Site.reset))
            let answer = try await stage.browser.press("finish", on: details, newPassword)
            _ = try await redeem(answer, at: Site.reset, on: stage)
        },
        Flow("b2c-edit-profile", "A customer changes the profile, and another time changes nothing.") { stage in
            try await stage.browser.join(customer: inesName)
            let page = try await stage.browser.open(flow: Site.editProfile)
            _ = try await stage.browser.press("cancel", on: page)
            let answer = try await stage.browser.press(
                "save", on: page, ["displayName": "Ines K", "city": "Turku", "jobTitle": "Baker"])
            _ = try await redeem(answer, at: Site.editProfile, on: stage)
        },
        Flow("b2c-password-grant", "The sample of Microsoft's page on passwords without a browser.") { stage in
            let form = FormParameters.flowPassword
            _ = try await stage.site.post("\(Site.password)/token", form)
            _ = try await stage.site.post("\(Site.password)/token", form.with("password", "wrong"))
        },
        Flow("b2c-single-page", "A page asks whether it may, redeems its code and refreshes, for a day.") { stage in
            try await stage.site.addShopApp { $0.spaRedirectURIs = ["\(Site.pageOfShop)/callback"] }
            try await stage.browser.join(customer: inesName)
            let answer = try await stage.browser.open(flow: Site.susi, .pageOfShopRequest)
            let fields: HTTPFields = [.origin: Site.pageOfShop]
            _ = try await stage.site.send(.options, "\(Site.susi)/token", fields: fields)
            let form = FormParameters.flowRedeeming(try #require(answer.carried["code"]))
                .with("client_id", Site.shopAppID).with("redirect_uri", "\(Site.pageOfShop)/callback")
            let tokens = try await stage.site.post("\(Site.susi)/token", form, fields: fields).object()
            let refresh = FormParameters.flowRefreshing(tokens["refresh_token"]?.string ?? "")
                .with("client_id", Site.shopAppID)
            stage.site.clock.advance(by: .seconds(3600))
            _ = try await stage.site.post("\(Site.susi)/token", refresh, fields: fields)
            stage.site.clock.advance(by: .seconds(86_400))
            _ = try await stage.site.post("\(Site.susi)/token", refresh, fields: fields)
        },
        Flow("b2c-implicit", "An app that was told to gets its tokens at once, in the fragment.") { stage in
            try await addImplicitApp(on: &stage)
            let request = FormParameters.flowRequest.with("response_type", "id_token token")
                .with("client_id", Site.shopAppID).with("scope", "openid \(Site.shopAppID)")
            _ = try await stage.browser.open(flow: Site.susi, request)
            _ = try await stage.browser.open(flow: Site.susi, request.with("client_id", SampleApp.taskWidgetID))
        },
        Flow("b2c-hybrid", "A web server gets code and ID token in a form, and redeems the code.") { stage in
            try await addImplicitApp(on: &stage)
            let request = FormParameters.flowRequest.with("response_type", "code id_token")
                .with("response_mode", "form_post").with("client_id", Site.shopAppID)
                .with("scope", "openid \(Site.shopAppID)")
            let page = try await stage.browser.open(flow: Site.susi, request)
            let form = FormParameters.flowRedeeming(try #require(page.form.fields["code"]))
            _ = try await stage.site.post("\(Site.susi)/token", form.with("client_id", Site.shopAppID))
        },
        Flow("b2c-second-factor", "A code by e-mail behind the password: the first one typed is wrong.") { stage in
            try await stage.site.change("B2C_1_susi") { $0.secondFactor = FlowSecondFactor(method: .email) }
            let page = try await stage.browser.press("sign-in", on: try await stage.browser.open(flow: Site.susi), ines)
            let wrong = try await stage.browser.press("verify-factor", on: page, ["code": "000000"])
            let answer = try await stage.browser.press(
                "verify-factor", on: wrong, ["code": try await stage.site.mailedCode(to: inesName)])
            _ = try await redeem(answer, at: Site.susi, on: stage)
        },
        Flow("b2c-sample-2016", "The sample of 2016: two slashes, the flow in query and body.") { stage in
            try await stage.browser.join(customer: inesName)
            let answer = try await stage.browser.get(
                "//\(Site.customersDomain)/oauth2/v2.0/authorize?p=B2C_1_susi&response_type=code"
                    + "&client_id=\(SampleApp.customerTasksID)&redirect_uri=urn%3Aietf%3Awg%3Aoauth%3A2.0%3Aoob"
                    + "&scope=openid%20\(SampleApp.customerTasksID)")
            let form: FormParameters = [
                "p": "B2C_1_susi", "grant_type": "authorization_code", "client_id": SampleApp.customerTasksID,
                "client_secret": "", "code": try #require(answer.carried["code"]),
                "redirect_uri": "urn:ietf:wg:oauth:2.0:oob", "scope": "openid \(SampleApp.customerTasksID)",
            ]
            _ = try await stage.site.post("//\(Site.customersDomain)/oauth2/v2.0/token?p=B2C_1_susi", form)
        },
        Flow("b2c-refusals", "User flows say no: by redirect, on a page, and to a token request.") { stage in
            _ = try await stage.browser.open(flow: Site.susi, .flowRequest.with("prompt", "none"))
            _ = try await stage.browser.open(flow: Site.susi, .flowRequest.with("scope", "openid offline_access"))
            _ = try await stage.browser.open(flow: Site.susi, .flowRequest.with("redirect_uri", "https://e.example/"))
            _ = try await stage.browser.press("cancel", on: try await stage.browser.open(flow: Site.signUp))
            _ = try await stage.site.post("\(Site.susi)/token", .flowRedeeming("made-up"))
            _ = try await stage.site.post("\(Site.susi)/token", .flowRedeeming("made-up").with("grant_type", "magic"))
        },
        Flow("b2c-documents", "Metadata in two forms of the address, keys, and signing out.") { stage in
            let directory = "/\(Site.customersDomain)"
            _ = try await stage.browser.get("\(directory)/B2C_1_susi/v2.0/.well-known/openid-configuration")
            _ = try await stage.browser.get("\(directory)/v2.0/.well-known/openid-configuration?p=B2C_1_susi")
            _ = try await stage.browser.get("\(directory)/B2C_1_susi/discovery/v2.0/keys")
            try await stage.browser.join(customer: inesName)
            _ = try await stage.browser.get(
                "\(Site.susi)/logout?post_logout_redirect_uri=http%3A%2F%2Flocalhost%3A49152&state=state-1")
        },
    ]

    private static let inesName = "ines.kallio@mailbox.example"
    private static let ines: FormParameters = ["email": inesName, "password": "watchword"]
    private static let newPassword: FormParameters = [
        "password": Site.goodPassword, "passwordAgain": Site.goodPassword,
    ]

    private static func redeem(_ answer: Answer, at place: String, on stage: Stage) async throws -> Answer {
        try await stage.site.post("\(place)/token", .flowRedeeming(try #require(answer.carried["code"])))
    }

    private static func addImplicitApp(on stage: inout Stage) async throws {
        try await stage.site.addShopApp {
            $0.implicitGrantSettings = ImplicitGrantSettings(
                enableIDTokenIssuance: true, enableAccessTokenIssuance: true)
        }
        try await stage.browser.join(customer: inesName)
    }
}
