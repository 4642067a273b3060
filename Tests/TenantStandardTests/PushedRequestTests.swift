// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantFixtures
@testable import TenantStandard

/// RFC 9126.
@Suite struct PushedRequestTests: SiteSuite {
    let site: Site

    private func push(_ site: Site, _ request: FormParameters = .standardRequest) async throws -> FormParameters {
        let answer = try await site.post("/op/par", request)
        #expect(answer.status == .created, "\(answer.text)")
        #expect(answer.fields[.cacheControl] == "no-store")
        let members = try answer.object()
        #expect(members["expires_in"] == .integer(60))
        let uri = try #require(members["request_uri"]?.string)
        #expect(uri.hasPrefix("urn:ietf:params:oauth:request_uri:"))
        return ["client_id": request["client_id"] ?? "", "request_uri": uri]
    }

    @Test func `a pushed request starts one sign-in, and other parameters are ignored`() async throws {
        var browser = try await Browser.standard(at: site)
        let reference = try await push(site)
        let spoiled = reference.adding("scope", "openid email").adding("state", "evil")
            .adding("redirect_uri", "http://127.0.0.1:1/callback")
        let answer = try await browser.agreeStandard(spoiled)
        #expect(answer.carried["state"] == "state-1")
        #expect(answer.location?.hasPrefix("http://127.0.0.1:49152/") == true)
        let second = try await browser.openStandard(reference)
        #expect((second.status, second.location) == (.badRequest, nil))
    }

    @Test func `of 64 browsers that open a pushed request one may go on`() async throws {
        var browser = try await Browser.standard(at: site)
        _ = try await browser.agreeStandard()
        let reference = try await push(site)
        let answers = try await race(64) { [browser] in
            var copy = browser
            return try await copy.openStandard(reference)
        }
        #expect(answers.filter { $0.carried["code"] != nil }.count == 1)
    }

    @Test func `a pushed request lives a minute`() async throws {
        var browser = try await Browser.standard(at: site)
        let early = try await push(site)
        site.clock.advance(by: .seconds(59))
        #expect(try await browser.openStandard(early).asksForConsent)
        let late = try await push(site)
        site.clock.advance(by: .seconds(60))
        let answer = try await browser.openStandard(late)
        #expect(answer.status == .badRequest && answer.text.contains("The app&#39;s request no longer exists"))
    }

    @Test func `another client can neither use a pushed request nor use it up`() async throws {
        var browser = try await Browser.standard(at: site)
        let reference = try await push(site)
        let refused = try await browser.openStandard(reference.with("client_id", StandardSampleClient.webID))
        #expect(refused.status == .badRequest && refused.text.contains("The app&#39;s request no longer exists"))
        #expect(try await browser.agreeStandard(reference).carried["code"] != nil)
    }

    static let refusals: [StandardRefusal] = [
        .init("an unknown client", "invalid_client") { $0.with("client_id", "nobody") },
        .init("a redirect URI that is not registered", "invalid_request") {
            $0.with("redirect_uri", "https://evil.example")
        },
        .init("another request within", "invalid_request") {
            $0.with("request_uri", "urn:ietf:params:oauth:request_uri:x")
        },
        .init("a request object", "request_not_supported") { $0.with("request", "a.b.c") },
        .init("no challenge", "invalid_request") { $0.without("code_challenge") },
        .init("an unknown response type", "unsupported_response_type") { $0.with("response_type", "x") },
        .init("a doubled scope", "invalid_request") { $0.adding("scope", "openid") },
    ]

    @Test(arguments: refusals)
    func `a bad request is refused when it is pushed`(_ refusal: StandardRefusal) async throws {
        let answer = try await site.post("/op/par", refusal.change(.standardRequest))
        #expect(answer.errorCode == refusal.error, "\(answer.text)")
    }

    @Test func `a client that must push its requests gets an error otherwise`() async throws {
        var browser = try await Browser.standard(at: Site())
        let answer = try await browser.openStandard(.standardRequest.with("client_id", StandardSampleClient.boundID))
        #expect(answer.carried["error"] == "invalid_request")
    }

    @Test func `only POST is answered`() async throws {
        let answer = try await site.send(.get, "/op/par")
        #expect((answer.status, answer["Allow"]) == (.methodNotAllowed, "POST, OPTIONS"))
    }
}
