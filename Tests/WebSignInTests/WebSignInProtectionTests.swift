// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPMessages
import LocalTenant
import MicrosoftIdentity
import SignInTesting

@testable import WebSignIn

@Suite struct WebSignInProtectionTests {
    let book: VisitorBook
    private var tenant: TestTenant { book.tenant }

    init() async throws { book = try VisitorBook(at: try await withTenant { $0 }) }

    @Test func `each page has the fields that protect it`() async throws {
        var visitor = try await Visitor(signedInTo: book)
        let paths = [
            "/", "/hello", "/error", "/nowhere", "/sign-out", "/sign-in/sessions", "/signin-oidc", "/sign-out/done",
        ]
        for path in paths {
            let fields = try await visitor.get(path).head.headerFields
            func value(_ name: String) -> String { HTTPField.Name(name).flatMap { fields[$0] } ?? "" }
            #expect(value("X-Content-Type-Options") == "nosniff", "\(path)")
            #expect(value("Content-Security-Policy").contains("default-src 'none'"), "\(path)")
            #expect(value("Content-Security-Policy").contains("frame-ancestors 'none'"), "\(path)")
            #expect(value("Content-Security-Policy").contains("base-uri 'none'"), "\(path)")
            #expect(value("Referrer-Policy") == "same-origin", "\(path)")
            #expect(value("Cache-Control") == "no-store", "\(path)")
            #expect(value("Access-Control-Allow-Origin").isEmpty, "\(path)")
            #expect(value("Strict-Transport-Security").isEmpty, "\(path)")
        }
    }

    @Test func `over https the cookie is for this host alone`() async throws {
        let registration = ClientRegistration(
            name: "work", issuer: tenant.registration.issuer, clientID: SampleApp.webID,
            authentication: ClientAuthentication(secret: SampleApp.webSecret),
            redirectURI: try #require(RedirectURI("https://localhost:5001/signin-oidc")),
            scopes: ["profile", "offline_access", "User.Read"], rules: .entra)
        var visitor = Visitor(of: try VisitorBook(at: tenant, registration))
        let start = try await visitor.get("/hello")
        let waiting = try #require(start.head.headerFields[.setCookie])
        #expect(waiting.hasPrefix("__Host-sign-in-") && waiting.contains("Path=/; Max-Age=600; Secure; HttpOnly"))
        let name = try #require(HTTPField.Name("Strict-Transport-Security"))
        #expect(start.head.headerFields[name] == "max-age=31536000; includeSubDomains")
        let back = try await visitor.get(try await visitor.answer(to: start), .elsewhere)
        #expect(back.location == "/hello")
        #expect(
            back.head.headerFields[values: .setCookie].contains {
                $0.hasPrefix("__Host-session=") && $0.hasSuffix("Path=/; Secure; HttpOnly; SameSite=Lax")
            })
        #expect(try await visitor.get("/hello").text == "Hello, Ana Silva!")
    }

    @Test func `the value of the cookie is on no page`() async throws {
        var visitor = try await Visitor(signedInTo: book)
        let secret = try #require(visitor.cookie?.split(separator: "=").last)
        for path in ["/hello", "/write", "/sign-out", "/sign-in/sessions", "/error", "/token"] {
            let text = try await visitor.get(path).text
            #expect(!text.contains(secret) && !text.contains("eyJ"), "\(path)")
        }
    }

    @Test func `cookies are random and long`() {
        let cookies = (0..<100).map { _ in SessionSecret(from: .system).cookie }
        #expect(Set(cookies).count == 100)
        #expect(cookies.allSatisfy { $0.utf8.count == 43 }, "256 bits in base64url")
        #expect(Set(cookies.joined()).count > 60)
    }

    @Test(arguments: ["", "x", String(repeating: "A", count: 42), String(repeating: "=", count: 43)])
    func `an invalid cookie opens no session`(_ text: String) async throws {
        #expect(SessionSecret(cookie: text) == nil)
        var visitor = Visitor(of: book)
        visitor.cookie = "session-5000=\(text)"
        #expect(try await visitor.get("/hello").status == .seeOther)
    }

    @Test func `a name with markup is shown as text`() {
        let form = WebSignInNotice.Form(
            label: "<b>\"", target: "/a?b=\"c", isPost: true, fields: [("<i>", "\"'\u{301}>")],
            note: "<script>", step: .signOut)
        let html = WebSignInNotice.confirmSignOut([form], leadingTo: []).html
        #expect(!html.contains("<b>") && !html.contains("<script>") && !html.contains("<i>"))
        #expect(html.contains("value=\"&quot;&#39;\u{301}&gt;\"") && html.contains("action=\"/a?b=&quot;c\""))
    }

    @Test func `when the provider ends the refresh token, the person signs in again`() async throws {
        var visitor = try await Visitor(signedInTo: book)
        _ = try await tenant.administration.send(
            "POST", "directories/aldervale.example/people/\(tenant.person.id)/revokeSignInSessions", Data("{}".utf8)
        )
        tenant.clock.advance(by: .seconds(2 * 3600))
        let start = try await visitor.get("/token")
        #expect(start.status == .seeOther && start.location.contains("login_hint=ana.silva"))
        #expect(try await visitor.get("/hello").status == .seeOther, "the account asks for a sign-in")
        #expect(try await visitor.get("/").status == .ok)
    }
}
