// SPDX-License-Identifier: Apache-2.0
@testable import TenantDirectory
@testable import TenantFixtures

/// With a valid client and redirect URI, errors go to the app, with its state and never with a code.
@Suite struct AuthorizeRedirectErrorTests {
    static let spoiled: [Spoiled] = [
        Spoiled("response_type is missing", 900_144, "invalid_request") { $0.without("response_type") },
        Spoiled("response_type is token", 700_054, "unsupported_response_type") { $0.with("response_type", "token") },
        Spoiled("response_type asks for an ID token too", 700_054, "unsupported_response_type") {
            $0.with("response_type", "code id_token")
        },
        Spoiled("response_type stands there twice", 9_002_313, "invalid_request") {
            $0.adding("response_type", "code")
        },
        Spoiled("response_mode is nonsense", 70007, "invalid_request") { $0.with("response_mode", "post card") },
        Spoiled("scope is missing", 900_144, "invalid_request") { $0.without("scope") },
        Spoiled("scope is empty", 28003, "invalid_request") { $0.with("scope", "") },
        Spoiled("scope is white space", 28003, "invalid_request") { $0.with("scope", " \t") },
        Spoiled("a permission is unknown", 70011, "invalid_scope") { $0.with("scope", "openid Mail.Read") },
        Spoiled("a permission of an API is unknown", 70011, "invalid_scope") { $0.with("scope", "api://tasks/Other") },
        Spoiled("a resource is unknown", 500_011, "invalid_resource") { $0.with("scope", "api://nobody/Read") },
        Spoiled("scope stands there twice", 9_002_313, "invalid_request") { $0.adding("scope", "openid") },
        Spoiled("nonce stands there twice", 9_002_313, "invalid_request") { $0.adding("nonce", "n") },
        Spoiled("prompt is unknown", 90023, "invalid_request") { $0.with("prompt", "maybe") },
        Spoiled("prompt is none and login", 90023, "invalid_request") { $0.with("prompt", "none login") },
        Spoiled("nobody may be asked, and nobody is signed in", 50058, "login_required") { $0.with("prompt", "none") },
        Spoiled("code_challenge is too short", 501_491, "invalid_request") { $0.with("code_challenge", "short") },
        Spoiled("code_challenge is missing beside its method", 50147, "invalid_request") {
            $0.without("code_challenge")
        },
        Spoiled("code_challenge is no hash", 501_491, "invalid_request") {
            $0.with("code_challenge", String(repeating: "a", count: 44))
        },
        Spoiled("response_type holds an unknown word", 70005, "unsupported_response_type") {
            $0.with("response_type", "code magic")
        },
        Spoiled("response_type is empty", 900_144, "invalid_request") { $0.with("response_type", "") },
        Spoiled("resource is another API than the scope", 9_010_010, "invalid_target") {
            $0.with("resource", "https://tasks.example/mcp")
        },
        Spoiled("resource is an API without a scope of it", 9_010_010, "invalid_target") {
            $0.with("resource", "api://tasks")
        },
        Spoiled("a request object is sent", 90023, "request_not_supported") { $0.with("request", "a.b.c") },
        Spoiled("a request object is named", 90023, "request_uri_not_supported") {
            $0.with("request_uri", "https://evil.example/")
        },
        Spoiled("prompt is for customers", 90023, "invalid_request") { $0.with("prompt", "create") },
        Spoiled("an account is named twice", 90005, "invalid_request") {
            $0.with("login_hint", "ana.silva@aldervale.example").with("sid", "1")
        },
        Spoiled("claims are no JSON", 90100, "invalid_request") { $0.with("claims", "{") },
        Spoiled("claims are no object", 90100, "invalid_request") { $0.with("claims", "[]") },
        Spoiled("claims ask for nothing", 90100, "invalid_request") { $0.with("claims", #"{"id_token":"sid"}"#) },
        Spoiled("claims are empty", 90100, "invalid_request") { $0.with("claims", "") },
        Spoiled("claims stand there twice", 9_002_313, "invalid_request") {
            $0.with("claims", "{}").adding("claims", "{}")
        },
        Spoiled("domain_hint stands there twice", 9_002_313, "invalid_request") {
            $0.with("domain_hint", "a").adding("domain_hint", "a")
        },
        Spoiled("code_challenge is empty", 50147, "invalid_request") { $0.with("code_challenge", "") },
        Spoiled("code_challenge is too long", 501_491, "invalid_request") {
            $0.with("code_challenge", String(repeating: "a", count: 129))
        },
        Spoiled("code_challenge has a padding", 501_491, "invalid_request") {
            $0.with("code_challenge", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-c=")
        },
        Spoiled("code_challenge_method is unknown", 501_491, "invalid_request") {
            $0.with("code_challenge_method", "S512")
        },
        Spoiled("code_challenge_method has another case", 501_491, "invalid_request") {
            $0.with("code_challenge_method", "s256")
        },
        Spoiled("code_challenge stands there twice", 9_002_313, "invalid_request") { $0.adding("code_challenge", "a") },
    ]

    @Test(arguments: spoiled) func `the redirect tells the app that`(_ row: Spoiled) async throws {
        let answer = try await Site().visit(row.spoil(.goodRequest))
        #expect(answer.status == .found)
        #expect(answer.location?.firstMatch(of: #/^http:\/\/localhost:49152\/[?#]error=/#) != nil)
        #expect((answer.carried["error"], answer.errorNumber) == (row.error, row.number))
        #expect(answer.carried.pairs.map(\.name) == ["error", "error_description", "error_uri", "state"])
        #expect(answer.carried["error_uri"] == "http://127.0.0.1:4400/error?code=\(row.number)")
        #expect(answer.carried["state"] == "state-1")
    }

    @Test func `a silent request names the permission without consent`() async throws {
        let site = try Site()
        let app = RegisteredApp.sample()
        try await site.add(app)
        var browser = try await Browser.signedIn(at: site)
        let request = FormParameters.goodRequest.with("client_id", app.id).with("prompt", "none")
        for scope in ["openid User.ReadBasic.All", "User.Read.All", "api://tasks/.default"] {
            let answer = try await browser.open(request.with("scope", scope))
            #expect((answer.errorNumber, answer.carried["error"]) == (65001, "consent_required"))
            #expect(answer.carried["error_description"]?.contains("with ID '\(app.id)' named 'Other'") == true)
            #expect(answer.carried["code"] == nil)
        }
        #expect(try await browser.open(request.with("scope", "openid User.Read")).carried["code"] != nil)
    }

    @Test func `an error without state brings none back`() async throws {
        let answer = try await Site().visit(.goodRequest.without("state").with("scope", ""))
        #expect(answer.carried.pairs.map(\.name) == ["error", "error_description", "error_uri"])
    }

    @Test func `no silent sign-in while two people are signed in`() async throws {
        var browser = try await Browser.signedIn(at: try Site())
        try await browser.join("conor.obrien")
        let refused = try await browser.open(.goodRequest.with("prompt", "none"))
        #expect((refused.errorNumber, refused.carried["error"]) == (16000, "interaction_required"))
        let hinted = FormParameters.goodRequest.with("prompt", "none")
            .with("login_hint", "Conor.OBrien@aldervale.example")
        #expect(try await browser.open(hinted).carried["code"] != nil)
        #expect(try await browser.open(hinted.with("login_hint", "nobody@x")).errorNumber == 50058)
    }
}
