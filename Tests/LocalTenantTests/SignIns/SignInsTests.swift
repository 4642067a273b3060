// SPDX-License-Identifier: Apache-2.0
import Fixtures

@testable import LocalTenant
@testable import TenantControl
@testable import TenantDirectory
@testable import TenantFixtures

@Suite struct SignInsTests: SiteSuite {
    let site: Site

    private func path(_ answer: Answer) throws -> String {
        let url = try answer.decoded(OneTimeSignInReply.self).url
        #expect(url.hasPrefix("http://\(Site.authority)/tessera/v1/sign-ins/"))
        return String(url.dropFirst("http://\(Site.authority)".count))
    }

    /// Who is signed in, where an authorization request is answered at once then, and with which second factor.
    static let people = [
        (#"{"person":"ana.silva@aldervale.example"}"#, "/\(Site.tenantID)/oauth2/v2.0/authorize"),
        (#"{"person":"ines.kallio@mailbox.example"}"#, "\(Site.susi)/authorize"),
    ]

    @Test(arguments: people)
    func `an address signs one browser in, once`(_ json: String, _ authorize: String) async throws {
        let path = try path(try await site.control(.post, "sign-ins", json))
        #expect(try await site.send(.head, path).status == .methodNotAllowed)
        var (first, second) = (Browser(site), Browser(site))
        let answer = try await first.get(path)
        #expect(answer.status == .seeOther && answer.location == "/")
        #expect(try await second.get(path).status == .notFound)
        let request = authorize.contains("B2C") ? FormParameters.flowRequest : .goodRequest
        let silent = "\(authorize)?\(request.with("prompt", "none").encoded)"
        #expect(try await first.get(silent).carried["code"] != nil)
        #expect(try await second.get(silent).carried["error"] != nil)
    }

    @Test(arguments: [(true, true), (false, false)])
    func `a customer's second factor is assumed by default`(_ secondFactor: Bool, _ isAnswered: Bool) async throws {
        let json = #"{"person":"ines.kallio@mailbox.example","secondFactor":\#(secondFactor)}"#
        var browser = Browser(site)
        _ = try await browser.get(try path(try await site.control(.post, "sign-ins", json)))
        let shop = Site.susi.replacing("B2C_1_susi", with: "B2C_1_shop")
        let request = FormParameters.flowRequest.with("prompt", "none")
        let answer = try await browser.get("\(shop)/authorize?\(request.encoded)")
        #expect((answer.carried["code"] != nil) == isAnswered, "\(answer.location ?? answer.text)")
    }

    @Test func `an address ends after five minutes`() async throws {
        let path = try path(try await site.control(.post, "sign-ins", #"{"person":"ana.silva@aldervale.example"}"#))
        site.clock.advance(by: .seconds(300))
        #expect(try await site.send(.get, path).status == .notFound)
    }

    static let elsewhere = [
        "//evil.example", "/\\\\evil.example", "https://evil.example", "evil", "", "/a\\n", "/a b", "/\\t/evil.example",
    ]

    @Test(arguments: elsewhere) func `rejects a redirect to another site`(_ then: String) async throws {
        let json = #"{"person":"ana.silva@aldervale.example","then":"\#(then)"}"#
        #expect(try await site.control(.post, "sign-ins", json).status == .badRequest)
    }

    @Test func `an unknown person is not signed in`() async throws {
        #expect(try await site.control(.post, "sign-ins", #"{"person":"nobody"}"#).status == .notFound)
        let rule = #"{"clientId":"\#(Site.clientID)","person":"nobody"}"#
        #expect(try await site.control(.post, "automatic-sign-ins", rule).status == .notFound)
        let unknown = #"{"clientId":"x","person":"ana.silva@aldervale.example"}"#
        #expect(try await site.control(.post, "automatic-sign-ins", unknown).status == .notFound)
    }

    @Test func `a rule completes an app's requests immediately`() async throws {
        let site = try Site(asksForConsent: true)
        let rule = #"{"clientId":"\#(Site.clientID)","person":"ana.silva@aldervale.example"}"#
        #expect(try await site.send(.get, "/").text.contains("without any page") == false)
        _ = try await site.control(.post, "automatic-sign-ins", rule)
        #expect(try await site.send(.get, "/").text.contains("ana.silva@aldervale.example</span>, without a page"))
        var browser = Browser(site)
        let redirect = try await browser.open(.goodRequest.with("prompt", "login"))
        let tokens = try await site.token(.redeeming(try #require(redirect.carried["code"])))
        #expect(tokens.status == .ok, "\(tokens.text)")
        #expect(browser.cookies["tessera-session-4400"] == nil)
        #expect(try await browser.open(.goodRequest.with("redirect_uri", "https://evil.example")).errorNumber == 50011)
        #expect(try await browser.open(.goodRequest.with("scope", "nonsense")).carried["error"] == "invalid_scope")
        #expect(try await site.control(.delete, "automatic-sign-ins/\(Site.clientID)").status == .noContent)
        #expect(try await browser.open(.goodRequest).status == .ok)
    }

    @Test func `requests at the standard provider are answered at once too`() async throws {
        let rule = #"{"clientId":"\#(StandardSampleClient.nativeID)","person":"ana.silva@aldervale.example"}"#
        #expect(try await site.control(.post, "automatic-sign-ins", rule).status == .created)
        var browser = Browser(site)
        let answer = try await browser.openStandard(.standardRequest.with("prompt", "login"))
        let tokens = try await site.post("/op/token", .standardRedeeming(try #require(answer.carried["code"])))
        let claims = try await site.standardClaims(of: try tokens.object()["id_token"]?.string).claims
        #expect(claims["sub"] == .string(try await site.person("ana.silva").id))
        #expect(!browser.cookies.names.contains { $0.hasPrefix("tessera-op") })
        let wrong = FormParameters.standardRequest.with("redirect_uri", "https://evil.example")
        #expect(try await browser.openStandard(wrong).status == .badRequest)
        let path = "automatic-sign-ins/\(StandardSampleClient.nativeID)"
        #expect(try await site.control(.delete, path).status == .noContent)
        #expect(try await browser.openStandard().status == .ok)
    }

    @Test func `at the standard provider a rule may leave consent to the page`() async throws {
        let person = #""person":"ana.silva@aldervale.example","consent":false"#
        _ = try await site.control(
            .post, "automatic-sign-ins", #"{"clientId":"\#(StandardSampleClient.nativeID)",\#(person)}"#)
        var browser = Browser(site)
        let page = try await browser.openStandard()
        #expect(page.asksForConsent)
        #expect(try await browser.submit(page, ["answer": "accept"]).carried["code"] != nil)
    }

    @Test func `a rule may leave consent and the second factor to the pages`() async throws {
        let site = try Site(asksForConsent: true)
        let person = try #require(try await site.platform.people().first { $0.secondFactorPhone != nil })
        func page(_ rest: String) async throws -> Answer {
            let rule = #"{"clientId":"\#(Site.clientID)","person":"\#(person.id)"\#(rest)}"#
            #expect(try await site.control(.post, "automatic-sign-ins", rule).status == .created)
            return try await site.visit(.goodRequest)
        }
        #expect(try await (page(#","secondFactor":false"#).status, page(#","consent":false"#).status) == (.ok, .ok))
        #expect(try await page("").carried["code"] != nil)
    }
}
