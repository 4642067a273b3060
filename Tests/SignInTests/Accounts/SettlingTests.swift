// SPDX-License-Identifier: Apache-2.0
import Fixtures
import SignInTesting

@Suite(.timeLimit(.minutes(1))) struct SettlingTests {
    let storage = HookedStorage()
    let signedIn: SignedIn

    init() async throws { signedIn = try await SignedIn(storage) }

    @Test func `tokens for callers that gave up are kept before the program ends`() async throws {
        signedIn.expire()
        let before = try await signedIn.record()
        let (store, transport) = (signedIn.store, signedIn.transport)
        let (asked, allow) = transport.holdTokens()
        let caller = Task { try await store.token(of: signedIn) }
        for await _ in asked {}
        caller.cancel()
        await #expect(throws: CancellationError.self) { try await caller.value }
        #expect(try await signedIn.record() == before)
        let end = Task { await store.settle() }
        end.cancel()
        allow.finish()
        await end.value
        #expect(try await signedIn.record()?.refreshToken != before?.refreshToken)
    }

    /// Calls that are interrupted while another program holds the account.
    static let waiting: [@Sendable (AccountStore, SignedIn) async throws -> Void] = [
        { _ = try await $0.token(for: $1.account, scopes: $1.scopes) },
        { _ = try await $0.setUserData(Data([1]), for: $1.account.id) },
    ]

    @Test(arguments: waiting.indices) func `settling ends waits for other programs`(_ row: Int) async throws {
        signedIn.expire()
        let before = try await signedIn.record()
        let (store, count) = (signedIn.store, signedIn.transport.tokenRequests.count)
        try await storage.withExclusiveAccess(to: signedIn.account.id) { [storage, signedIn] in
            let requests = storage.requestsForAccess()
            let caller = Task { try await Self.waiting[row](store, signedIn) }
            for await _ in requests {}
            caller.cancel()
            await #expect(throws: CancellationError.self) { try await caller.value }
            // Longer than the test may take.
            await store.settle(within: .seconds(600))
        }
        #expect(try await (signedIn.transport.tokenRequests.count, signedIn.record()) == (count, before))
        _ = try await store.token(of: signedIn)
    }

    @Test func `a removal that is interrupted while another program holds the account is done`() async throws {
        let store = signedIn.store
        try await storage.withExclusiveAccess(to: signedIn.account.id) { [storage, signedIn] in
            let requests = storage.requestsForAccess()
            let caller = Task { try await store.remove(signedIn.account.id) }
            for await _ in requests {}
            caller.cancel()
            try await caller.value
        }
        #expect(try await signedIn.record() == nil)
    }

    @Test(arguments: [false, true])
    func `accounts that a program runs with end with their refreshes`(_ fails: Bool) async throws {
        struct Stop: Error {}
        let signedIn = try await SignedIn(isExpired: true)
        let before = try await signedIn.record()
        let (asked, allow) = signedIn.transport.holdTokens()
        let end = Task {
            try await withAccounts(
                keptIn: signedIn.storage, of: [signedIn.tenant.registration], over: signedIn.transport,
                time: signedIn.tenant.clock.time
            ) { accounts in
                // The program does not wait for this token.
                Task { try await accounts.token(of: signedIn) }
                for await _ in asked {}
                if fails { throw Stop() }
                return "done"
            }
        }
        for await _ in asked {}
        allow.finish()
        if fails {
            await #expect(throws: Stop.self) { try await end.value }
        } else {
            #expect(try await end.value == "done")
        }
        #expect(try await signedIn.record()?.refreshToken != before?.refreshToken)
    }

    @Test func `unsaved accounts are saved before the program ends`() async throws {
        let store = signedIn.store
        signedIn.expire()
        signedIn.transport.changeTokens(["refresh_token": "rotated"])
        storage.fail()
        await expect(AccountStorageError.self, .unwritable) { try await store.token(of: signedIn) }
        storage.fail(false)
        await store.settle()
        #expect(try await signedIn.record()?.refreshToken?.revealed == "rotated")
    }

    @Test
    func `what a new sign-in brought is kept though its caller leaves while it waits for the account`() async throws {
        let flow = SignInFlow(signedIn.tenant.registration, keepingIn: signedIn.store)
        let before = try #require(try await signedIn.record())
        let (held, hold) = AsyncStream<Void>.makeStream()
        let (allowed, allow) = AsyncStream<Void>.makeStream()
        let holder = Task {
            try await signedIn.storage.withExclusiveAccess(to: signedIn.account.id) {
                hold.finish()
                for await _ in allowed {}
            }
        }
        for await _ in held {}
        let (answered, answer) = AsyncStream<Void>.makeStream()
        signedIn.transport.change { request, _ in if request.path?.hasSuffix("/token") == true { answer.finish() } }
        signedIn.tenant.clock.advance(by: .seconds(60))
        let caller = Task { try await flow.signIn(at: signedIn.tenant) }
        for await _ in answered {}
        caller.cancel()
        allow.finish()
        _ = try? await caller.value
        try await holder.value
        let after = try #require(try await signedIn.record())
        #expect(after.refreshToken != before.refreshToken && after.signedInAt > before.signedInAt)
    }

    @Test func `returns immediately if no operation is pending`() async throws {
        let store = signedIn.store
        await store.settle(within: .seconds(3600))
        let token = try await store.token(of: signedIn)
        await store.settle(within: .seconds(3600))
        #expect(try await signedIn.record()?.tokens.map(\.accessToken) == [token])
    }

    @Test func `a provider that does not answer holds up no end`() async throws {
        signedIn.expire()
        let (asked, allow) = signedIn.transport.holdTokens()
        let store = signedIn.store
        let caller = Task { try await store.token(of: signedIn) }
        for await _ in asked {}
        let before = try await signedIn.record()
        await store.settle(within: .milliseconds(1))
        #expect(try await signedIn.record() == before, "the provider has not answered yet")
        allow.finish()
        let token = try await caller.value
        #expect(try await signedIn.record()?.tokens.map(\.accessToken) == [token])
    }
}
