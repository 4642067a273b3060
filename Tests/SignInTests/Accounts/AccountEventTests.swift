// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPMessages
import SignInTesting

@Suite(.timeLimit(.minutes(1))) struct AccountEventTests {
    let signedIn: SignedIn

    init() async throws { signedIn = try await SignedIn() }

    private static func words(_ event: AccountEvent) -> String {
        switch event {
        case .added(let account): "added \(account.identity.name ?? "")"
        case .changed(let account): "changed \(account.identity.name ?? "")"
        case .refreshed(_, let scopes): "refreshed \(scopes)"
        case .needsSignIn(let account): "needs sign-in: \(account.needsSignIn)"
        case .removed: "removed"
        case .failed(_, let error): "failed: \(type(of: error))"
        }
    }

    private static func first(_ count: Int, of events: some AsyncSequence<AccountEvent, Never>) async -> [String] {
        var heard: [String] = []
        for await event in events {
            heard.append(words(event))
            if heard.count == count { break }
        }
        return heard
    }

    @Test func `every listener receives all events in order`() async throws {
        let store = signedIn.store
        let flow = SignInFlow(signedIn.tenant.registration, keepingIn: store)
        let (events, others) = (store.events(), store.events())
        let other = signedIn.tenant.userAgent(signingIn: signedIn.tenant.otherPerson)
        let account = try await flow.signIn(with: other)
        _ = try await flow.signIn(with: other)
        try await store.setUserData(Data([1]), for: account.id)
        _ = try await store.token(for: account, scopes: ["api://tasks/Tasks.ReadWrite"])
        signedIn.expire()
        signedIn.transport.answer { _, _ in throw TransportError(.unreachable, "offline") }
        _ = try? await store.token(for: account, scopes: signedIn.scopes)
        signedIn.transport.answerTokens(
            400, #"{"error":"invalid_grant","error_description":"AADSTS700082: The refresh token has expired"}"#)
        _ = try? await store.token(for: account, scopes: signedIn.scopes)
        try await store.remove(account.id)
        let name = signedIn.tenant.otherPerson.name
        let expected = [
            "added \(name)", "changed \(name)", "changed \(name)", "refreshed api://tasks/Tasks.ReadWrite",
            "failed: TransportError", "needs sign-in: true", "removed",
        ]
        #expect(await Self.first(expected.count, of: events) == expected)
        #expect(await Self.first(expected.count, of: others) == expected)
    }

    @Test func `what this program saves is not heard as another's change`() async throws {
        let storage = HookedStorage()
        let signedIn = try await SignedIn(storage)
        let store = signedIn.store
        let events = store.events()
        let token = try await store.token(of: signedIn)
        let (reached, reach) = AsyncStream<Void>.makeStream()
        let (allowed, allow) = AsyncStream<Void>.makeStream()
        signedIn.tenant.clock.advance(by: .seconds(2))
        // The account is saved, but not in memory yet.
        storage.after { call, _ in
            guard call == .save else { return }
            reach.finish()
            for await _ in allowed {}
        }
        let change = Task { try await store.setUserData(Data([1]), for: signedIn.account.id) }
        for await _ in reached {}
        #expect(try await store.token(of: signedIn) == token)
        allow.finish()
        _ = try await change.value
        try await store.remove(signedIn.account.id)
        #expect(await Self.first(2, of: events) == ["changed \(signedIn.tenant.person.name)", "removed"])
    }

    @Test func `changes by another program cause events when a token is requested`() async throws {
        let (store, other) = (signedIn.store, signedIn.store)
        let events = store.events()
        _ = try await store.token(of: signedIn)
        try await other.setUserData(Data([1]), for: signedIn.account.id)
        signedIn.tenant.clock.advance(by: .seconds(2))
        _ = try await store.token(of: signedIn)
        try await other.remove(signedIn.account.id)
        signedIn.tenant.clock.advance(by: .seconds(2))
        _ = try? await store.token(of: signedIn)
        #expect(
            await Self.first(2, of: events) == ["changed \(signedIn.tenant.person.name)", "removed"])
    }

    @Test func `that another program found the sign-in ended is heard as that`() async throws {
        let (store, other) = (signedIn.store, signedIn.store)
        let events = store.events()
        _ = try await store.token(of: signedIn)
        signedIn.expire()
        signedIn.transport.answerTokens(400, #"{"error":"invalid_grant"}"#)
        _ = try? await other.token(of: signedIn)
        _ = try? await store.token(of: signedIn)
        #expect(await Self.first(1, of: events) == ["needs sign-in: true"])
    }

    @Test func `a sign-in without a refresh token needs another one once its token has ended`() async throws {
        let store = signedIn.store
        var record = try #require(try await signedIn.record())
        record.refreshToken = nil
        try await signedIn.storage.save(record)
        signedIn.expire()
        let events = store.events()
        await expect(Refusal.self, .signInRequired) { try await store.token(of: signedIn) }
        #expect(await Self.first(1, of: events) == ["needs sign-in: true"])
    }

    @Test func `a store that ends ends its listeners`() async throws {
        let events = AccountStore(
            MemoryAccountStorage(),
            over: TamperingTransport(StubTransport([.failure(TransportError(.unreachable, "nowhere"))]))
        ).events()
        #expect(await Self.first(1, of: events).isEmpty)
    }
}
