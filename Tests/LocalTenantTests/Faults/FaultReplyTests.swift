// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantControl
@testable import TenantDirectory
@testable import TenantEntra
@testable import TenantFixtures
@testable import TenantTesting

@Suite struct FaultReplyTests {
    private func site(_ answer: ErrorAnswer) async throws -> Site {
        let site = try Site()
        _ = try await site.platform.context.faults.add(FaultRule(.error(answer), at: nil))
        return site
    }

    static let entra: [(HTTPRequest.Method, String)] = [
        (.get, "/common/v2.0/.well-known/openid-configuration"), (.get, "/\(Site.tenantID)/discovery/v2.0/keys"),
        (.post, Site.tokenPath), (.post, "/\(Site.tenantID)/oauth2/v2.0/devicecode"),
    ]

    @Test(arguments: entra)
    func `Entra ID's JSON has numbers, ids and a time`(_ method: HTTPRequest.Method, _ path: String) async throws {
        let answer = try await site(ErrorAnswer(number: 50076, status: 401, retryAfter: 7)).send(method, path)
        let body = try answer.object()
        #expect(answer.status == .unauthorized && answer["Retry-After"] == "7")
        #expect(body["error"]?.string == "invalid_grant" && body["suberror"]?.string == "basic_action")
        #expect(body["error_codes"]?.array == [.number("50076")])
        #expect(body["error_description"]?.string?.hasPrefix("AADSTS50076: Due to a configuration change") == true)
        #expect(body["trace_id"]?.string != nil && body["correlation_id"] != nil && body["timestamp"] != nil)
    }

    @Test func `a code alone finds its number, and a custom text is returned`() async throws {
        let rows: [(ErrorAnswer, Int, String)] = [
            (ErrorAnswer("invalid_grant"), 70000, "invalid_grant"),
            (ErrorAnswer(number: 12345), 12345, "invalid_request"),
            (ErrorAnswer("slow_down", description: "Slower."), EntraError.slowDown.number, "slow_down"),
        ]
        for (answer, number, code) in rows {
            let body = try await site(answer).send(.post, Site.tokenPath).object()
            #expect(body["error_codes"]?.array == [.number(String(number))] && body["error"]?.string == code)
            #expect(answer.description == nil || body["error_description"]?.string?.contains("Slower.") == true)
        }
    }

    @Test func `a name is stored as its error, and an unknown one is rejected`() async throws {
        let site = try Site()
        let kept = try await site.platform.context.faults.add(FaultRule(.named("AADB2C90118")))
        guard case .error(let answer) = kept.rule.fault else { throw CancellationError() }
        #expect(answer.number == 90118 && answer.prefix == .azureADB2C)
        for name in ["AADSTS1", "1", "AADB2C50196"] {
            let refusal = await #expect(throws: DocumentRefusal.self) {
                try await site.platform.context.faults.add(FaultRule(.named(name)))
            }
            #expect(refusal?.problems.map(\.pointer) == ["/fault"])
        }
        #expect(try await site.platform.context.faults.all().count == 1)
    }

    @Test func `at the authorization endpoint it travels by a redirect, once the app is known`() async throws {
        var browser = Browser(try await site(ErrorAnswer("access_denied")))
        let redirect = try await browser.open(.goodRequest)
        #expect(redirect.location?.hasPrefix(Site.redirectURI) == true)
        #expect(redirect.carried["error"] == "access_denied" && redirect.carried["state"] == "state-1")
        #expect(redirect.errorNumber == 65004)
        let page = try await browser.open(.goodRequest.with("redirect_uri", "https://evil.example"))
        #expect(page.status == .badRequest && page.location == nil && page.errorNumber == 50011)
    }

    @Test func `a user flow answers in two members, and its redirect names its number`() async throws {
        let site = try await site(ErrorAnswer(number: 90118, description: "Forgotten."))
        let token = try await site.post("\(Site.susi)/token", ["grant_type": "refresh_token"])
        #expect(Set(try token.object().keys) == ["error", "error_description"])
        let redirect = try await site.visit(flow: Site.susi)
        #expect(redirect.carried["error"] == "access_denied")
        #expect(redirect.carried["error_description"]?.hasPrefix("AADB2C90118: Forgotten.\r\n") == true)
    }

    @Test func `a fault of Graph has Graph's error format`() async throws {
        let site = try Site()
        _ = try await site.platform.context.faults.add(FaultRule(.failure(.tooManyRequests, retryAfter: 3), at: .graph))
        let answer = try await site.graph("/me", token: "a.b.c")
        #expect(answer.status.code == 429 && answer["Retry-After"] == "3")
        let error = try answer.object()["error"]?.object
        #expect(error?["code"]?.string == "TooManyRequests" && error?["innerError"]?.object?["request-id"] != nil)
    }

    @Test func `a page says an error of the sign-out`() async throws {
        let page = try await site(ErrorAnswer(number: 90033)).send(.get, "/\(Site.tenantID)/oauth2/v2.0/logout")
        #expect(page.errorNumber == 90033 && page["Content-Type"]?.hasPrefix("text/html") == true)
    }

    @Test(arguments: Hostile.texts) func `text of a rule cannot become markup of a page`(_ text: String) async throws {
        let site = try await site(ErrorAnswer(number: 1, description: text))
        let page = try await site.send(.get, "/\(Site.tenantID)/oauth2/v2.0/logout")
        #expect(Hostile.isHarmless(text, in: page.text))
    }
}
