// SPDX-License-Identifier: Apache-2.0
import Fixtures
import LocalTenant
import SignInTesting

@Suite(.timeLimit(.minutes(1))) struct SeveralRegistrationsTests {
    private struct Both {
        let tenant: TestTenant
        let transport: TamperingTransport
        let store: AccountStore
        let registrations: [ClientRegistration]
        let accounts: [Account]
        let heard: [String]
    }

    private let both: Both

    init() async throws { both = try await Self.both() }

    private static func both() async throws -> Both {
        let tenant = try await withTenant { $0 }
        let (transport, clock) = (TamperingTransport(tenant.transport), tenant.clock)
        let standard = ClientRegistration(
            name: "standard", issuer: try #require(URL(string: "http://127.0.0.1:4400/op")),
            clientID: StandardSampleClient.nativeID, redirectURI: tenant.registration.redirectURI,
            scopes: ["profile", "email", "offline_access"])
        let registrations = [tenant.registration, standard]
        let store = AccountStore(
            MemoryAccountStorage(), registrations: registrations, over: transport,
            time: clock.time)
        let events = store.events()
        var accounts: [Account] = []
        for registration in registrations {
            let flow = SignInFlow(registration, keepingIn: store)
            accounts.append(try await flow.signIn(at: tenant))
            clock.advance(by: .seconds(1))
        }
        transport.forget()
        return Both(
            tenant: tenant, transport: transport, store: store, registrations: registrations,
            accounts: accounts, heard: await Self.first(2, of: events))
    }

    private static func first(_ count: Int, of events: some AsyncSequence<AccountEvent, Never>) async -> [String] {
        var heard: [String] = []
        for await event in events {
            switch event {
            case .added(let account): heard.append("added \(account.registration)")
            case .refreshed(let account, _): heard.append("refreshed \(account.registration)")
            case .removed(let id): heard.append("removed \(id.rawValue)")
            default: heard.append("\(event)")
            }
            if heard.count == count { break }
        }
        return heard
    }

    @Test func `one person at two registrations is two accounts`() async throws {
        #expect(both.heard == ["added myGraphService", "added standard"])
        #expect(Set(both.accounts.map(\.id)).count == 2)
        #expect(Set(both.accounts.map(\.identity.issuer)).count == 2)
        #expect(try await both.store.accounts().map(\.id) == both.accounts.reversed().map(\.id))
        for (registration, account) in zip(both.registrations, both.accounts) {
            #expect(try await both.store.accounts(of: registration).map(\.id) == [account.id])
            #expect(account.registration == registration.name)
        }
    }

    @Test func `each account's token comes from its own provider, by its own client`() async throws {
        both.tenant.clock.advance(by: .seconds(3 * 3600))
        let events = both.store.events()
        var tokens: Set<Redacted<String>> = []
        for (registration, account) in zip(both.registrations, both.accounts) {
            both.transport.forget()
            tokens.insert(try await both.store.token(for: account, scopes: registration.scopes))
            let asked = try #require(both.transport.tokenRequests.first)
            #expect(both.transport.tokenRequests.count == 1)
            #expect(asked.form?["client_id"] == registration.clientID)
            #expect(asked.request.path?.hasPrefix(registration.issuer.path().replacing("/v2.0", with: "")) == true)
        }
        #expect(tokens.count == 2)
        #expect(await Self.first(2, of: events) == ["refreshed myGraphService", "refreshed standard"])
    }

    @Test func `signing out of one registration keeps the other signed in`() async throws {
        let events = both.store.events()
        try await both.store.remove(both.accounts[0].id)
        #expect(try await both.store.accounts().map(\.id) == [both.accounts[1].id])
        _ = try await both.store.token(for: both.accounts[1], scopes: both.registrations[1].scopes)
        #expect(await Self.first(1, of: events) == ["removed \(both.accounts[0].id.rawValue)"])
    }
}
