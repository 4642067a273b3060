// SPDX-License-Identifier: Apache-2.0
@testable import TenantCustomers
@testable import TenantFixtures

@Suite struct FlowAttributeTests: SiteSuite {
    let site: Site

    static let good: FormParameters = [
        "password": Site.goodPassword, "passwordAgain": Site.goodPassword, "displayName": "Nora",
        "extension_Size": "M", "extension_Household": "3", "extension_Newsletter": "true",
    ]

    private func detailsPage(_ browser: inout Browser) async throws -> Answer {
        let page = try await browser.press("sign-up", on: try await browser.open(flow: Site.shop))
        return try await browser.verify("nora@example.com", from: page)
    }

    @Test func `custom attributes become claims of their kinds`() async throws {
        var browser = Browser(site)
        let page = try await detailsPage(&browser)
        #expect(page.text.contains(#"<option value="XL">XL</option>"#) && page.text.contains(#"type="checkbox""#))
        let answer = try await browser.press("finish", on: page, Self.good)
        let code = try #require(answer.carried["code"], "\(answer.text)")
        let tokens = try await site.post("\(Site.shop)/token", .flowRedeeming(code)).object()
        for name in ["id_token", "access_token"] {
            let claims = try await site.flowClaims(of: tokens[name])
            #expect((claims["extension_Size"], claims["extension_Household"]) == (.string("M"), .number("3")))
            #expect(claims["extension_Newsletter"] == .boolean(true))
        }
    }

    static let wrong: [(field: String, typed: String?, words: String)] = [
        ("extension_Size", nil, "Size is required."), ("extension_Size", "XXL", "Choose one of the options for Size."),
        ("extension_Household", "three", "People in your household must be a whole number"),
        ("extension_Household", "99999999999999999999", "must be a whole number"),
    ]

    @Test(arguments: wrong.indices) func `errors are explained and marked`(_ index: Int) async throws {
        let row = Self.wrong[index]
        var browser = Browser(site)
        let page = try await detailsPage(&browser)
        let answer = try await browser.press("finish", on: page, Self.good.with(row.field, row.typed))
        #expect(answer.text.contains(row.words), "\(answer.text)")
        #expect(answer.text.contains(#"<option value="M" selected>"#) == (row.field != "extension_Size"))
        #expect(try await browser.press("finish", on: answer, Self.good).carried["code"] != nil)
    }

    @Test(arguments: Hostile.texts) func `no value becomes markup`(_ text: String) async throws {
        try await site.change("B2C_1_shop") { $0.attributes += [CollectedAttribute("extension_LoyaltyNumber")] }
        var browser = Browser(site)
        let page = try await detailsPage(&browser)
        for name in ["extension_LoyaltyNumber", "extension_Household", "extension_Size", "extension_Newsletter"] {
            let answer = try await browser.press("finish", on: page, Self.good.with(name, text).with("password", "x"))
            #expect(answer.status == .ok && Hostile.isHarmless(text, in: answer.text))
        }
    }

    @Test func `a flow that asks for no name makes an unknown customer, as the real service does`() async throws {
        try await site.change("B2C_1_susi") { $0.attributes = [] }
        var browser = Browser(site)
        let page = try await browser.press("sign-up", on: try await browser.open(flow: Site.susi))
        let details = try await browser.verify("nora@example.com", from: page)
        #expect(!details.text.contains("Display name"))
        let code = try #require(try await browser.press("finish", on: details, Self.good).carried["code"])
        let tokens = try await site.post("\(Site.susi)/token", .flowRedeeming(code)).object()
        let claims = try await site.flowClaims(of: tokens["id_token"])
        #expect(claims["name"]?.string == "unknown" && claims["extension_Size"] == nil)
    }

    @Test func `only the claims of the flow are issued, and its metadata name them`() async throws {
        try await site.change("B2C_1_susi") { $0.claims = ["emails", "city"] }
        let claims = try await site.flowClaims(of: try await site.flowTokens()["id_token"])
        #expect(claims["name"] == nil && claims["oid"] == nil && claims["sub"] != nil)
        let metadata = try await site.send(
            .get, "/\(Site.customersID)/b2c_1_susi/v2.0/.well-known/openid-configuration"
        ).object()
        let names = try #require(metadata["claims_supported"]?.array).compactMap(\.string)
        #expect(Set(names).isSuperset(of: ["emails", "city", "tfp", "sub"]) && !names.contains("given_name"))
        #expect(metadata["response_types_supported"]?.array?.count == 8)
        #expect(metadata["scopes_supported"] == .array([.string("openid")]))
    }
}
