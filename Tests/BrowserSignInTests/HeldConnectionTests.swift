// SPDX-License-Identifier: Apache-2.0
import Fixtures
import OAuthMessages

@testable import BrowserSignIn

/// Any user of the machine can open any number of connections.
@Suite(.timeLimit(.minutes(1))) struct HeldConnectionTests {
    typealias Agent = LoopbackUserAgentTests

    static func listener(
        limits: LoopbackListener.Limits = .init(), warning: (@Sendable (LoopbackWarning) -> Void)? = nil,
        isOwn: @escaping PeerUser.Check
    ) async throws -> LoopbackListener {
        let listener = try await LoopbackListener.listening(
            for: Agent.registered(), page: AnswerPage(program: "test"), limits: limits, isOwn: isOwn)
        let provider = try #require(URL(string: "https://provider.example/?state=s"))
        _ = try listener.inbox.opened(
            awaiting: AwaitedRedirect(answering: provider), startingAt: OneTimeAddress(leadingTo: provider),
            warning: warning)
        return listener
    }

    @Test(arguments: ["", "GET / HT", "GET /back?code=c HTTP/1.1\r\nHost: localhost\r\n"])
    func `200 connections of other programs do not keep the redirect out`(_ sent: String) async throws {
        let listener = try await Self.listener(
            limits: .init(silence: .seconds(3600)), isOwn: PeerUser.isOwn)
        let (uri, port) = (listener.redirectURI, listener.redirectURI.port ?? 0)
        let held = try (0..<200).map { _ in try PlainSocket(connectedTo: port) }
        // Some may already be closed.
        for connection in held { try? connection.write(Data(sent.utf8)) }
        let answer = try await RawConnection(port: port).exchange(Agent.get("/back?code=c&state=s", of: uri))
        #expect(answer.hasPrefix("HTTP/1.1 200 "))
        for connection in held { connection.close() }
        await listener.close()
    }

    @Test func `beyond the usual number, a connection that sends no request is closed soon`() async throws {
        let limits = LoopbackListener.Limits(usualConnections: 2, silence: .seconds(3600), patience: .milliseconds(1))
        let listener = try await Self.listener(limits: limits, isOwn: PeerUser.isOwn)
        let (uri, port) = (listener.redirectURI, listener.redirectURI.port ?? 0)
        let usual = [try await RawConnection(port: port), try await RawConnection(port: port)]
        #expect(try await RawConnection(port: port).exchange() == "")
        for connection in usual {
            #expect(try await connection.exchange(Agent.get("/", of: uri)).hasPrefix("HTTP/1.1 404 "))
        }
        await listener.close()
    }

    @Test func `a connection waits while all others have whole requests`() async throws {
        let (searches, isReleased) = (Counter(), Counter())
        let listener = try await Self.listener(limits: .init(connections: 1)) { _ in
            searches.add()
            try? await until { isReleased.count > 0 }
            return true
        }
        let (uri, port) = (listener.redirectURI, listener.redirectURI.port ?? 0)
        @Sendable func request(_ target: String) async throws -> String {
            try await RawConnection(port: port).exchange(Agent.get(target, of: uri))
        }
        async let first = request("/back?code=c&state=s")
        try await until { searches.count == 1 }
        async let second = request("/back?code=c&state=s")
        // Enough for the listener to accept the connection, if it did not wait.
        for _ in 0..<1000 { await Task.yield() }
        #expect(searches.count == 1)
        isReleased.add()
        let answers = try await [first, second].map { $0.prefix(12) }.sorted()
        #expect(answers == ["HTTP/1.1 200", "HTTP/1.1 410"])
        await listener.close()
    }

    @Test(arguments: [(false, true, 8), (true, true, 1), (true, false, 0)])
    func `irrelevant requests cause few searches for their user`(isOwn: Bool, warns: Bool, expected: Int) async throws {
        let (searches, warnings) = (Counter(), Counter())
        let warn: @Sendable (LoopbackWarning) -> Void = { _ in warnings.add() }
        let listener = try await Self.listener(warning: warns ? warn : nil) { _ in
            searches.add()
            return isOwn
        }
        let (uri, port) = (listener.redirectURI, listener.redirectURI.port ?? 0)
        for query in repeatElement(["code=c&state=x", "error=access_denied", "x=y"], count: 10).joined() {
            let answer = try await RawConnection(port: port).exchange(Agent.get("/back?\(query)", of: uri))
            #expect(answer.hasPrefix("HTTP/1.1 404 "))
        }
        #expect(searches.count == expected)
        #expect(warnings.count == (isOwn && warns ? 1 : 0))
        let redirect = Agent.get("/back?code=c&state=s", of: uri)
        let answer = try await RawConnection(port: port).exchange(redirect + redirect)
        #expect(answer.hasPrefix("HTTP/1.1 \(isOwn ? 200 : 403) "))
        #expect(searches.count == expected + 1)
        await listener.close()
    }

    @Test func `requests for the first page cause few searches once the browser has it`() async throws {
        let searches = Counter()
        let listener = try await Self.listener { _ in
            searches.add()
            return searches.count == 1
        }
        let (uri, start) = (listener.redirectURI, try #require(listener.inbox.start?.path))
        for status in [303] + repeatElement(403, count: 20) {
            let answer = try await RawConnection(port: uri.port ?? 0).exchange(Agent.get(start, of: uri))
            #expect(answer.hasPrefix("HTTP/1.1 \(status) "))
        }
        #expect(searches.count == 1 + 8)
        await listener.close()
    }

    private final class Counter: Sendable {
        private let value = Mutex(0)
        var count: Int { value.withLock { $0 } }
        func add() { value.withLock { $0 += 1 } }
    }
}
