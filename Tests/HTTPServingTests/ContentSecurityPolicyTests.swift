// SPDX-License-Identifier: Apache-2.0

import Fixtures
import HTTPServing
import OAuthMessages

@Suite struct ContentSecurityPolicyTests {
    @Test func `a page may have styles, images and forms, and no script`() {
        #expect(
            ContentSecurityPolicy.page().text == """
                default-src 'none'; style-src 'self'; img-src 'self' data:; frame-ancestors 'none'; \
                base-uri 'none'; form-action 'self'
                """)
    }

    /// A redirect URI, and its addition to `form-action`.
    static let sources: [(String, String?)] = [
        ("https://app.example/signed-in?a=b", "https://app.example"),
        ("http://localhost:3000/back", "http://localhost:3000"),
        ("http://127.0.0.1:3000", "http://127.0.0.1:3000"),
        ("http://[::1]:3000/", "http:"),
        ("msauth.com.example.app://auth", "msauth.com.example.app:"),
        ("urn:ietf:wg:oauth:2.0:oob", "urn:"),
        ("javascript:alert(1)", nil),
        ("data:text/html,hello", nil),
        ("https://a;script-src*.example/", nil),
        ("https://a'unsafe-inline'.example/", nil),
        ("https://a,default-src*/", nil),
        ("https://*.example/", nil),
        ("https://*/", nil),
        ("https://a%3Bscript-src.example/", nil),
        ("https://a%20script-src.example/", nil),
        ("https://a%0D%0ASet-Cookie.example/", nil),
        ("https://[2001:db8::1]/", nil),
    ]

    @Test(arguments: sources) func `a form may lead to`(_ redirect: String, source: String?) {
        // Some of these are invalid as redirect URIs, which is as good.
        let policy = ContentSecurityPolicy.page(formsMayLeadTo: [RedirectURI(redirect)].compactMap(\.self))
            .text
        #expect(policy == ContentSecurityPolicy.page().text + (source.map { " \($0)" } ?? ""))
    }

    @Test func `an origin is listed once`() throws {
        let redirects = ["https://app.example/a", "https://app.example/b"].compactMap(RedirectURI.init)
        #expect(
            ContentSecurityPolicy.page(formsMayLeadTo: redirects).text.hasSuffix("'self' https://app.example")
        )
    }

    @Test(arguments: [
        ([], "'none'"), (["https://app.example/out"], "https://app.example"), (["data:text/html,hello"], "'none'"),
        (
            ["https://app.example/out", "http://localhost:3000/out", "https://app.example/2"],
            "https://app.example http://localhost:3000"
        ),
    ])
    func `a page without forms may frame origins`(_ places: [String], sources: String) {
        #expect(
            ContentSecurityPolicy.page(framing: places.compactMap(RedirectURI.init)).text == """
                default-src 'none'; style-src 'self'; img-src 'self' data:; frame-src \(sources); \
                frame-ancestors 'none'; base-uri 'none'; form-action 'none'
                """)
    }

    @Test func `a page that hands its form over runs one script, and sends the form to one origin`() throws {
        let target = try #require(RedirectURI("https://app.example/signin-oidc"))
        // `printf 'document.forms[0].submit()' | openssl dgst -sha256 -binary | base64`
        let hash = "ePniVEkSivX/c7XWBGafqh8tSpiRrKiqYeqbG7N1TOE="
        #expect(
            ContentSecurityPolicy.handOver(to: target, script: "document.forms[0].submit()")?.text == """
                default-src 'none'; script-src 'sha256-\(hash)'; style-src 'self'; img-src 'self' data:; \
                frame-ancestors 'none'; base-uri 'none'; form-action https://app.example
                """)
    }

    @Test(arguments: sources) func `a form is handed over to that origin alone`(_ redirect: String, source: String?) {
        let policy = RedirectURI(redirect).flatMap { ContentSecurityPolicy.handOver(to: $0, script: "") }
        #expect(policy.map { $0.text.hasSuffix("; form-action \(source ?? "none")") } ?? (source == nil))
    }
}

@Suite struct SecurityHeadersTests {
    struct Mistake: Error {}

    static func router() -> Router<ServingContext> {
        let router = Router(context: ServingContext.self, answersHead: true)
        router.add(middleware: SecurityHeaders())
        router.get("/plain") { _, _ in "hello" }
        router.get("/page") { _, _ in
            Response(
                status: .ok,
                headers: [.contentSecurityPolicy: "default-src 'self'", .cacheControl: "max-age=60"])
        }
        router.on("/head", method: .head) { _, _ in "hello" }
        router.get("/mistake") { _, _ -> String in throw Mistake() }
        router.get("/refusal") { _, _ -> String in throw RequestRefusal(.formTokenMismatch, "No.") }
        router.get("/given-up") { _, _ -> String in throw CancellationError() }
        return router
    }

    @Test(arguments: [("/plain", 200), ("/page", 200), ("/mistake", 500), ("/refusal", 403), ("/nowhere", 404)])
    func `every response has the fields`(_ path: String, status: Int) async throws {
        let exchange = try await Exchange(path, with: Self.router())
        #expect((exchange.status, exchange.field("X-Content-Type-Options")) == (status, "nosniff"))
        #expect(exchange.field("Referrer-Policy") == "same-origin")
        #expect(exchange.field("Cross-Origin-Opener-Policy") == "same-origin")
        #expect(exchange.field("Cross-Origin-Resource-Policy") == "same-origin")
        #expect(exchange.field("X-Frame-Options") == "DENY")
        let isPage = path == "/page"
        #expect(exchange.field("Cache-Control") == (isPage ? "max-age=60" : "no-store"))
        #expect(
            exchange.field("Content-Security-Policy")
                == (isPage
                    ? "default-src 'self'"
                    : "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"))
    }

    @Test func `a mistake of ours is not told to the browser`() async throws {
        let exchange = try await Exchange("/mistake", with: Self.router())
        #expect(exchange.text == "An internal error occurred; see the server's log.\n")
    }

    @Test func `a cancelled request stays cancelled`() async {
        await #expect(throws: CancellationError.self) { try await Exchange("/given-up", with: Self.router()) }
    }

    @Test(arguments: ["/plain", "/head"]) func `a HEAD request gets no content`(_ path: String) async throws {
        let exchange = try await Exchange(path, method: .head, with: Self.router())
        #expect(exchange.status == 200)
        #expect(exchange.text.isEmpty)
    }
}
