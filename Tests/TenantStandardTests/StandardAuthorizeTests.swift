// SPDX-License-Identifier: Apache-2.0
@testable import TenantDirectory
@testable import TenantFixtures

@Suite struct StandardAuthorizeTests {
    @Test func `a person signs in, agrees, and the client gets a code with state and issuer`() async throws {
        var browser = Browser(try Site())
        let answer = try await browser.signInStandard()
        #expect(answer.status == .seeOther)
        #expect(answer.location?.hasPrefix("http://127.0.0.1:49152/callback?code=") == true)
        #expect((answer.carried["state"], answer.carried["iss"]) == ("state-1", "http://127.0.0.1:4400/op"))
        // The second time nobody is asked anything.
        let again = try await browser.openStandard(.standardRequest.with("prompt", "none"))
        #expect(again.status == .found && again.carried["code"] != nil)
    }

    @Test func `an answered sign-in cannot be answered again`() async throws {
        var browser = try await Browser.standard(at: Site())
        let page = try await browser.openStandard()
        #expect(page.asksForConsent && page["Cross-Origin-Opener-Policy"] == "unsafe-none")
        #expect(try await browser.submit(page, ["answer": "accept"]).carried["code"] != nil)
        let second = try await browser.submit(page, ["answer": "accept"])
        #expect((second.status, second.location) == (.badRequest, nil))
    }

    @Test func `a sign-in that was begun waits for an hour`() async throws {
        let site = try Site()
        var browser = try await Browser.standard(at: site)
        let first = try await browser.openStandard()
        let second = try await browser.openStandard()
        site.clock.advance(by: .seconds(3599))
        #expect(try await browser.submit(first, ["answer": "accept"]).carried["code"] != nil)
        site.clock.advance(by: .seconds(1))
        let late = try await browser.submit(second, ["answer": "accept"])
        #expect(late.status == .badRequest && late.text.contains("The sign-in has ended, or took too long."))
    }

    @Test func `another browser cannot answer`() async throws {
        let site = try Site()
        var browser = try await Browser.standard(at: site)
        let page = try await browser.openStandard()
        var other = try await Browser.standard(at: site)
        let answer = try await other.submit(page, ["answer": "accept"])
        #expect(answer.status == .forbidden && answer.text.contains("The browser did not send this page's cookie"))
    }

    @Test func `a refusal of the person reaches the client`() async throws {
        var browser = try await Browser.standard(at: Site())
        let answer = try await browser.submit(try await browser.openStandard(), ["answer": "cancel"])
        #expect((answer.carried["error"], answer.carried["iss"]) == ("access_denied", "http://127.0.0.1:4400/op"))
        #expect(answer.carried["state"] == "state-1")
    }

    @Test func `a hybrid answer travels in the fragment, and the ID token binds the code`() async throws {
        let site = try Site()
        var browser = try await Browser.standard(at: site)
        let answer = try await browser.agreeStandard(.webRequest.with("response_type", "id_token code"))
        #expect(answer.location?.contains("?") == false)
        let code = try #require(answer.fragment["code"])
        #expect(answer.fragment["iss"] == "http://127.0.0.1:4400/op")
        let (header, claims) = try await site.standardClaims(of: answer.fragment["id_token"])
        #expect(header.algorithm == .es256)
        #expect(claims["c_hash"] == .string(TokenAlgorithm.es256.halfHash(of: code)))
        #expect(claims["nonce"] == .string("nonce-2"))
        #expect(claims["sub"] == .string(try await site.person("ana.silva").id))
        #expect(claims["email"] == .string("ana.silva@aldervale.example"), "the client is set so")
        #expect(try await site.post("/op/token", .webRedeeming(code)).status == .ok)
    }

    @Test func `without an access token the ID token says what the scopes ask for`() async throws {
        let site = try Site()
        var browser = try await Browser.standard(at: site)
        let answer = try await browser.agreeStandard(.webRequest.with("response_type", "id_token"))
        let (_, claims) = try await site.standardClaims(of: answer.fragment["id_token"])
        #expect((claims["email"], claims["c_hash"]) == (.string("ana.silva@aldervale.example"), nil))
        #expect(answer.fragment["code"] == nil)
    }

    @Test func `form_post shows a page that sends itself, and the policy lets in that script alone`() async throws {
        var browser = try await Browser.standard(at: Site())
        let answer = try await browser.agreeStandard(.webRequest.with("response_mode", "form_post"))
        #expect((answer.status, answer.form.action) == (.ok, "http://127.0.0.1:8080/callback"))
        #expect(answer.form.fields["code"] != nil && answer.form.fields["iss"] == "http://127.0.0.1:4400/op")
        let policy = try #require(answer["Content-Security-Policy"])
        #expect(policy.contains("form-action http://127.0.0.1:8080") && policy.contains("script-src 'sha256-"))
        #expect(!policy.contains("unsafe"))
        #expect(answer["Referrer-Policy"] == "origin", "else the form comes from the origin null")
        #expect(answer.text.contains("<script>document.forms[0].submit()</script>"))
    }

    @Test func `the request may come in a form`() async throws {
        var browser = try await Browser.standard(at: Site())
        let page = try await browser.post("/op/authorize", .standardRequest)
        #expect(try await browser.submit(page, ["answer": "accept"]).carried["code"] != nil)
    }

    // OpenID Connect Core Appendix A.4, A.6
    @Test func `half hashes are those of the specification`() {
        #expect(
            TokenAlgorithm.rs256.halfHash(of: "jHkWEdUXMU1BwAsC4vtUsZwnNvTIxEl0z9K3vx5KF0Y")
                == "77QmUPtjPfzWtF2AnpK9RQ")
        #expect(
            TokenAlgorithm.rs256.halfHash(of: "Qcb0Orv1zh30vL1MPRsbm-diHiMwcLyZvn1arpZv-Jxf_11jnpEX3Tgfvk")
                == "LDktKdoQak3Pk0cnXxCltA")
    }
}
