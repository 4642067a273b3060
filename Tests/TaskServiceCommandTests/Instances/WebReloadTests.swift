// SPDX-License-Identifier: Apache-2.0
import Fixtures
import SignInTesting

/// An operator sends SIGHUP to `tessera web` after a change of keys and secrets.
@Suite(.timeLimit(.minutes(3))) struct WebReloadTests {
    private static let secret = "sample-secret-of-quickstart-on-the-web"
    private let temporary = TemporaryFolder()
    private var folder: URL { temporary.url }

    private func web(
        _ tenant: String, at base: String, _ arguments: [String] = [], input: FileHandle = .nullDevice
    ) async throws -> RunningProgram {
        let port = try #require(URL(string: base)?.port)
        let settings = try WebSettings(tenant, web: base, tasks: "http://127.0.0.1:9", in: folder)
        return try await RunningProgram(
            "tessera",
            ["web", "--port", "\(port)", "--data", folder.path] + arguments + settings.arguments,
            in: folder, input: input)
    }

    /// Replaces a text in the settings for people search.
    private func rewrite(_ text: String, with other: String) throws {
        let file = folder.appending(path: "people.plist")
        let content = try String(contentsOf: file, encoding: .utf8)
        try #require(content.contains(text))
        try content.replacing(text, with: other).write(to: file, atomically: true, encoding: .utf8)
    }

    /// Goes to the provider and back, and returns the app's response.
    private static func signIn(_ visitor: inout PageVisitor) async throws -> TransportResponse {
        let start = try await visitor.get("/sign-in?registration=myGraphService&return=/people", .link)
        let agent = ScriptedUserAgent(
            over: visitor.transport, username: "ana.silva@aldervale.example", password: "watchword")
        let redirect = try #require(RedirectURI("\(visitor.address)/sign-in/people"))
        let visit = try await agent.prepareVisit(for: redirect)
        let answer = try await visit.open(try #require(URL(string: start.location))).revealed.absoluteString
        return try await visitor.get(answer, .elsewhere)
    }

    @Test func `a registration's new secret is used from the next sign-in on, and sessions remain`() async throws {
        let tenant = try await RunningProgram("tessera", ["tenant", "--port", "0"], in: folder)
        let base = "http://localhost:\(try await ServerAddress.reserve().port)"
        let web = try await web(tenant.url.absoluteString, at: base, ["--log-format", "json"])
        try await withSystemTransport { transport in
            var ana = PageVisitor(at: base, over: transport)
            var other = ana
            #expect(try await Self.signIn(&ana).status == .seeOther)

            try rewrite(Self.secret, with: "not-the-secret")
            web.signal(SIGHUP)
            #expect(try await web.line(with: "reloaded on SIGHUP").contains(#""reloaded":"--settings""#))
            let refused = try await Self.signIn(&other)
            #expect(refused.status == .badRequest && refused.text.contains("The sign-in failed"), "\(refused.text)")
            #expect(try await ana.get("/people?q=con", .link).text.contains("1 person found"))

            try rewrite("<key>clientId</key>", with: "<key>somethingElse</key>")
            web.signal(SIGHUP)
            #expect(try await web.line(with: "the previous values stay").contains("clientId"))
            #expect(try await ana.get("/people?q=con", .link).text.contains("1 person found"))

            try rewrite("<key>somethingElse</key>", with: "<key>clientId</key>")
            try rewrite("not-the-secret", with: Self.secret)
            web.signal(SIGHUP)
            try await until("the first secret counts again") {
                try await Self.signIn(&other).status == .seeOther
            }
            #expect(!web.logged.contains("not-the-secret"))
        }
        #expect(await web.end() == 0)
        _ = await tenant.end(by: SIGINT)
    }

    @Test func `another certificate counts from the next handshake, and a damaged one is refused`() async throws {
        let port = try await ServerAddress.reserve().port
        let web = try await web("http://127.0.0.1:9", at: "https://localhost:\(port)", ["--tls"])
        let certificates = folder.appending(path: "certificates")
        let first = try await TaskServiceTests.certificate(at: port)

        for name in ["server.pem", "server-key.pem"] {
            try FileManager.default.removeItem(at: certificates.appending(path: name))
        }
        web.signal(SIGHUP)
        // The log reports it without an option for operators as well.
        #expect(try await web.line(with: "reloaded on SIGHUP").contains("reloaded=--settings, --tls"))
        let second = try await TaskServiceTests.certificate(at: port)
        #expect(second != first)

        try Data("no certificate".utf8).write(to: certificates.appending(path: "server.pem"))
        web.signal(SIGHUP)
        #expect(try await web.line(with: "the previous values stay").contains("server.pem"))
        #expect(try await TaskServiceTests.certificate(at: port) == second)
        #expect(await web.end() == 0)
    }

    /// A closing terminal window sends SIGHUP: a program that continued would hold its port unseen.
    @Test func `in a terminal it ends with its window`() async throws {
        var (window, terminal) = (Int32(-1), Int32(-1))
        try #require(openpty(&window, &terminal, nil, nil, nil) == 0)
        defer { close(window) }
        let base = "http://localhost:\(try await ServerAddress.reserve().port)"
        let input = FileHandle(fileDescriptor: terminal, closeOnDealloc: true)
        let web = try await web("http://127.0.0.1:9", at: base, input: input)
        #expect(await web.end(by: SIGHUP) == 0)
    }
}
