// SPDX-License-Identifier: Apache-2.0
import Fixtures
import OAuthMessages
import SignIn

@testable import BrowserSignIn

@Suite(.timeLimit(.minutes(1))) struct VisitEndTests {
    typealias Agent = LoopbackUserAgentTests

    struct Crash: Error {}

    @Test func `a visit times out when no redirect arrives`() async throws {
        let visit = try await LoopbackUserAgent(browser: Browser { _ in }, deadline: .milliseconds(1))
            .prepareVisit(for: Agent.registered())
        let error = await #expect(throws: LoopbackUserAgentError.self) {
            try await visit.open(Agent.address(for: visit))
        }
        #expect(error?.code == .timedOut)
        #expect(await !Agent.isListening(visit))
    }

    @Test func `a visit ends when its task is cancelled`() async throws {
        let (starts, started) = AsyncStream<Void>.makeStream()
        let visit = try await LoopbackUserAgent(browser: Browser { _ in started.yield() })
            .prepareVisit(for: Agent.registered())
        let task = Task { try await visit.open(Agent.address(for: visit)) }
        await starts.first { _ in true }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(await !Agent.isListening(visit))
    }

    @Test func `a visit ends when the browser cannot be started`() async throws {
        let visit = try await LoopbackUserAgent(browser: Browser { _ in throw Crash() })
            .prepareVisit(for: Agent.registered())
        await #expect(throws: Crash.self) { try await visit.open(Agent.address(for: visit)) }
        #expect(await !Agent.isListening(visit))
    }

    @Test func `a visit ends when its last reference is released`() async throws {
        let port: Int
        do {
            let visit = try await LoopbackUserAgent(browser: Browser { _ in }).prepareVisit(
                for: Agent.registered())
            port = try #require(visit.redirectURI.port)
        }
        // The listener closes in the background, and with it the connections that it accepted.
        while let connection = try? await RawConnection(port: port) { _ = try await connection.exchange() }
    }

    @Test func `a visit is for one sign-in`() async throws {
        let visit = try await Agent.agent { uri in
            _ = try await RawConnection(port: uri.port ?? 0).exchange(
                Agent.get("/back?code=c&state=s", of: uri))
        }.prepareVisit(for: Agent.registered())
        _ = try await visit.open(Agent.address(for: visit))
        let error = await #expect(throws: LoopbackUserAgentError.self) {
            try await visit.open(Agent.address(for: visit))
        }
        #expect(error?.code == .visitIsOver)
    }

    @Test func `only the first redirect is claimed`() {
        let inbox = RedirectInbox()
        #expect(inbox.claim())
        #expect(!inbox.claim())
    }

    @Test func `a start page that was not delivered does not count`() {
        let inbox = RedirectInbox()
        #expect(inbox.claimStart() && !inbox.claimStart())
        inbox.releaseStart()
        #expect(inbox.claimStart() && !inbox.claimStart())
    }

    @Test func `catch names a code, of this error alone`() {
        typealias Code = LoopbackUserAgentError.Code
        let error: any Error = LoopbackUserAgentError(.timedOut, "late")
        #expect(Code.timedOut ~= error && !(Code.portInUse ~= error) && !(Code.timedOut ~= Crash()))
    }

    @Test(arguments: ["file:///etc/passwd", "javascript:alert(1)", "--version"])
    func `only web addresses are shown`(_ text: String) async throws {
        let visit = try await LoopbackUserAgent(browser: Browser { _ in Issue.record("shown") })
            .prepareVisit(for: Agent.registered())
        let address = try #require(URL(string: text))
        let error = await #expect(throws: LoopbackUserAgentError.self) { try await visit.open(address) }
        #expect(error?.code == .unusableAddress)
    }

    @Test func `a browser that fails at once ends the visit, or warns if the address was shown`() async throws {
        let browser = Browser.environment(["BROWSER": "false", "PATH": "/usr/bin:/bin"])
        let visit = try await LoopbackUserAgent(browser: browser).prepareVisit(for: Agent.registered())
        let error = await #expect(throws: LoopbackUserAgentError.self) {
            try await visit.open(Agent.address(for: visit))
        }
        #expect(error?.code == .browserMissing)
        let (warnings, warn) = AsyncStream<LoopbackWarning>.makeStream()
        let announcing = try await LoopbackUserAgent(browser: browser, announce: { _ in }, warn: { warn.yield($0) })
            .prepareVisit(for: Agent.registered())
        let task = Task { try await announcing.open(Agent.address(for: announcing)) }
        #expect(await warnings.first { _ in true } == .browserMissing)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test(arguments: ["GET /back?error=access_denied", "GET /back?code=c&state=x", "GET /back", "POST /back"])
    func `a page without an answer causes one warning, and the visit goes on`(_ first: String) async throws {
        let (warnings, warn) = AsyncStream<LoopbackWarning>.makeStream()
        let agent = LoopbackUserAgent(
            browser: Browser { page in
                let port = page.port ?? 0
                for line in [first, first, "GET /back?code=c&state=s"] {
                    let request = "\(line) HTTP/1.1\r\nHost: localhost:\(port)\r\nContent-Length: 0\r\n\r\n"
                    _ = try await RawConnection(port: port).exchange(request)
                }
            }, warn: { warn.yield($0) })
        let visit = try await agent.prepareVisit(for: Agent.registered())
        #expect(try await visit.open(Agent.address(for: visit)).revealed.query()?.contains("state=s") == true)
        warn.finish()
        #expect(await warnings.reduce(into: []) { $0.append($1) } == [.answerMissing])
    }

    @Test func `a silent connection is closed`() async throws {
        let listener = try await LoopbackListener.listening(
            for: Agent.registered(), page: AnswerPage(program: "test"), limits: .init(silence: .milliseconds(1)))
        #expect(try await RawConnection(port: listener.redirectURI.port ?? 0).exchange() == "")
        await listener.close()
    }

    @Test func `without any browser, an announced address may be opened by hand`() async throws {
        let (addresses, announced) = AsyncStream<URL>.makeStream()
        let agent = LoopbackUserAgent(browser: .environment(["BROWSER": "no-such-browser"])) {
            announced.yield($0)
        }
        let visit = try await agent.prepareVisit(for: Agent.registered())
        let address = try Agent.address(for: visit)
        async let redirect = visit.open(address)
        #expect(await addresses.first { _ in true } == address)
        let uri = visit.redirectURI
        _ = try await RawConnection(port: uri.port ?? 0).exchange(Agent.get("/back?code=c&state=s", of: uri))
        #expect(try await redirect.revealed.query() == "code=c&state=s")

        let silent = try await LoopbackUserAgent(browser: .environment(["BROWSER": "no-such-browser"]))
            .prepareVisit(for: Agent.registered())
        let error = await #expect(throws: LoopbackUserAgentError.self) { try await silent.open(address) }
        #expect(error?.code == .browserMissing)
    }

    @Test func `a registered port is used, and refused when it is in use`() async throws {
        let first = try await LoopbackUserAgent(browser: Browser { _ in }).prepareVisit(
            for: Agent.registered())
        let port = try #require(first.redirectURI.port)
        for host in ["localhost", "127.0.0.1"] {
            let registered = try Agent.registered("http://\(host):\(port)/back")
            let error = await #expect(throws: LoopbackUserAgentError.self) {
                try await LoopbackUserAgent(browser: Browser { _ in }).prepareVisit(for: registered)
            }
            #expect(error?.code == .portInUse)
        }
        await #expect(throws: CancellationError.self) {
            try await withThrowingTaskGroup { tasks in
                tasks.addTask { _ = try await first.open(Agent.address(for: first)) }
                tasks.cancelAll()
                try await tasks.waitForAll()
            }
        }
        let registered = try Agent.registered("http://localhost:\(port)/back")
        let second = try await LoopbackUserAgent(browser: Browser { _ in }).prepareVisit(for: registered)
        #expect(second.redirectURI == registered)
    }

    @Test(arguments: [
        "https://localhost/", "https://app.example/back", "http://app.example/", "urn:ietf:wg:oauth:2.0:oob",
        "myapp://localhost", "http://localhost.evil.example/",
    ])
    func `a redirect that does not lead here is refused`(_ text: String) async throws {
        let registered = try Agent.registered(text)
        let error = await #expect(throws: LoopbackUserAgentError.self) {
            try await LoopbackUserAgent(browser: Browser { _ in }).prepareVisit(for: registered)
        }
        #expect(error?.code == .redirectNotLoopback)
        #expect(error?.message.hasSuffix("register 'http://localhost'") == true)
    }
}

@Suite(.timeLimit(.minutes(1))) struct ListeningFailureTests {
    /// For documentation; no machine has it. RFC 5737 §3
    private static let nowhere = "192.0.2.1"

    private func listen(_ first: String, _ second: String? = nil) async throws -> LoopbackListener {
        try await LoopbackListener.listening(
            for: try #require(RedirectURI("http://localhost/back")), page: AnswerPage(program: "test"),
            at: (first, second))
    }

    @Test func `a system that forbids listening is reported`() async throws {
        let error = await #expect(throws: LoopbackUserAgentError.self) { try await listen(Self.nowhere) }
        #expect(error?.code == .cannotListen)
        #expect(error?.cause != nil && error?.description.contains(Self.nowhere) == false)
    }

    @Test func `a machine without IPv6 listens at the address that it has`() async throws {
        let listener = try await listen("127.0.0.1", Self.nowhere)
        #expect(listener.redirectURI.port ?? 0 > 0)
        await listener.close()
    }

    @Test func `every failure has a test that names it`() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        let text = try files.filter { $0.pathExtension == "swift" }
            .map { try String(contentsOf: $0, encoding: .utf8) }.joined()
        let named = text.matches(of: #/\?\.code == \.(\w+)/#).compactMap {
            LoopbackUserAgentError.Code(rawValue: String($0.1))
        }
        let all = try SourceText.codes(
            of: LoopbackUserAgentError.Code.self, in: "Client/BrowserSignIn/LoopbackUserAgentError.swift")
        #expect(Set(named).isSuperset(of: all))
    }
}
