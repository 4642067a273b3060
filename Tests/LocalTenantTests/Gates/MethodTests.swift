// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import OAuth
import Testing

@testable import TenantFixtures

@Suite struct MethodTests {
    static let pages = [
        "/", "/style.css", "/common/v2.0/.well-known/openid-configuration", "/common/discovery/v2.0/keys",
        "/common/oauth2/v2.0/authorize?\(FormParameters.goodRequest.encoded)",
    ]

    @Test(arguments: pages) func `HEAD is GET without the content`(_ path: String) async throws {
        let site = try Site()
        let get = try await site.send(.get, path)
        let head = try await site.send(.head, path)
        #expect(head.status == get.status)
        #expect(head["Content-Type"] == get["Content-Type"])
        #expect(head.body.isEmpty)
    }

    @Test(arguments: [
        "/common/oauth2/v2.0/logout", "/\(Site.tenantID)/oauth2/v2.0/logout", "\(Site.susi)/logout", "/op/logout",
    ]) func `HEAD ends no session`(_ path: String) async throws {
        let site = try Site()
        var browser = try await Browser.signedIn(at: site)
        try await browser.join(customer: "ines.kallio@mailbox.example")
        let head = try await site.send(.head, path, fields: [.cookie: try #require(browser.cookieField)])
        #expect(head.status == .methodNotAllowed && head.fields[.allow] == "GET, POST")
        let customers = "\(Site.susi)/authorize?\(FormParameters.flowRequest.with("prompt", "none").encoded)"
        #expect(try await browser.open(.goodRequest.with("prompt", "none")).carried["code"] != nil)
        #expect(try await browser.get(customers).carried["code"] != nil)
        #expect(try await browser.get(path).status != .methodNotAllowed)
    }

    @Test func `HEAD of Graph asks for a token too`() async throws {
        let answer = try await Site().send(.head, "/v1.0/me")
        #expect(answer.status == .unauthorized)
        #expect(answer.fields[.wwwAuthenticate]?.hasPrefix("Bearer") == true)
        #expect(answer.body.isEmpty)
    }

    @Test(arguments: ["/", "/common/login", "/common/oauth2/v2.0/token", "/v1.0/users", "/nowhere", "*"])
    func `OPTIONS gives nothing away`(_ path: String) async throws {
        let answer = try await Site().send(.options, path)
        #expect(answer.status.kind == .clientError)
        #expect(answer["Access-Control-Allow-Origin"] == nil)
        #expect(answer["Access-Control-Allow-Credentials"] == nil)
    }

    @Test func `a method that nobody knows is no error of the server`() async throws {
        let site = try Site()
        for method in ["TRACE", "CONNECT", "PROPFIND", "get", "X"].compactMap({
            HTTPRequest.Method(rawValue: $0)
        }) {
            #expect(try await site.send(method, "/").status.kind == .clientError)
        }
    }

    static let paths = [
        "/%", "/%00", "/..", "/../../etc/passwd", "/%2e%2e/", "//", "///v1.0//me", "/v1.0/", "/v1.0/users/",
        "/v1.0/me/",
        "/common/oauth2/v2.0/", "/common/oauth2/v2.0/token/", "/:tenant/login", "/?", "/#", "", "relative",
    ]

    @Test(arguments: paths) func `a strange path is no error of the server`(_ path: String) async throws {
        #expect(try await Site().send(.get, path).status.code < 500)
    }
}
