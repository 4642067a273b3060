// SPDX-License-Identifier: Apache-2.0
import Fixtures
import SignInProvider
import SignInTesting

@testable import SignIn

@Suite struct TokenMemoryTests {
    let signedIn: SignedIn

    init() async throws { signedIn = try await SignedIn() }

    @Test func `a token comes from memory, and storage is looked at once a second`() async throws {
        let storage = HookedStorage()
        let signedIn = try await SignedIn(storage)
        let store = signedIn.store
        _ = try await store.token(of: signedIn)
        _ = storage.takeCalls()
        for _ in 0..<1000 { _ = try await store.token(of: signedIn) }
        signedIn.tenant.clock.advance(by: .milliseconds(999))
        _ = try await store.token(of: signedIn)
        #expect(storage.takeCalls() == [])
        signedIn.tenant.clock.advance(by: .milliseconds(1))
        for _ in 0..<1000 { _ = try await store.token(of: signedIn) }
        #expect(storage.takeCalls() == [.stamp], "nothing had changed")
        #expect(signedIn.transport.sent.isEmpty)
    }

    @Test func `changes by another program are noticed within a second`() async throws {
        let (store, other) = (signedIn.store, signedIn.store)
        let first = try await store.token(of: signedIn)
        signedIn.tenant.clock.advance(by: .seconds(30))
        _ = try await AccountSession(signedIn.account, of: signedIn.tenant.registration, keptIn: other)
            .accessToken(for: signedIn.scopes, rejected: first)
        #expect(try await store.token(of: signedIn) != first && signedIn.transport.tokenRequests.count == 1)

        try await other.remove(signedIn.account.id)
        signedIn.tenant.clock.advance(by: .seconds(2))
        await expect(Refusal.self, .signInRequired) { try await store.token(of: signedIn) }
    }

    @Test func `a token for one API is never given out for another`() async throws {
        let store = signedIn.store
        let graph = try await store.token(of: signedIn)
        let tasks = try await store.token(for: signedIn.account, scopes: ["api://tasks/Tasks.ReadWrite"])
        #expect(graph != tasks)
        #expect(try await store.token(for: signedIn.account, scopes: ["User.Read.All", "openid"]) == graph)
        #expect(signedIn.transport.tokenRequests.count == 1)
    }

    @Test func `concurrent requests for two APIs get two tokens`() async throws {
        signedIn.expire()
        let store = signedIn.store
        signedIn.transport.answer(at: "/token") { _, _ in
            // Enough turns for the other caller to come.
            for _ in 0..<1000 { await Task.yield() }
            return nil
        }
        async let graph = store.token(of: signedIn)
        async let tasks = store.token(for: signedIn.account, scopes: ["api://tasks/Tasks.ReadWrite"])
        let tokens = try await [graph, tasks]
        #expect(tokens[0] != tokens[1])
        #expect(try await (signedIn.transport.tokenRequests.count, signedIn.record()?.tokens.count) == (2, 2))
    }

    @Test func `a token is good, then due, then missing, each to the moment`() throws {
        var record = try SampleAccounts.record()
        let token = record.tokens[0].accessToken
        let registration = ClientRegistration(
            name: "tasks", issuer: URL(constant: "https://login.example.com/"), clientID: "client",
            redirectURI: try #require(RedirectURI("http://localhost")), scopes: ["Tasks.Read"])
        let query = TokenQuery(
            account: record.id, registration: registration, owner: record.owner, scopes: ["Tasks.Read"], rejected: nil)
        var memory = TokenMemory()
        memory.remember(record, stamp: nil, date: record.tokens[0].obtainedAt, now: .zero)
        let refreshable: [(Int, TokenMemory.Answer)] = [
            (3299, .good(token)), (3300, .due(token)), (3539, .due(token)), (3540, .missing),
        ]
        for (seconds, expected) in refreshable {
            #expect(memory.answer(query, now: .seconds(seconds)) == expected, "after \(seconds) seconds")
        }
        // A token without a refresh token needs no attempt.
        record.refreshToken = nil
        memory.remember(record, stamp: nil, date: record.tokens[0].obtainedAt, now: .zero)
        let lasting: [(Int, TokenMemory.Answer)] = [(3300, .good(token)), (3539, .good(token)), (3540, .missing)]
        for (seconds, expected) in lasting {
            #expect(memory.answer(query, now: .seconds(seconds)) == expected, "after \(seconds) seconds")
        }
    }

    @Test(.timeLimit(.minutes(1)))
    func `a refused token that another caller brings back from storage is refreshed`() async throws {
        let kept = MemoryAccountStorage()
        let storage = HookedStorage(kept)
        let signedIn = try await SignedIn(storage, isExpired: true)
        let store = signedIn.store
        let refused = Redacted("refused")
        var brought = try #require(try await signedIn.record())
        brought.tokens[0].accessToken = refused
        brought.tokens[0].obtainedAt = signedIn.tenant.clock.now - 30
        brought.tokens[0].expiresAt = signedIn.tenant.clock.now + 3570
        brought.tokens[0].refreshAt = nil
        let (reached, reach) = AsyncStream<Void>.makeStream()
        let (allowed, allow) = AsyncStream<Void>.makeStream()
        let reads = Mutex(0)
        storage.before { [brought] call, _ in
            // The first read is for the memory; the second is under the account's lock.
            guard call == .record,
                reads.withLock({
                    $0 += 1
                    return $0
                }) == 2
            else { return }
            try await kept.save(brought)
            reach.finish()
            for await _ in allowed {}
        }
        let caller = Task { try await store.token(of: signedIn) }
        for await _ in reached {}
        let session = AccountSession(signedIn.account, of: signedIn.tenant.registration, keptIn: store)
        let other = Task { try await session.accessToken(for: signedIn.scopes, rejected: refused) }
        // Enough turns for it to join the first.
        for _ in 0..<1000 { await Task.yield() }
        allow.finish()
        #expect(try await caller.value == refused)
        #expect(try await other.value != refused)
        #expect(signedIn.transport.tokenRequests.count == 1)
    }

    @Test(arguments: [86_400, -86_400])
    func `setting the clock does not change the lifetime of a token`(_ seconds: Int) async throws {
        let wall = Mutex(signedIn.tenant.clock.now)
        let passed = Mutex(Duration.zero)
        let store = AccountStore(
            signedIn.storage, registrations: [signedIn.tenant.registration], over: signedIn.transport,
            time: TimeSource(date: { wall.withLock { $0 } }, elapsed: { passed.withLock { $0 } }))
        let first = try await store.token(of: signedIn)
        wall.withLock { $0 += TimeInterval(seconds) }
        #expect(try await store.token(of: signedIn) == first)
        #expect(signedIn.transport.sent.isEmpty)
        // The machine slept, and its wall clock is right again.
        wall.withLock { $0 += TimeInterval(3 * 3600 - seconds) }
        passed.withLock { $0 += .seconds(3 * 3600) }
        signedIn.expire()
        #expect(try await store.token(of: signedIn) != first)
    }

    @Test func `a registration missing from the store is reported by name`() async throws {
        let store = AccountStore(signedIn.storage, over: signedIn.transport)
        let refusal = await expect(Refusal.self, .registrationUnknown) { try await store.token(of: signedIn) }
        #expect(refusal?.message.contains("myGraphService") == true)
    }
}
