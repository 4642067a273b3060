// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPMessages
import HTTPServing
import Testing

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

    @Test(arguments: [
        ("/plain", 200), ("/page", 200), ("/mistake", 500), ("/refusal", 403), ("/nowhere", 404),
    ])
    func `every response has the fields`(_ path: String, status: Int) async throws {
        let exchange = try await Exchange(path, with: Self.router())
        #expect(exchange.status == status)
        #expect(exchange.field("X-Content-Type-Options") == "nosniff")
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
