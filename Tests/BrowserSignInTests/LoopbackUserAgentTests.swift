// SPDX-License-Identifier: Apache-2.0
import BrowserSignIn
import Fixtures
import SignIn

@Suite(.timeLimit(.minutes(1))) struct LoopbackUserAgentTests {
    static func address(for visit: any UserAgentVisit) throws -> URL {
        let query: FormParameters = ["redirect_uri": visit.redirectURI.text, "state": "s"]
        return try #require(URL(string: "https://provider.example/authorize?\(query.encoded)"))
    }

    static func redirectURI(in address: URL) throws -> RedirectURI {
        try #require(FormParameters(queryOf: address)?["redirect_uri"].flatMap(RedirectURI.init))
    }

    /// The browser's request after the provider's redirect.
    static func get(_ target: String, of uri: RedirectURI) -> String {
        "GET \(target) HTTP/1.1\r\nHost: \(uri.host):\(uri.port ?? 0)\r\n\r\n"
    }

    static func agent(_ browse: @escaping @Sendable (RedirectURI) async throws -> Void) -> LoopbackUserAgent {
        LoopbackUserAgent(browser: Browser { try await browse(redirectURI(in: providerPage(from: $0))) })
    }

    /// The response to the browser's start address.
    static func request(_ address: URL) async throws -> String {
        let (name, port) = (try #require(address.host()), address.port ?? 0)
        let isSix = name.contains("::1")
        return try await RawConnection(port: port, host: isSix ? "::1" : "127.0.0.1")
            .exchange("GET \(address.path()) HTTP/1.1\r\nHost: \(isSix ? "[::1]" : name):\(port)\r\n\r\n")
    }

    /// The provider's page behind the browser's start address.
    static func providerPage(from address: URL) async throws -> URL {
        let answer = try await request(address)
        let location = answer.firstMatch(of: /\r\n[Ll]ocation: (\S+)\r\n/)?.1
        return try #require(location.flatMap { URL(string: String($0)) }, "\(answer)")
    }

    static func registered(_ text: String = "http://localhost/back") throws -> RedirectURI {
        try #require(RedirectURI(text))
    }

    static func isListening(_ visit: any UserAgentVisit) async -> Bool {
        (try? await RawConnection(port: visit.redirectURI.port ?? 0).exchange("tessera\r\n\r\n")) != nil
    }

    @Test func `after the redirect, the browser gets its page, and the listener is closed`() async throws {
        let (pages, shown) = AsyncStream<String>.makeStream()
        let visit = try await Self.agent { uri in
            // In its own task: a browser still reads after the visit.
            Task {
                let page = try? await RawConnection(port: uri.port ?? 0)
                    .exchange(Self.get("/back?code=c&state=s", of: uri))
                shown.yield(page ?? "nothing was shown")
            }
        }.prepareVisit(for: Self.registered())
        let uri = visit.redirectURI
        let redirect = try await visit.open(Self.address(for: visit))
        #expect(redirect.revealed.absoluteString == "\(uri.text)?code=c&state=s")
        #expect(uri.receives(redirect.revealed))
        let page = try #require(await pages.first { _ in true })
        #expect(page.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(page.contains("it is finishing the sign-in"))
        #expect(page.hasSuffix("</html>\n"))
        let content = try #require(page.split(separator: "\r\n\r\n", maxSplits: 1).last)
        #expect(page.contains("\r\nContent-Length: \(content.utf8.count)\r\n"))
        #expect(await !Self.isListening(visit))
    }

    @Test(arguments: [
        "http://localhost", "http://localhost/", "http://127.0.0.1/a/b", "http://[::1]/back",
    ])
    func `a free port is put into the registered address`(_ text: String) async throws {
        let registered = try Self.registered(text)
        let agent = Self.agent { uri in
            let host = uri.host == "[::1]" ? "::1" : "127.0.0.1"
            _ = try await RawConnection(port: uri.port ?? 0, host: host)
                .exchange(Self.get("\(uri.path)?code=c&state=s", of: uri))
        }
        let visit = try await agent.prepareVisit(for: registered)
        let uri = visit.redirectURI
        #expect(uri == registered.withPort(try #require(uri.port)))
        let redirect = try await visit.open(Self.address(for: visit))
        #expect(uri.receives(redirect.revealed) && redirect.revealed.query() == "code=c&state=s")
    }

    @Test func `localhost is listened for at both addresses`() async throws {
        let agent = Self.agent { uri in
            let port = try #require(uri.port)
            #expect(try await RawConnection(port: port).exchange(Self.get("/", of: uri)).contains(" 404 "))
            _ = try await RawConnection(port: port, host: "::1").exchange(
                Self.get("/back?code=c&state=s", of: uri))
        }
        let visit = try await agent.prepareVisit(for: Self.registered())
        _ = try await visit.open(Self.address(for: visit))
    }

    @Test func `other requests are answered, and do not end the wait`() async throws {
        let agent = Self.agent { uri in
            let port = try #require(uri.port)
            let host = "localhost:\(port)"
            for (request, status) in [
                (Self.get("/favicon.ico", of: uri), 404),
                (Self.get("/back", of: uri), 404),
                (Self.get("/back?code=c", of: uri), 404),
                (Self.get("/back?code=c&state=x", of: uri), 404),
                (Self.get("/back?state=x", of: uri), 404),
                (Self.get("/back?error=access_denied", of: uri), 404),
                ("GET /back?code=c&state=s HTTP/1.1\r\nHost: evil.example:\(port)\r\n\r\n", 421),
                ("POST /back HTTP/1.1\r\nHost: \(host)\r\nContent-Length: 6\r\n\r\ncode=c", 405),
                ("GET /back?code=c&state=s HTTP/1.1\r\nHost: \(host)\r\nSec-Fetch-Dest: image\r\n\r\n", 403),
                ("GET /back?code=c&state=s HTTP/1.1\r\nHost: \(host)\r\nHost: \(host)\r\n\r\n", 400),
                ("GET http://\(host)/back?code=c&state=s HTTP/1.1\r\nHost: \(host)\r\n\r\n", 404),
                ("tessera\r\n\r\n", 400),
            ] {
                #expect(
                    try await RawConnection(port: port).exchange(request).hasPrefix("HTTP/1.1 \(status) "))
            }
            _ = try await RawConnection(port: port).exchange(
                Self.get("/back?error=access_denied&state=s", of: uri))
        }
        let visit = try await agent.prepareVisit(for: Self.registered())
        #expect(try await visit.open(Self.address(for: visit)).revealed.query() == "error=access_denied&state=s")
    }

    @Test func `nothing is the redirect before the page was shown`() async throws {
        let visit = try await Self.agent { uri in
            _ = try await RawConnection(port: uri.port ?? 0).exchange(
                Self.get("/back?code=c&state=s", of: uri))
        }.prepareVisit(for: Self.registered())
        let uri = visit.redirectURI
        let early = try await RawConnection(port: uri.port ?? 0).exchange(
            Self.get("/back?code=early&state=s", of: uri))
        #expect(early.hasPrefix("HTTP/1.1 404 "))
        #expect(try await visit.open(Self.address(for: visit)).revealed.query() == "code=c&state=s")
    }

    @Test func `a request that is too long is refused`() async throws {
        let agent = Self.agent { uri in
            let port = try #require(uri.port)
            let target = "/other?c=".padding(toLength: 16 << 10, withPad: "c", startingAt: 0)
            let request = "GET /back?code=c&state=s HTTP/1.1\r\nHost: localhost:\(port)\r\nCookie: "
            let cookies = String(repeating: "c", count: 64 << 10)
            for (request, status) in [
                (Self.get(target, of: uri), 404), (Self.get(target + "c", of: uri), 414),
                ("\(request)\(cookies)\r\n\r\n", 431),
            ] {
                #expect(try await RawConnection(port: port).exchange(request).hasPrefix("HTTP/1.1 \(status) "))
            }
            _ = try await RawConnection(port: port).exchange(
                "\(request)\(cookies.dropLast(request.utf8.count + 4))\r\n\r\n")
        }
        let visit = try await agent.prepareVisit(for: Self.registered())
        #expect(try await visit.open(Self.address(for: visit)).revealed.query() == "code=c&state=s")
    }

    @Test func `connections that are slow or unused neither block the redirect nor stay open`() async throws {
        let visit = try await Self.agent { uri in
            _ = try await RawConnection(port: uri.port ?? 0).exchange(
                Self.get("/back?code=c&state=s", of: uri))
        }.prepareVisit(for: Self.registered())
        let port = try #require(visit.redirectURI.port)
        let (unused, slow) = (try await RawConnection(port: port), try await RawConnection(port: port))
        async let nothing = unused.exchange()
        async let half = slow.exchange("GET /back?code=slow HTTP/1.1\r\nHost: local")
        #expect(try await visit.open(Self.address(for: visit)).revealed.query() == "code=c&state=s")
        #expect(try await nothing.isEmpty)
        #expect(try await half.isEmpty)
    }
}
