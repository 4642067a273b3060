// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantFixtures

@Suite struct RefusalsTests: SiteSuite {
    let site: Site

    private func refusals(_ query: String = "") async throws -> [RefusedRequest] {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        let answer = try await site.administer(.get, "/refusals\(query)")
        #expect(answer.status == .ok)
        return try decoder.decode(RefusalList.self, from: answer.body).refusals
    }

    private func authorize(_ request: FormParameters) async throws -> Answer {
        try await site.send(.get, "/common/oauth2/v2.0/authorize?\(request.encoded)")
    }

    @Test func `a refused token request has trace, app, rule and next step`() async throws {
        let wrong = String(repeating: "a", count: 43)
        let answer = try await site.token(.redeeming(try await site.code()).with("code_verifier", wrong))
        let refused = try #require(try await refusals().first)
        #expect(refused.traceID == (try answer.object()["trace_id"]?.string))
        #expect(refused.endpoint == "POST \(Site.tokenPath)")
        #expect(refused.status == 400 && refused.app == Site.clientID && refused.person == nil)
        #expect(refused.rule == "AADSTS501481")
        #expect(try answer.object()["error_codes"]?.array == [.number("501481")])
        #expect(refused.time == site.clock.now && refused.remedy?.isEmpty == false)
    }

    @Test func `rejections by page and by redirect are logged with the setting to change`() async throws {
        _ = try await authorize(.goodRequest.with("redirect_uri", "http://elsewhere.example/"))
        _ = try await authorize(.goodRequest.with("prompt", "none"))
        let refused = try await refusals()
        #expect((refused.map(\.rule), refused.map(\.status)) == (["AADSTS50058", "AADSTS50011"], [302, 400]))
        #expect(refused.map(\.app) == [Site.clientID, Site.clientID])
        #expect(refused.last?.setting == "apps[].web.redirectUris")
    }

    @Test(arguments: [
        "/\(Site.tenantID)/oauth2/authorized", "/common/oauth2/v3.0/token", "/op/nothing", "/nothing/at/all",
        "/\(Site.tenantID)/B2C_1_susi/oauth2/v2.0/nothing",
    ])
    func `a request to an unknown path gets an explanation and is logged`(_ path: String) async throws {
        for method in [HTTPRequest.Method.get, .post] {
            let answer = try await site.send(method, path)
            #expect(answer.status == .notFound)
            #expect(answer.text.contains("There is nothing") && answer.text.contains("\(Site.authority)/"), "\(path)")
            let refused = try #require(try await refusals().first)
            #expect(refused.rule == "address_unknown" && refused.endpoint == "\(method) \(path)")
            #expect(refused.remedy?.isEmpty == false)
        }
    }

    @Test(
        arguments: [
            (.post, "/\(Site.tenantID)/v2.0/.well-known/openid-configuration", "GET, HEAD, OPTIONS"),
            (.delete, "/op/token", "POST, OPTIONS"), (.put, "/op/jwks", "GET, HEAD, OPTIONS"),
            (.post, "/", "GET, HEAD"), (.trace, "/\(Site.tenantID)/oauth2/v2.0/authorize", "GET, HEAD, POST"),
        ] as [(HTTPRequest.Method, String, String)])
    func `a wrong method is answered with the allowed ones, and logged`(
        _ method: HTTPRequest.Method, _ path: String, _ allowed: String
    ) async throws {
        let answer = try await site.send(method, path)
        #expect(answer.status == .methodNotAllowed && answer["Allow"] == allowed, "\(answer["Allow"] ?? "none")")
        #expect(answer.text == "This address accepts only \(allowed).\n")
        let refused = try #require(try await refusals().first)
        #expect(refused.rule == "method_not_allowed" && refused.endpoint == "\(method) \(path)")
        #expect(refused.remedy?.isEmpty == false)
    }

    @Test func `a code or token in an unknown URL is not logged`() async throws {
        _ = try await site.send(.get, "/callback/\(String(repeating: "s", count: 41))/x")
        #expect(try await refusals().first?.endpoint == "GET /callback/…/x")
    }

    private static let unusableCodes: [(@Sendable (FormParameters) -> FormParameters, reason: String)] = [
        ({ $0.without("code_verifier") }, "has no code_verifier"), ({ $0.with("code_verifier", "short") }, "43 to 128"),
        ({ $0.with("code_verifier", String(repeating: "a", count: 43)) }, "The SHA-256 of the code_verifier"),
        ({ $0.with("redirect_uri", "http://127.0.0.1:49153/callback") }, "The redirect_uri differs"),
        ({ $0.with("code", "unknown") }, "long expired"),
    ]

    @Test(arguments: unusableCodes.indices)
    func `only the log says why the standard provider refuses a code`(_ index: Int) async throws {
        let (change, reason) = Self.unusableCodes[index]
        let answer = try await site.post("/op/token", change(.standardRedeeming(try await site.standardCode())))
        #expect(answer.errorCode == "invalid_grant" && !answer.text.contains(reason))
        let refused = try #require(try await refusals().first)
        #expect(refused.reason.contains(reason), "\(refused.reason)")
        #expect(refused.remedy?.isEmpty == false)
    }

    @Test func `a code redeemed twice is logged with a remedy`() async throws {
        let form = FormParameters.standardRedeeming(try await site.standardCode())
        #expect(try await site.post("/op/token", form).status == .ok)
        _ = try await site.post("/op/token", form)
        #expect(try await refusals().first?.reason.contains("redeemed before") == true)
    }

    @Test func `a wrong password names the person and not the password`() async throws {
        _ = try await site.token(FormParameters.password.with("password", "sesame-1f93"))
        var browser = Browser(site)
        _ = try await browser.signIn(password: "sesame-1f93")
        let refused = try await refusals()
        #expect(refused.map(\.rule) == ["AADSTS50126", "AADSTS50126"])
        #expect(refused.first?.person == "ana.silva@\(Site.domain)")
        #expect(try await !site.administer(.get, "/refusals").text.contains("sesame-1f93"))
    }

    @Test func `a rejection by Microsoft Graph is logged with the user and the setting to change`() async throws {
        let answer = try await site.graph("/users", token: try await site.graphToken("openid User.Read"))
        let refused = try #require(try await refusals().first)
        #expect(refused.rule == "Authorization_RequestDenied" && refused.status == 403)
        #expect(refused.traceID == answer.fields.value(of: "request-id"))
        #expect((refused.person, refused.setting) == ("ana.silva@\(Site.domain)", "consents"))
    }

    @Test func `the other dialects leave lines as well`() async throws {
        _ = try await site.post("/op/token", ["grant_type": "authorization_code"])
        _ = try await site.post(
            "/\(SampleApp.customersDomain)/b2c_1_susi/oauth2/v2.0/token", ["grant_type": "password"])
        _ = try await site.send(.get, "/subscriptions?api-version=2022-12-01")
        let refused = try await refusals()
        #expect(refused.map { $0.endpoint.split(separator: "/").last } == ["subscriptions", "token", "token"])
        #expect(refused.map(\.rule)[0] == "AuthenticationFailed" && refused.map(\.rule)[1].hasPrefix("AADB2C"))
        #expect(refused.map(\.rule)[2] == "invalid_client")
    }

    @Test func `granted requests and administration requests are not logged`() async throws {
        _ = try await site.tokens(for: .goodRequest, as: "ana.silva")
        _ = try await site.administer(.get, "/nothing")
        _ = try await site.administer(.post, "/import", "no JSON")
        #expect(try await refusals().isEmpty)
    }

    @Test func `a fault names the rule of the fault, and waiting devices leave nothing`() async throws {
        _ = try await site.administer(.post, "/faults", #"{"fault": "AADSTS50011", "endpoint": "token", "next": 1}"#)
        _ = try await site.token(.redeeming("a"))
        let refused = try #require(try await refusals().first)
        #expect(refused.rule == "AADSTS50011" && refused.setting == "faults")
        let device = try await site.post(
            "/\(Site.tenantID)/oauth2/v2.0/devicecode", ["client_id": Site.clientID, "scope": "openid"]
        ).object()
        let waiting = try await site.token([
            "grant_type": "urn:ietf:params:oauth:grant-type:device_code", "client_id": Site.clientID,
            "device_code": try #require(device["device_code"]?.string),
        ])
        #expect(try waiting.object()["error"]?.string == "authorization_pending")
        #expect(try await refusals().count == 1)
    }

    @Test func `an address with a secret is cut, and a reset forgets`() async throws {
        for path in ["/tessera/v1/sign-ins/s3cret", "//Tessera/v1/sign%2Dins/s3cret"] {
            _ = try await site.send(.get, path, to: "evil.example")
        }
        #expect(try await refusals().map(\.endpoint) == ["GET /tessera/v1", "GET /tessera/v1"])
        _ = try await site.administer(.post, "/reset", "{}")
        #expect(try await refusals().isEmpty)
    }

    @Test func `the newest comes first, and a program asks for what is new`() async throws {
        for code in ["a", "b", "c"] { _ = try await site.token(.redeeming(code)) }
        #expect(try await (refusals().map(\.number), refusals("?after=1").map(\.number)) == ([3, 2, 1], [3, 2]))
        #expect(try await refusals("?after=3").isEmpty)
        for wrong in ["?after=-1", "?after=x", "?before=1"] {
            #expect(try await site.administer(.get, "/refusals\(wrong)").status == .badRequest)
        }
    }

    @Test func `nothing that a client must keep to itself is in a line`() async throws {
        let secret = "s3cret-9b1d"
        for name in ["code", "client_secret", "code_verifier", "refresh_token", "assertion", "scope", "state"] {
            let form = FormParameters.redeeming("x").with(name, secret)
            for path in [Site.tokenPath, "/op/token", "/\(SampleApp.customersDomain)/b2c_1_susi/oauth2/v2.0/token"] {
                _ = try await site.post(path, form, fields: [.authorization: "Basic \(secret)"])
                _ = try await site.post(path, form)
            }
            _ = try await site.send(.get, "/common/oauth2/v2.0/authorize?\(form.encoded)")
            _ = try await site.send(.get, "/op/authorize?\(form.encoded)")
        }
        _ = try await site.graph("/me?$select=\(secret)", token: secret)
        let text = try await site.administer(.get, "/refusals").text
        #expect(text.contains("AADSTS") && text.contains("InvalidAuthenticationToken"))
        #expect(!text.contains(secret))
    }
}
