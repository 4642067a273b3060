// SPDX-License-Identifier: Apache-2.0
import Fixtures
import SignIn
import SignInTesting

/// Two programs on a storage without a lock between them, such as a keychain.
@Suite(.timeLimit(.minutes(1))) struct LocklessStoreTests {
    private let (signedIn, one, other): (SignedIn, AccountStore, AccountStore)

    init() async throws {
        let storage = KeychainLikeStorage()
        signedIn = try await SignedIn(storage, isExpired: true)
        (one, other) = (signedIn.store(in: storage), signedIn.store(in: storage.openedAgain()))
    }

    /// The other program acts during the first token request.
    private func meanwhile(_ signedIn: SignedIn, _ work: @escaping @Sendable () async throws -> Void) {
        let isFirst = Mutex(true)
        signedIn.transport.answer(at: "/token") { _, _ in
            if isFirst.withLock({ first in
                defer { first = false }
                return first
            }) {
                try await work()
            }
            return nil
        }
    }

    @Test func `a refresh survives that the other program keeps something with the account`() async throws {
        let before = try #require(try await signedIn.record())
        let events = one.events()
        meanwhile(signedIn) { try await other.setUserData(Data([7]), for: signedIn.account.id) }
        let token = try await one.token(of: signedIn)
        let after = try #require(try await signedIn.record())
        #expect(after.tokens.map(\.accessToken) == [token] && token != before.tokens.first?.accessToken)
        #expect(after.refreshToken != before.refreshToken && after.userData == Data([7]))
        #expect(signedIn.transport.tokenRequests.count == 1)
        for await event in events {
            guard case .refreshed = event else {
                Issue.record("\(event)")
                break
            }
            break
        }
    }

    /// Not every provider returns another refresh token each time.
    @Test func `a response removes no token that another program got meanwhile`() async throws {
        let refreshToken = try #require(try await signedIn.record()?.refreshToken)
        signedIn.transport.changeTokens(["refresh_token": refreshToken.revealed])
        let tasks: ScopeSet = ["api://tasks/Tasks.ReadWrite"]
        let others = Mutex<Redacted<String>?>(nil)
        meanwhile(signedIn) {
            let token = try await other.token(for: signedIn.account, scopes: tasks)
            others.withLock { $0 = token }
        }
        let token = try await one.token(of: signedIn)
        let kept = try #require(try await signedIn.record()?.tokens.map(\.accessToken))
        #expect(Set(kept) == Set([token, others.withLock { $0 ?? token }]) && kept.count == 2)
        #expect(signedIn.transport.tokenRequests.count == 2)
    }

    @Test func `of two refreshes at once the first that is kept is both programs'`() async throws {
        let others = Mutex<Redacted<String>?>(nil)
        meanwhile(signedIn) {
            let token = try await other.token(of: signedIn)
            others.withLock { $0 = token }
        }
        let token = try await one.token(of: signedIn)
        #expect(token == others.withLock { $0 })
        #expect(try await signedIn.record()?.tokens.map(\.accessToken) == [token])
        #expect(signedIn.transport.tokenRequests.count == 2)
    }

    @Test
    func `a program whose refresh token was used up does not end the sign-in of the one that used it`() async throws {
        let requests = Mutex(0)
        signedIn.transport.answer(at: "/token") { _, _ in
            guard
                requests.withLock({
                    $0 += 1
                    return $0
                }) == 1
            else {
                return TransportResponse(400, #"{"error":"invalid_grant"}"#)
            }
            await expect(Refusal.self, .signInRequired) { try await other.token(of: signedIn) }
            return nil
        }
        let before = try await signedIn.record()
        let token = try await one.token(of: signedIn)
        let after = try #require(try await signedIn.record())
        #expect(after.endedAt == nil && after.refreshToken != before?.refreshToken)
        signedIn.tenant.clock.advance(by: .seconds(2))
        #expect(try await other.token(of: signedIn) == token && requests.withLock { $0 } == 2)
    }

    @Test func `an account that the other program removed stays removed`() async throws {
        meanwhile(signedIn) { try await other.remove(signedIn.account.id) }
        await expect(Refusal.self, .signInRequired) { try await one.token(of: signedIn) }
        #expect(try await signedIn.record() == nil)
    }

    @Test func `a program that cannot save after repeated conflicts throws an error`() async throws {
        let kept = MemoryAccountStorage()
        let storage = HookedStorage(kept)
        let signedIn = try await SignedIn(storage, isExpired: true)
        // Another program always saves first.
        storage.before { call, record in
            guard call == .save, let record, let earlier = await kept.record(record.id) else { return }
            try await kept.save(earlier)
        }
        let store = signedIn.store(in: storage)
        for attempt in [
            { _ = try await store.token(of: signedIn) },
            { try await store.setUserData(Data([1]), for: signedIn.account.id) },
        ] as [@Sendable () async throws -> Void] {
            await expect(AccountStorageError.self, .conflict) { try await attempt() }
        }
        #expect(signedIn.transport.tokenRequests.count == 1, "one answer is not asked for again and again")
        storage.before(nil)
        _ = try await store.token(of: signedIn)
        #expect(signedIn.transport.tokenRequests.count == 1)
    }
}

/// Like a keychain: compare and swap, without a lock between programs.
struct KeychainLikeStorage: AccountStorage {
    private let items: MemoryAccountStorage
    private let program = MemoryAccountStorage()

    init(_ items: MemoryAccountStorage = MemoryAccountStorage()) { self.items = items }

    func openedAgain() -> KeychainLikeStorage { KeychainLikeStorage(items) }

    func prepare() async throws {}
    func records() async throws -> [AccountRecord] { await items.records() }
    func damagedAccounts() async throws -> [AccountStorageError] { [] }
    func record(_ id: Account.ID) async throws -> AccountRecord? { await items.record(id) }
    func save(_ record: AccountRecord) async throws -> (record: AccountRecord, stamp: AccountStamp) {
        try await items.save(record)
    }
    func remove(_ id: Account.ID) async throws { await items.remove(id) }
    func stamp(of id: Account.ID) async throws -> AccountStamp? { await items.stamp(of: id) }
    func withExclusiveAccess<Result: Sendable>(
        to id: Account.ID, _ body: @Sendable () async throws -> Result
    ) async throws -> Result { try await program.withExclusiveAccess(to: id, body) }
}
