// SPDX-License-Identifier: Apache-2.0
@testable import TenantFixtures

@Suite struct StandardAuthorizeRefusalTests {
    static let refusals: [StandardRefusal] = [
        .init("no response type", "invalid_request") { $0.without("response_type") },
        .init("a response type of the front channel", "unsupported_response_type") {
            $0.with("response_type", "token")
        },
        .init("a response type that is not registered", "unauthorized_client") { $0.with("response_type", "id_token") },
        .init("a doubled response type", "invalid_request") { $0.adding("response_type", "code") },
        .init("an unknown response mode", "invalid_request") { $0.with("response_mode", "web_message") },
        .init("no scope", "invalid_scope") { $0.without("scope") },
        .init("no known scope", "invalid_scope") { $0.with("scope", "fly") },
        .init("a scope with a quote", "invalid_scope") { $0.with("scope", "openid \"a") },
        .init("no challenge", "invalid_request") { $0.without("code_challenge") },
        .init("the plain method", "invalid_request") { $0.with("code_challenge_method", "plain") },
        .init("no method, which means plain", "invalid_request") { $0.without("code_challenge_method") },
        .init("a short challenge", "invalid_request") { $0.with("code_challenge", "abc") },
        .init("a challenge with a sign of plain base64", "invalid_request") {
            $0.with("code_challenge", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw+cM")
        },
        .init("a request object", "request_not_supported") { $0.with("request", "e.e.") },
        .init("a request by reference", "request_uri_not_supported") {
            $0.with("request_uri", "https://client.example/request")
        },
        .init("a registration", "registration_not_supported") { $0.with("registration", "{}") },
        .init("an unknown prompt", "invalid_request") { $0.with("prompt", "always") },
        .init("none and another prompt", "invalid_request") { $0.with("prompt", "none login") },
        .init("a negative age", "invalid_request") { $0.with("max_age", "-1") },
        .init("claims that are no JSON", "invalid_request") { $0.with("claims", "{") },
        .init("claims that are no object", "invalid_request") { $0.with("claims", #"{"id_token":[]}"#) },
        .init("an essential acr of others", "unmet_authentication_requirements") {
            $0.with("claims", #"{"id_token":{"acr":{"essential":true,"values":["gold"]}}}"#)
        },
        .init("a hint that is no token", "invalid_request") { $0.with("id_token_hint", "a.b.c") },
        .init("a short thumbprint", "invalid_request") { $0.with("dpop_jkt", "abc") },
        .init("a thumbprint that is no base64url", "invalid_request") {
            $0.with("dpop_jkt", String(repeating: "=", count: 43))
        },
        .init("a doubled nonce", "invalid_request") { $0.adding("nonce", "other") },
        .init("nobody signed in", "login_required") { $0.with("prompt", "none") },
    ]

    @Test(arguments: refusals) func `the client gets the error`(_ refusal: StandardRefusal) async throws {
        var browser = Browser(try Site())
        let answer = try await browser.openStandard(refusal.change(.standardRequest))
        let carried = answer.fragment["error"] == nil ? answer.carried : answer.fragment
        #expect(answer.location?.hasPrefix("http://127.0.0.1:49152/callback") == true, "\(answer.text)")
        #expect((carried["error"], carried["state"]) == (refusal.error, "state-1"))
        #expect((carried["iss"], carried["code"]) == ("http://127.0.0.1:4400/op", nil))
    }

    @Test(arguments: [
        ("response_mode", "query", "invalid_request"), ("nonce", "", "invalid_request"),
        ("scope", "email", "invalid_scope"),
    ])
    func `a front-channel ID token has its own rules`(_ name: String, _ value: String, _ error: String) async throws {
        var browser = Browser(try Site())
        let answer = try await browser.openStandard(
            .webRequest.with("response_type", "code id_token").with(name, value))
        #expect(answer.fragment["error"] == error)
    }

    @Test(arguments: [
        "http://127.0.0.1:49152/callback/", "http://127.0.0.1:49152/Callback", "http://127.0.0.1:49152/callback?a=1",
        "http://127.0.0.1:49152/callback#a", "http://127.0.0.1:49152//callback", "http://127.0.0.1:0/callback",
        "http://127.0.0.1:99999/callback", "http://127.0.0.1:49152@evil.example/callback",
        "http://127.0.0.1.evil.example/callback", "http://evil.example/callback", "https://127.0.0.1/callback",
        "http://127.0.0.1\\@evil.example/callback", "HTTP://127.0.0.1/callback", "http://127.0.0.2/callback",
        "com.example.tessera:/callback/x", "com.example.tessera:/callback#", "//evil.example", "javascript:alert(1)",
        "http://127.0.0.1:49152/callback\r\nX: y", "http://127.1/callback", "http://ⓛocalhost/callback", "",
    ])
    func `nothing goes to an address that is not registered to the letter`(_ uri: String) async throws {
        var browser = try await Browser.standard(at: Site())
        let answer = try await browser.openStandard(.standardRequest.with("redirect_uri", uri))
        #expect((answer.status, answer.location) == (.badRequest, nil))
    }

    @Test(arguments: [
        "http://127.0.0.1/callback", "http://[::1]:8123/callback", "http://localhost:1", "http://localhost:1/",
        "com.example.tessera:/callback",
    ])
    func `an app on this machine chooses its port`(_ uri: String) async throws {
        var browser = try await Browser.standard(at: Site())
        let answer = try await browser.agreeStandard(.standardRequest.with("redirect_uri", uri))
        #expect(answer.location?.hasPrefix("\(uri)?code=") == true)
    }

    @Test func `a confidential client has no free port`() async throws {
        var browser = try await Browser.standard(at: Site())
        let answer = try await browser.openStandard(.webRequest.with("redirect_uri", "http://127.0.0.1:8081/callback"))
        #expect(answer.status == .badRequest && answer.text.contains("The redirect URI is not registered"))
    }

    @Test(arguments: ["client_id", "redirect_uri", "state"])
    func `a doubled parameter that decides where answers go stays on a page`(_ name: String) async throws {
        var browser = Browser(try Site())
        let answer = try await browser.openStandard(.standardRequest.adding(name, "other"))
        #expect((answer.status, answer.location) == (.badRequest, nil))
    }

    @Test func `an error does not repeat values of the request`() async throws {
        var browser = Browser(try Site())
        let answer = try await browser.openStandard(.standardRequest.with("prompt", "<script>"))
        let description = try #require(answer.carried["error_description"])
        #expect(!description.contains("script"))
        #expect(description.utf8.allSatisfy { (0x20...0x7E).contains($0) && $0 != 0x22 && $0 != 0x5C })
    }
}
