// SPDX-License-Identifier: Apache-2.0
import Fixtures
import SignIn

@testable import BrowserSignIn

/// Every user of the machine can read the browser's arguments.
@Suite(.timeLimit(.minutes(1))) struct SignInPageTests {
    typealias Agent = LoopbackUserAgentTests

    @Test func `the browser's command line reveals nothing about the sign-in`() async throws {
        let (shown, show) = AsyncStream<URL>.makeStream()
        let visit = try await LoopbackUserAgent(browser: Browser { show.yield($0) })
            .prepareVisit(for: Agent.registered())
        let end = Task { try await visit.open(Agent.address(for: visit)) }
        defer { end.cancel() }
        let page = try #require(await shown.first { _ in true })
        #expect((page.host(), page.port, page.query()) == ("localhost", visit.redirectURI.port, nil))
        #expect(page.path().count > 40)
        end.cancel()
        await #expect(throws: CancellationError.self) { try await end.value }
    }

    private func withVisit(
        at registered: String = "http://localhost/back",
        _ body: @Sendable (_ page: URL, _ provider: URL, RedirectURI) async throws -> Void
    ) async throws -> URL {
        let (shown, show) = AsyncStream<URL>.makeStream()
        let visit = try await LoopbackUserAgent(browser: Browser { show.yield($0) })
            .prepareVisit(for: Agent.registered(registered))
        let provider = try Agent.address(for: visit)
        async let redirect = visit.open(provider)
        try await body(#require(await shown.first { _ in true }), provider, visit.redirectURI)
        return try await redirect.revealed
    }

    private func finish(_ uri: RedirectURI) async throws {
        let host = uri.host == "[::1]" ? "::1" : "127.0.0.1"
        _ = try await RawConnection(port: uri.port ?? 0, host: host)
            .exchange(Agent.get("\(uri.path)?code=c&state=s", of: uri))
    }

    @Test(arguments: ["http://localhost/back", "http://127.0.0.1", "http://[::1]/", "http://localhost/back?app=1"])
    func `the browser is led to the provider's page`(_ registered: String) async throws {
        let redirect = try await withVisit(at: registered) { page, provider, uri in
            let answer = try await Agent.request(page)
            #expect(answer.hasPrefix("HTTP/1.1 303 "))
            #expect(answer.contains("\r\nLocation: \(provider.absoluteString)\r\n"))
            #expect(answer.contains("\r\nCache-Control: no-store\r\n"))
            #expect(answer.contains("\r\nReferrer-Policy: no-referrer\r\n"))
            let target = registered.contains("?") ? "/back?app=1&code=c&state=s" : "\(uri.path)?code=c&state=s"
            let host = uri.host == "[::1]" ? "::1" : "127.0.0.1"
            _ = try await RawConnection(port: uri.port ?? 0, host: host).exchange(Agent.get(target, of: uri))
        }
        #expect(redirect.query()?.contains("code=c") == true)
    }

    @Test func `a second request for the page is refused, and the sign-in ends`() async throws {
        let error = await #expect(throws: LoopbackUserAgentError.self) {
            try await withVisit { page, provider, _ in
                #expect(try await Agent.providerPage(from: page) == provider)
                let second = try await Agent.request(page)
                #expect(second.hasPrefix("HTTP/1.1 410 "))
                #expect(!second.contains("provider.example"))
            }
        }
        #expect(error?.code == .openedTwice)
    }

    @Test func `requests that no browser window makes lead nowhere, and do not count`() async throws {
        _ = try await withVisit { page, provider, uri in
            let (host, port) = ("localhost:\(page.port ?? 0)", page.port ?? 0)
            for (request, status) in [
                ("HEAD \(page.path()) HTTP/1.1\r\nHost: \(host)\r\n\r\n", 405),
                ("GET \(page.path()) HTTP/1.1\r\nHost: evil.example:\(port)\r\n\r\n", 421),
                ("GET \(page.path()) HTTP/1.1\r\nHost: \(host)\r\nSec-Fetch-Mode: cors\r\n\r\n", 403),
                ("GET \(page.path())? HTTP/1.1\r\nHost: \(host)\r\n\r\n", 404),
                ("GET \(page.path().dropLast()) HTTP/1.1\r\nHost: \(host)\r\n\r\n", 404),
                ("GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n", 404),
            ] {
                let answer = try await RawConnection(port: port).exchange(request)
                #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(request)")
                #expect(!answer.contains("provider.example"))
            }
            #expect(try await Agent.providerPage(from: page) == provider)
            try await finish(uri)
        }
    }

    @Test func `no two visits begin at one address`() async throws {
        let address = try #require(URL(string: "https://provider.example"))
        #expect(OneTimeAddress(leadingTo: address).path != OneTimeAddress(leadingTo: address).path)
    }
}
