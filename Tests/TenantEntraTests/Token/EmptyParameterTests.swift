// SPDX-License-Identifier: Apache-2.0
@testable import TenantFixtures

/// A parameter without a value counts as omitted. RFC 6749 §3.1, §3.2
@Suite struct EmptyParameterTests {
    private let site: Site

    init() async throws { site = try await Site.withAPIs() }

    @Test(arguments: [
        "code_challenge", "code_challenge_method", "domain_hint", "login_hint", "nonce", "prompt", "request",
        "request_uri", "resource", "response_mode", "sid",
    ])
    func `an authorization request at Entra ID may have it`(_ name: String) async throws {
        let request = FormParameters.goodRequest.without("code_challenge").without("code_challenge_method")
            .with("redirect_uri", Site.redirectURI).with(name, "")
        #expect(try await site.open(request).carried["code"] != nil)
    }

    @Test(arguments: ["claims", "client_info", "client_secret", "client_assertion", "resource", "unknown"])
    func `a token request at Entra ID may have it`(_ name: String) async throws {
        #expect(try await site.token(FormParameters.redeeming(try await site.code()).with(name, "")).status == .ok)
    }

    @Test func `an empty scope has a number of its own, and an empty credential is missing`() async throws {
        let form = FormParameters.redeeming(try await site.code())
        #expect(try await site.token(form.with("scope", "")).object()["error_codes"]?.array == [.number("28003")])
        #expect(try await site.token(form.with("code", "")).object()["error_codes"]?.array == [.number("900144")])
        let empty = try await site.token(form.with("code_verifier", "")).object()["error_codes"]
        let absent = try await site.token(form.without("code_verifier")).object()["error_codes"]
        #expect(empty == absent && empty != nil)
    }

    @Test(arguments: [
        "acr_values", "claims", "dpop_jkt", "id_token_hint", "login_hint", "prompt", "request", "resource",
    ])
    func `an authorization request at the standard provider may have it`(_ name: String) async throws {
        #expect(try await !site.standardCode(for: .standardRequest.with(name, "")).isEmpty)
    }

    @Test(arguments: ["client_secret", "client_assertion", "resource", "scope", "unknown"])
    func `a token request at the standard provider may have it`(_ name: String) async throws {
        let form = FormParameters.standardRedeeming(try await site.standardCode()).with(name, "")
        #expect(try await site.post("/op/token", form).status == .ok)
    }

    @Test(arguments: [
        "client_info", "id_token_hint", "login_hint", "max_age", "prompt", "request", "request_uri", "resource",
        "response_mode",
    ])
    func `an authorization request at External ID may have it`(_ name: String) async throws {
        #expect(try await !site.flowCode(for: .externalIDRequest.with(name, ""), at: Site.external).isEmpty)
    }

    @Test(arguments: ["client_assertion", "client_info", "client_secret", "unknown"])
    func `a token request at External ID may have it`(_ name: String) async throws {
        let code = try await site.flowCode(for: .externalIDRequest, at: Site.external)
        let form = FormParameters.flowRedeeming(code).with("client_id", SampleApp.customerPortalID)
        #expect(try await site.post(Site.externalToken, form.with(name, "")).status == .ok)
    }

    @Test(arguments: ["code", "client_secret", "redirect_uri"])
    func `a repeated parameter stays one at a user flow, also if one is empty`(_ name: String) async throws {
        let form: FormParameters = ["grant_type": "authorization_code", "client_id": Site.clientID, name: "x"]
        let both = try await site.post("\(Site.susi)/token", form.adding(name, "y"))
        let empty = try await site.post("\(Site.susi)/token", form.adding(name, ""))
        #expect(both.flowErrorNumber != nil && empty.flowErrorNumber == both.flowErrorNumber)
        #expect(try await site.post("\(Site.susi)/token", form).flowErrorNumber != both.flowErrorNumber)
    }

    @Test func `metadata have no empty lists`() async throws {
        let plain = try Site()
        let addresses = [
            "/op/.well-known/openid-configuration", "/common/v2.0/.well-known/openid-configuration",
            "/common/.well-known/openid-configuration",
        ]
        for address in addresses {
            let members = try await plain.send(.get, address).object()
            #expect(members.count > 5 && !members.values.contains(.array([])), "\(address)")
        }
    }
}
