// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantAuthorization
@testable import TenantDirectory
@testable import TenantEntra
@testable import TenantFixtures

@Suite struct ConditionalAccessTests: SiteSuite {
    let site: Site

    private static let policyID = "66666666-0000-4000-8000-000000000001"
    private static let challenge = #"{"access_token":{"capolids":{"essential":true,"values":["\#(policyID)"]}}}"#

    /// A control, and what the token endpoint says where it is not met.
    static let controls: [(ConditionalAccessGrantControls.Control, Int, suberror: String)] = [
        (.block, 53003, "message_only"), (.compliantDevice, 53000, "additional_action"),
        (.domainJoinedDevice, 53001, "additional_action"), (.approvedApplication, 53002, "additional_action"),
        (.passwordChange, 50142, "basic_action"), (.mfa, 50079, "basic_action"),
    ]

    @Test(arguments: controls.indices)
    func `a control that is not met stops codes and refresh tokens`(_ row: Int) async throws {
        let (control, number, suberror) = Self.controls[row]
        let refresh = FormParameters.refreshing(try await site.refreshToken())
        let code = FormParameters.redeeming(try await site.code())
        try await site.add(ConditionalAccessPolicy.sample([control]))
        for form in [refresh, code] {
            let answer = try await site.token(form)
            let error = try answer.object()
            #expect(answer.status == .badRequest)
            #expect(error["error"]?.string == "interaction_required")
            #expect((error["error_codes"], error["suberror"]?.string) == (.array([.number(String(number))]), suberror))
            #expect(error["claims"]?.string == Self.challenge)
        }
    }

    @Test(arguments: [0, 1, 2, 3])
    func `an unmet control is an error on a page or for a silent app`(_ row: Int) async throws {
        let (control, number, _) = Self.controls[row]
        try await site.add(ConditionalAccessPolicy.sample([control]))
        var browser = Browser(site)
        let page = try await browser.signIn()
        #expect((page.status, page.errorNumber) == (.forbidden, number))
        #expect(page.text.contains("Use another account"))
        let silent = try await browser.open(.goodRequest.with("prompt", "none"))
        #expect((silent.errorNumber, silent.carried["error"]) == (number, "interaction_required"))
        #expect(silent.carried["claims"] == Self.challenge)
        #expect(try await browser.submit(page, ["cancel": "1"]).carried["error"] == "access_denied")
    }

    @Test func `a policy can demand a new password, once`() async throws {
        try await site.add(ConditionalAccessPolicy.sample([.passwordChange]))
        var browser = Browser(site)
        let page = try await browser.signIn()
        #expect(page.text.contains("Change the password"))
        #expect(try await browser.open(.goodRequest.with("prompt", "none")).errorNumber == 50142)
        let answer = try await browser.submit(
            page,
            [
                "username": "ana.silva@\(Site.domain)", "password": "watchword", "newPassword": "Fresh-Words-7",
                "newPasswordAgain": "Fresh-Words-7",
            ])
        let code = try #require(answer.carried["code"])
        #expect(try await site.token(.redeeming(code)).status == .ok)
    }

    @Test func `a user with a phone must enter its code`() async throws {
        try await site.add(ConditionalAccessPolicy.sample([.mfa]))
        var browser = Browser(site)
        let page = try await browser.signIn(as: Site.careful)
        #expect(page.text.contains("Enter the code"))
        #expect(try await browser.submit(page, ["code": try await site.newestCode()]).carried["code"] != nil)
    }

    @Test func `a second factor can become too old`() async throws {
        let refresh = FormParameters.refreshing(try await site.refreshToken(as: Site.careful))
        let frequency = ConditionalAccessSessionControls.SignInFrequency(
            seconds: 3600, authenticationType: .secondaryAuthentication)
        try await site.add(ConditionalAccessPolicy.sample([.mfa], frequency: frequency))
        var browser = try await Browser.signedIn(at: site, as: Site.careful)
        site.clock.advance(by: .seconds(3600))
        #expect(try await site.token(refresh).status == .ok)
        site.clock.advance(by: .seconds(1))
        #expect(try await site.token(refresh).errorNumber == 50078)
        #expect(try await browser.open(.goodRequest.with("prompt", "none")).errorNumber == 50078)
        let page = try await browser.open(.goodRequest)
        #expect(page.text.contains("Enter the code"))
        #expect(try await browser.submit(page, ["code": try await site.newestCode()]).carried["code"] != nil)
    }

    @Test func `a sign-in can become too old`() async throws {
        let refresh = FormParameters.refreshing(try await site.refreshToken())
        var browser = try await Browser.signedIn(at: site)
        try await site.add(
            ConditionalAccessPolicy.sample(frequency: ConditionalAccessSessionControls.SignInFrequency(seconds: 60)))
        site.clock.advance(by: .seconds(60))
        #expect(try await site.token(refresh).status == .ok)
        site.clock.advance(by: .seconds(1))
        let error = try await site.token(refresh).object()
        #expect((error["error"]?.string, error["error_codes"]) == ("invalid_grant", .array([.number("70043")])))
        #expect(error["suberror"]?.string == "token_expired")
        #expect(try await browser.open(.goodRequest.with("prompt", "none")).errorNumber == 70044)
        let page = try await browser.open(.goodRequest)
        #expect(page.text.contains(#"type="password""#))
        let form: FormParameters = ["username": "ana.silva@\(Site.domain)", "password": "watchword"]
        #expect(try await browser.submit(page, form).carried["code"] != nil)
    }

    @Test func `an API can require more, which the token then states`() async throws {
        let claims = #"{"access_token":{"acrs":{"essential":true,"value":"c1"}}}"#
        let refresh = FormParameters.refreshing(try await site.refreshToken()).with("claims", claims)
        let error = try await site.token(refresh).object()
        #expect((error["error_codes"], error["claims"]?.string) == (.array([.number("50079")]), claims))
        try await site.change("ana.silva") { $0.secondFactorPhone = "+44 7700 900123" }
        var browser = Browser(site)
        let page = try await browser.signIn(.goodRequest.with("claims", claims))
        let answer = try await browser.submit(page, ["code": try await site.newestCode()])
        let reply = try await site.token(.redeeming(try #require(answer.carried["code"]))).object()
        #expect(try await site.claims(of: reply["access_token"])["acrs"] == .array([.string("c1")]))
        let next = try await site.token(.refreshing(try #require(reply["refresh_token"]?.string))).object()
        #expect(try await site.claims(of: next["access_token"])["acrs"] == .array([.string("c1")]))
        #expect(try await site.claims(of: next["id_token"])["acrs"] == nil)
    }

    @Test func `a context can have a policy of its own`() async throws {
        try await site.add(
            ConditionalAccessPolicy.sample([.block]).with {
                $0.conditions.applications = ConditionalAccessConditions.Applications(
                    includeApplications: [], includeAuthenticationContextClassReferences: ["c9"])
            })
        func claims(_ context: String) -> String {
            #"{"id_token":{"acrs":{"essential":true,"values":["\#(context)"]}}}"#
        }
        #expect(try await site.token(.redeeming(try await site.code())).status == .ok)
        var browser = try await Browser.signedIn(at: site, as: Site.careful)
        #expect(try await browser.open(.goodRequest.with("claims", claims("c9"))).errorNumber == 53003)
        #expect(try await browser.open(.goodRequest.with("claims", claims("c1"))).carried["code"] != nil)
    }

    @Test func `security defaults require a second factor of all users`() async throws {
        let refresh = FormParameters.refreshing(try await site.refreshToken())
        try await site.platform.context.database.write {
            try $0.execute(
                sql: "UPDATE tenant SET isSecurityDefaultsEnabled = 1 WHERE id = ?", arguments: [Site.tenantID])
        }
        let error = try await site.token(refresh).object()
        #expect((error["error_codes"], error["claims"]) == (.array([.number("50079")]), nil))
        var browser = Browser(site)
        #expect(try await browser.signIn().text.contains("Add a phone"))
    }

    private static let terms = ConditionalAccessPolicy.sample().with {
        $0.grantControls = ConditionalAccessGrantControls(builtInControls: [], termsOfUse: ["house-rules"])
    }

    @Test func `terms of use are accepted on a page, once`() async throws {
        let refresh = FormParameters.refreshing(try await site.refreshToken())
        try await site.add(Self.terms)
        let error = try await site.token(refresh).object()
        #expect((error["error_codes"], error["claims"]?.string) == (.array([.number("50158")]), Self.challenge))
        var browser = Browser(site)
        let page = try await browser.signIn()
        #expect(page.text.contains("Terms of use") && page.text.contains("house-rules"))
        #expect(try await browser.open(.goodRequest.with("prompt", "none")).errorNumber == 50158)
        #expect(try await browser.submit(page, ["termsOfUse": "other-rules"]).status == .forbidden)
        #expect(try await browser.submit(page, ["cancel": "1"]).carried["error"] == "access_denied")
        #expect(try await site.token(refresh).errorNumber == 50158)
        #expect(try await browser.submit(page, ["answer": "accept"]).carried["code"] != nil)
        #expect(try await site.token(refresh).status == .ok)
        var another = Browser(site)
        #expect(try await another.signIn().carried["code"] != nil)
        var others = Browser(site)
        #expect(try await others.signIn(as: "conor.obrien").text.contains("Terms of use"))
    }

    @Test func `terms of use come after the second factor, and either of two controls is enough`() async throws {
        try await site.add(Self.terms)
        var browser = Browser(site)
        let page = try await browser.signIn(as: Site.careful)
        #expect(page.text.contains("Enter the code"))
        #expect(try await browser.submit(page, ["code": try await site.newestCode()]).text.contains("Terms of use"))
    }

    @Test func `a policy can require one of second factor and terms of use`() async throws {
        for (rule, isEnough) in [(ConditionalAccessGrantControls.Operator.any, true), (.all, false)] {
            let site = try Site()
            try await site.add(
                Self.terms.with {
                    $0.grantControls?.builtInControls = [.mfa]
                    $0.grantControls?.operator = rule
                })
            var browser = Browser(site)
            let page = try await browser.signIn(as: Site.careful)
            let next = try await browser.submit(page, ["code": try await site.newestCode()])
            #expect((next.carried["code"] != nil) == isEnough)
        }
    }

    @Test func `a custom control is never satisfied, because no other service confirms it`() async throws {
        try await site.add(
            ConditionalAccessPolicy.sample().with {
                $0.grantControls = ConditionalAccessGrantControls(
                    builtInControls: [], customAuthenticationFactors: ["RequireDuo"])
            })
        var browser = Browser(site)
        #expect(try await browser.signIn().errorNumber == 50158)
    }
}
