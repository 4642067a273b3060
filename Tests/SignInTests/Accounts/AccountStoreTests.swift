// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPMessages
import SignInTesting

@Suite struct AccountStoreTests {
    let signedIn: SignedIn

    init() async throws { signedIn = try await SignedIn() }

    @Test func `two users have two accounts, latest first, and a repeated sign-in adds none`() async throws {
        let tenant = signedIn.tenant
        let flow = tenant.signInFlow(keepingIn: signedIn.storage)
        tenant.clock.advance(by: .seconds(1))
        let other = try await flow.signIn(with: tenant.userAgent(signingIn: tenant.otherPerson))
        #expect(try await signedIn.store.accounts().map(\.id) == [other.id, signedIn.account.id])
        tenant.clock.advance(by: .seconds(1))
        let again = try await flow.signIn(at: tenant)
        #expect(again.id == signedIn.account.id)
        #expect(try await signedIn.store.accounts().map(\.id) == [again.id, other.id])
    }

    @Test func `neither a new token nor the app's own data changes the order`() async throws {
        let (tenant, store) = (signedIn.tenant, signedIn.store)
        tenant.clock.advance(by: .seconds(1))
        let other = try await tenant.signInFlow(keepingIn: signedIn.storage)
            .signIn(with: tenant.userAgent(signingIn: tenant.otherPerson))
        let order = [other.id, signedIn.account.id]
        signedIn.expire()
        _ = try await store.token(of: signedIn)
        #expect(try await store.accounts().map(\.id) == order)
        try await store.setUserData(Data([1]), for: signedIn.account.id)
        #expect(try await store.accounts().map(\.id) == order)
    }

    @Test func `accounts with the same sign-in time have the same order in every storage`() async throws {
        let storage = MemoryAccountStorage()
        // So many that no hash table has them in order by chance.
        for person in 0..<12 { try await storage.save(SampleAccounts.record(of: "person \(person)")) }
        let names = try await AccountStore(
            storage, over: TamperingTransport(StubTransport([.failure(TransportError(.unreachable, "nobody"))]))
        ).accounts().map(\.id.rawValue)
        #expect(names.count == 12 && names == names.sorted(by: >))
    }

    @Test func `each part of an account's name counts, and where it ends`() throws {
        let record = try SampleAccounts.record()
        let parts: [WritableKeyPath<AccountRecord, String>] = [
            \.registration, \.authority, \.clientID, \.issuer, \.subject,
        ]
        var ids: Set<Account.ID> = [record.id]
        for part in parts {
            var other = record
            other[keyPath: part] += "x"
            ids.insert(other.id)
        }
        #expect(ids.count == 6)
        var shifted = record
        (shifted.issuer, shifted.subject) = ("", record.issuer + record.subject)
        #expect(shifted.id != record.id)
    }

    /// Remaining seconds of another token, and whether it is kept beside a new token.
    @Test(arguments: [(0, false), (1, true)])
    func `a new token removes all expired tokens`(_ seconds: Int, _ stays: Bool) async throws {
        var record = try #require(try await signedIn.record())
        let other = record.tokens[0].accessToken
        record.tokens[0].expiresAt = signedIn.tenant.clock.now + TimeInterval(seconds)
        try await signedIn.storage.save(record)
        let token = try await signedIn.session().accessToken(for: ["api://tasks/Tasks.ReadWrite"])
        #expect(try await signedIn.record()?.tokens.map(\.accessToken) == (stays ? [other, token] : [token]))
    }

    @Test func `removing an account also ends its session`() async throws {
        let session = signedIn.session()
        try await signedIn.store.remove(signedIn.account.id)
        try await signedIn.store.remove(signedIn.account.id)
        #expect(try await signedIn.store.accounts().isEmpty)
        await expect(Refusal.self, .signInRequired) { try await session.accessToken(for: signedIn.scopes) }
        #expect(signedIn.transport.sent.isEmpty)
    }

    @Test func `a refresh that is under way does not bring back an account that is removed`() async throws {
        signedIn.expire()
        let session = signedIn.session()
        let (removals, removal) = AsyncStream<Task<Void, any Error>>.makeStream()
        signedIn.transport.answer(at: "/token") { _, _ in
            removal.yield(Task { try await signedIn.store.remove(signedIn.account.id) })
            // Enough turns for a removal that does not wait for the refresh.
            for _ in 0..<1000 { await Task.yield() }
            return nil
        }
        _ = try await session.accessToken(for: signedIn.scopes)
        for await removal in removals {
            try await removal.value
            break
        }
        #expect(try await signedIn.store.accounts().isEmpty)
    }

    enum Change: CaseIterable { case issuer, client, name }

    @Test(arguments: Change.allCases)
    func `an account of another registration is never used`(_ change: Change) async throws {
        let registered = signedIn.tenant.registration
        let evil = try #require(URL(string: "https://evil.example"))
        let other = ClientRegistration(
            name: change == .name ? "other" : registered.name,
            issuer: change == .issuer ? evil : registered.issuer,
            clientID: change == .client ? "other" : registered.clientID,
            redirectURI: registered.redirectURI,
            scopes: registered.scopes, rules: registered.rules)
        let session = AccountSession(signedIn.account, of: other, keptIn: signedIn.store)
        for _ in 0..<2 {
            await expect(Refusal.self, .signInRequired) { try await session.accessToken(for: signedIn.scopes) }
            signedIn.expire()
        }
        #expect(
            signedIn.transport.sent.isEmpty, "no token goes to another provider or in another app's name")
        #expect(try await signedIn.store.accounts(of: other).isEmpty)
    }
}
