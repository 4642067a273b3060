// SPDX-License-Identifier: Apache-2.0
import Fixtures
import SignInTesting

@Suite @MainActor struct SignInSessionTests {
    let tenant: TestTenant

    init() async throws { tenant = try await withTenant { $0 } }

    private func session(_ tenant: TestTenant, in storage: any AccountStorage) -> SignInSession {
        SignInSession(
            tenant.signInFlow(keepingIn: storage), with: tenant.userAgent(signingIn: tenant.person))
    }

    private func session(_ tenant: TestTenant, in storage: any AccountStorage, with agent: GivingUp) -> SignInSession {
        SignInSession(tenant.signInFlow(keepingIn: storage), with: agent)
    }

    @Test func `nothing is shown before the kept account was read`() async throws {
        let session = session(tenant, in: MemoryAccountStorage())
        #expect((session.state, session.account) == (.restoring, nil))
        await session.restore()
        #expect(session.state == .signedOut)
        #expect(session.failure == nil)
    }

    @Test func `a sign-in is restored at the next start, but not after a sign-out`() async throws {
        let storage = MemoryAccountStorage()
        let first = session(tenant, in: storage)
        await first.restore()
        await first.signIn()
        let account = try #require(first.account)
        #expect(first.state == .signedIn(account))
        let second = session(tenant, in: storage)
        await second.restore()
        #expect(second.state == .signedIn(account))
        await second.signOut()
        #expect(second.state == .signedOut)
        #expect(await storage.records().isEmpty)
        await second.signOut()
        #expect(second.state == .signedOut)
    }

    @Test func `its transport carries the token of the account`() async throws {
        let session = session(tenant, in: MemoryAccountStorage())
        let api = try #require(URL(string: "https://api.example/tasks"))
        await session.restore()
        #expect(session.transport(to: api, scopes: ["User.Read"]) == nil)
        await session.signIn()
        let elsewhere = HTTPRequest(url: try #require(URL(string: "https://evil.example/tasks")))
        let transport = try #require(session.transport(to: api, scopes: ["User.Read"]))
        await expect(TransportError.self, .unusableTarget) { try await transport.send(elsewhere) }
    }

    @Test(arguments: [GivingUp.cancellation, .sheet])
    func `a canceled sign-in leaves no failure`(_ agent: GivingUp) async throws {
        let session = session(tenant, in: MemoryAccountStorage(), with: agent)
        await session.restore()
        await session.signIn()
        #expect(session.state == .signedOut)
        #expect(session.failure == nil)
    }

    @Test func `a failure is shown until the next step, and the account stays`() async throws {
        let storage = MemoryAccountStorage()
        _ = try await tenant.signInFlow(keepingIn: storage).signIn(at: tenant)
        let session = session(tenant, in: storage, with: GivingUp.broken)
        await session.restore()
        let account = try #require(session.account)
        await session.signIn()
        #expect(session.state == .signedIn(account))
        #expect(session.failure is GivingUp.Broken)
        await session.restore()
        #expect(session.failure is GivingUp.Broken, "an app that comes to the front shows it still")
        await session.signOut()
        #expect(session.failure == nil)
    }

    @Test func `a sign-in that gets no redirect can be canceled`() async throws {
        let session = session(tenant, in: MemoryAccountStorage(), with: GivingUp.never)
        await session.restore()
        let signingIn = Task { await session.signIn() }
        try await until { session.state == .busy }
        await session.signIn()
        #expect(session.state == .busy, "a second sign-in does nothing")
        await session.restore()
        #expect(session.state == .busy, "nor does a look at the kept accounts")
        session.cancel()
        await signingIn.value
        #expect(session.state == .signedOut)
        #expect(session.failure == nil)
    }

    @Test func `stored accounts that are not readable yet sign no user out`() async throws {
        let storage = HookedStorage()
        _ = try await tenant.signInFlow(keepingIn: storage).signIn(at: tenant)
        storage.before { _, _ in throw AccountStorageError(.locked, "not unlocked yet") }
        let session = session(tenant, in: storage)
        await session.restore()
        #expect(session.state == .notReadableYet)
        #expect((session.failure as? AccountStorageError)?.code == .locked)
        storage.before(nil)
        await session.restore()
        #expect(session.account != nil)
        #expect(session.failure == nil)
    }

    @Test func `it follows the end of the sign-in and a removal elsewhere`() async throws {
        let flow = tenant.signInFlow(keepingIn: MemoryAccountStorage())
        let session = SignInSession(flow, with: tenant.userAgent(signingIn: tenant.person))
        await session.signIn()
        let account = try #require(session.account)
        tenant.clock.advance(by: .seconds(91 * 86_400))
        _ = try? await flow.session(of: account).accessToken(for: tenant.registration.scopes)
        try await until { if case .needsSignIn = session.state { true } else { false } }
        try await flow.accounts.remove(account.id)
        try await until { session.state == .signedOut }
    }
}
