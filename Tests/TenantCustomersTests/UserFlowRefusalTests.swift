// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantDirectory
@testable import TenantFixtures

@Suite struct UserFlowRefusalTests: SiteSuite {
    let site: Site

    private func open(_ request: FormParameters) async throws -> Answer {
        try await site.visit(flow: Site.susi, request)
    }

    static let onPage = [
        Spoiled("no client", 90008) { $0.without("client_id") },
        Spoiled("unknown client", 90018) { $0.with("client_id", "00000000-0000-0000-0000-000000000000") },
        Spoiled("client of Entra ID", 90018) { $0.with("client_id", Site.clientID) },
        Spoiled("no redirect URI", 90006) { $0.without("redirect_uri") },
        Spoiled("unregistered redirect URI", 90006) { $0.with("redirect_uri", "https://evil.example/") },
        Spoiled("redirect URI of another app", 90006) { $0.with("redirect_uri", "com.example.taskwidget://auth") },
        Spoiled("two clients", 90122) { $0.adding("client_id", SampleApp.taskWidgetID) },
        Spoiled("two states", 90122) { $0.adding("state", "2") },
    ]

    @Test(arguments: onPage) func `without a target a page tells the problem`(_ row: Spoiled) async throws {
        let answer = try await open(row.spoil(.flowRequest))
        #expect((answer.status, answer.location, answer.flowErrorNumber) == (.badRequest, nil, row.number))
        #expect(!answer.text.contains("Trace ID"))
    }

    static let api = SampleApp.customerTasksURI
    static let redirected = [
        Spoiled("no scope", 90010, "invalid_request") { $0.without("scope") },
        Spoiled("empty scope", 90010, "invalid_request") { $0.with("scope", " ") },
        Spoiled("no response type", 90013, "unsupported_response_type") { $0.without("response_type") },
        Spoiled("unknown response type", 90013, "unsupported_response_type") { $0.with("response_type", "ticket") },
        Spoiled("response mode", 90014, "invalid_request") { $0.with("response_mode", "post card") },
        Spoiled("prompt", 90043, "invalid_request") { $0.with("prompt", "please") },
        Spoiled("prompt none and login", 90043, "invalid_request") { $0.with("prompt", "none login") },
        Spoiled("nobody signed in", 90077, "interaction_required") { $0.with("prompt", "none") },
        Spoiled("only offline_access", 90115, "invalid_request") { $0.with("scope", "offline_access") },
        Spoiled("scope of Graph", 90117, "invalid_request") { $0.with("scope", "openid User.Read") },
        Spoiled("API by its URI alone", 90117, "invalid_request") { $0.with("scope", "openid \(api)") },
        Spoiled("other app's id", 90117, "invalid_request") { $0.with("scope", "openid \(SampleApp.taskWidgetID)") },
        Spoiled("max_age", 90120, "invalid_request") { $0.with("max_age", "-1") },
        Spoiled("max_age in words", 90120, "invalid_request") { $0.with("max_age", "a day") },
        Spoiled("two nonces", 90122, "invalid_request") { $0.adding("nonce", "2") },
        Spoiled("two resources", 90146, "invalid_request") {
            $0.with("client_id", SampleApp.taskWidgetID)
                .with("scope", "\(SampleApp.taskWidgetID) \(api)/Tasks.Read")
        },
        Spoiled("challenge", 90183, "invalid_request") { $0.with("code_challenge", "short") },
        Spoiled("challenge method", 90184, "invalid_request") { $0.with("code_challenge_method", "S512") },
        Spoiled("permission that nobody granted", 90205, "access_denied") {
            $0.with("scope", "openid \(api)/Tasks.Burn")
        },
        Spoiled("comma in the scope", 99005, "invalid_request") { $0.with("scope", "openid,offline_access") },
    ]

    @Test(arguments: redirected) func `with a valid redirect URI the app gets the error`(_ row: Spoiled) async throws {
        let answer = try await open(row.spoil(.flowRequest))
        #expect(answer.status == .found && answer.location?.hasPrefix("http://localhost:49152/?error=") == true)
        #expect((answer.carried["error"], answer.flowErrorNumber) == (row.error, row.number))
        #expect((answer.carried["state"], answer.carried["code"]) == ("state-1", nil))
    }

    static let inFragment = [
        Spoiled("implicit flow", 90057, "unauthorized_client") { $0.with("response_type", "id_token token") },
        Spoiled("hybrid flow", 90057, "unauthorized_client") { $0.with("response_type", "code id_token") },
        Spoiled("tokens in a query", 90057, "unauthorized_client") {
            $0.with("response_type", "token").with("response_mode", "query")
        },
    ]

    @Test(arguments: inFragment)
    func `an app that requested tokens gets errors in the fragment`(_ row: Spoiled) async throws {
        let answer = try await open(row.spoil(.flowRequest))
        #expect(answer.location?.hasPrefix("http://localhost:49152/#error=\(row.error)") == true)
        #expect(answer.fragment["error_description"]?.contains("AADB2C\(row.number)") == true)
    }

    @Test func `the description has the lines of the real service`() async throws {
        let request = FormParameters.flowRequest.without("scope").with("client-request-id", "my-id")
        let description = try #require(try await open(request).carried["error_description"])
        #expect(
            description
                == "AADB2C90010: The request does not contain a scope parameter.\r\nCorrelation ID: my-id\r\n"
                + "Timestamp: 2026-01-01 00:00:00Z\r\n")
    }

    @Test func `in fragment mode errors travel there, too`() async throws {
        let answer = try await open(.flowRequest.with("response_mode", "fragment").with("prompt", "none"))
        #expect(answer.location?.hasPrefix("http://localhost:49152/#error=interaction_required") == true)
    }

    @Test func `an app that is switched off gets neither page nor tokens`() async throws {
        let code = try await site.flowCode()
        try await site.change(app: SampleApp.customerTasksID) { $0.isEnabled = false }
        let page = try await open(.flowRequest)
        #expect(page.status == .badRequest && page.location == nil)
        #expect(page.text.contains("This app is disabled") && page.text.contains("AADB2C90018"))
        let answer = try await site.post("\(Site.susi)/token", .flowRedeeming(code))
        #expect(answer.status == .badRequest && answer.text.contains("AADB2C90018"))
    }

    @Test func `the good request itself is let in, by POST as well`() async throws {
        #expect(try await open(.flowRequest).title == "Sign in – Task list for customers")
        #expect(try await site.post("\(Site.susi)/authorize", .flowRequest).status == .ok)
    }
}
