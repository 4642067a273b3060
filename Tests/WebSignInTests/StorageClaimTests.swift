// SPDX-License-Identifier: Apache-2.0

import Fixtures
import HTTPTransport
import SampleServers
import SignInProvider
import SignInTesting
import WebSignInSQLite

@testable import WebSignIn

/// A name that one request holds at a time, until a deadline.
@Suite struct StorageClaimTests {
    private final class Clock: Sendable {
        private let now = Mutex(Duration.zero)
        private let step: @Sendable (Duration) async throws -> Void

        /// - Parameter step: Called after each pause.
        init(_ step: @escaping @Sendable (Duration) async throws -> Void = { _ in }) { self.step = step }

        var elapsed: Duration { now.withLock { $0 } }
        var time: TimeSource {
            TimeSource(
                date: { StorageClaimTests.start + self.elapsed.timeInterval }, elapsed: { self.elapsed },
                sleep: { pause in
                    self.now.withLock { $0 += pause }
                    try await self.step(self.elapsed)
                })
        }
    }

    private static let start = Date(timeIntervalSince1970: 1_767_225_600)

    @Test func `a claim that is not given up ends after forty seconds, and not before`() async throws {
        let (storage, clock) = (MemoryWebSessionStorage(), Clock())
        #expect(try await StorageClaim("n", in: storage, time: clock.time).acquire())
        #expect(try await StorageClaim("n", in: storage, time: clock.time).acquire())
        #expect(clock.elapsed >= .seconds(40) && clock.elapsed < .seconds(41), "\(clock.elapsed)")
    }

    /// A refresh sends three requests at most: for metadata, a nonce, and the tokens.
    @Test func `a claim lasts longer than three requests`() {
        #expect(TransportLimits().deadline * 3 < .seconds(40))
    }

    @Test func `waiting for a name that others hold ends after forty seconds`() async throws {
        let storage = MemoryWebSessionStorage()
        let clock = Clock { elapsed in
            // It would wait forever.
            if elapsed > .seconds(60) { throw CancellationError() }
        }
        #expect(try await storage.claim("n", by: "other", until: .distantFuture, now: Self.start))
        #expect(try await !StorageClaim("n", in: storage, time: clock.time).acquire())
        #expect(clock.elapsed >= .seconds(40))
    }

    @Test func `a claim that was released is free at once`() async throws {
        let (storage, clock) = (MemoryWebSessionStorage(), Clock())
        let first = StorageClaim("n", in: storage, time: clock.time)
        #expect(try await first.acquire())
        struct Failure: Error {}
        await #expect(throws: Failure.self) { try await first.holding { throw Failure() } }
        #expect(try await StorageClaim("n", in: storage, time: clock.time).acquire())
        #expect(clock.elapsed == .zero)
    }

    @Test(arguments: [false, true])
    func `a canceled request gives its claim up, whether its step fails or not`(_ fails: Bool) async throws {
        let (storage, clock) = (FailingSessionStorage(), Clock())
        let first = StorageClaim("n", in: storage, time: clock.time)
        let request = Task {
            #expect(try await first.acquire())
            try await first.holding {
                withUnsafeCurrentTask { $0?.cancel() }
                if fails { try Task.checkCancellation() }
            }
        }
        switch await request.result {
        case .success: #expect(!fails)
        case .failure: #expect(fails)
        }
        #expect(try await StorageClaim("n", in: storage, time: clock.time).acquire())
        #expect(clock.elapsed == .zero)
    }

    /// The events before the end of a claim decide whether its row remains.
    @Test(arguments: [false, true])
    func `ended claims are removed with the expired sessions, and no others`(_ isFile: Bool) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "claims-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let storage: any WebSessionStorage =
            isFile ? try SQLiteWebSessionStorage(file: folder.appending(path: "a.sqlite")) : MemoryWebSessionStorage()
        for (name, seconds) in [("ended", 10.0), ("lasting", 11)] {
            #expect(try await storage.claim(name, by: "o", until: Self.start + seconds, now: Self.start))
        }
        try await storage.removeExpired(at: Self.start + 10)
        let end = Self.start + 20
        #expect(try await storage.claim("ended", by: "p", until: end, now: Self.start))
        #expect(try await !storage.claim("lasting", by: "p", until: end, now: Self.start))
    }

    @Test func `the store of a session is released after ten minutes without a request`() async throws {
        let now = Mutex(Duration.zero)
        let time = TimeSource(date: { Self.start }, elapsed: { now.withLock { $0 } })
        let accounts = SessionAccounts(
            MemoryWebSessionStorage(), registrations: [], over: StubTransport([]), time: time)
        let session = OpenSession(
            secret: SessionSecret(from: .system), key: .random(),
            stored: StoredSession(
                id: StoredSession.ID(rawValue: "a"), lookup: StoredSession.Lookup(rawValue: "l"), sealedKey: Data(),
                startedAt: Self.start, usedAt: Self.start, endsAt: Self.start + 1000, expiresAt: Self.start + 1000,
                browser: ""))
        let first = accounts.accounts(of: session)
        for _ in 0..<2 {
            // Each request restarts the time.
            now.withLock { $0 += .seconds(599) }
            accounts.forgetIdle()
            #expect(accounts.accounts(of: session) === first)
        }
        now.withLock { $0 += .seconds(600) }
        accounts.forgetIdle()
        #expect(accounts.accounts(of: session) !== first)
    }
}

@Suite struct SweepTests {
    @Test func `expired sessions are removed at the first request, and then once per minute`() {
        let clock = SignInTesting.TestClock(Date(timeIntervalSince1970: 0))
        let sweep = Sweep(time: clock.time)
        let due = [0, 1, 58, 1, 59, 1].map { seconds in
            clock.advance(by: .seconds(seconds))
            return sweep.isDue()
        }
        #expect(due == [true, false, false, true, false, true])
    }
}
