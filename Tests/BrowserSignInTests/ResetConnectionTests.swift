// SPDX-License-Identifier: Apache-2.0
#if os(Linux)
import Fixtures
import OAuthMessages
import SignIn

@testable import BrowserSignIn

/// Any user of the machine can open connections and reset them before the response.
@Suite(.timeLimit(.minutes(1))) struct ResetConnectionTests {
    typealias Agent = LoopbackUserAgentTests

    @Test func `connections that are reset use up neither the first page nor the redirect`() async throws {
        let (shown, show) = AsyncStream<URL>.makeStream()
        let visit = try #require(
            try await LoopbackUserAgent(browser: Browser { show.yield($0) })
                .prepareVisit(for: Agent.registered()) as? LoopbackVisit)
        let provider = try Agent.address(for: visit)
        async let redirect = visit.open(provider)
        let page = try #require(await shown.first { _ in true })
        let uri = visit.redirectURI
        for target in [page.path(), "/back?code=theirs&state=s"] {
            try await Self.reset(after: Agent.get(target, of: uri), at: visit.listener)
        }
        #expect(try await Agent.providerPage(from: page) == provider)
        _ = try await RawConnection(port: uri.port ?? 0).exchange(Agent.get("/back?code=c&state=s", of: uri))
        #expect(try await redirect.revealed.query() == "code=c&state=s")
    }

    @Test func `a connection that is reset after its request belongs to no user`() async throws {
        let (asked, ask) = AsyncStream<Void>.makeStream()
        let (held, hold) = AsyncStream<Void>.makeStream()
        let (results, found) = AsyncStream<Bool>.makeStream()
        let listener = try await HeldConnectionTests.listener { ends in
            ask.yield()
            for await _ in held {}
            found.yield(await PeerUser.isOwn(ends))
            return false
        }
        let client = try PlainSocket(connectedTo: listener.redirectURI.port ?? 0)
        try client.write(Data(Agent.get("/back?code=c&state=s", of: listener.redirectURI).utf8))
        await asked.first { _ in true }
        client.reset()
        hold.finish()
        #expect(await results.first { _ in true } == false)
        await listener.close()
    }

    /// Resets the connection after the request, while all threads that could read it wait.
    private static func reset(after request: String, at listener: LoopbackListener) async throws {
        let (isHeld, hold) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let threads = ProcessInfo.processInfo.activeProcessorCount
        for _ in 0..<threads {
            Task { @concurrent in
                Self.wait(isHeld, hold)
            }
        }
        let port = listener.redirectURI.port ?? 0
        try await withCheckedThrowingContinuation { continuation in
            // In its own thread: those of the tasks are all held.
            Thread.detachNewThread {
                for _ in 0..<threads { isHeld.wait() }
                continuation.resume(
                    with: Result {
                        let client = try PlainSocket(connectedTo: port)
                        try client.write(Data(request.utf8))
                        client.reset()
                    })
                for _ in 0..<threads { hold.signal() }
            }
        }
    }

    private static func wait(_ isHeld: DispatchSemaphore, _ hold: DispatchSemaphore) {
        isHeld.signal()
        hold.wait()
    }
}
#endif
