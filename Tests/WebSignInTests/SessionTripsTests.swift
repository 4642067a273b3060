// SPDX-License-Identifier: Apache-2.0
import Fixtures
import SampleServers
import SignInTesting

@testable import WebSignIn

@Suite struct SessionTripsTests {
    private let storage = FailingSessionStorage()
    private let key = SessionKey.random()

    private func accounts(at tenant: TestTenant) -> AccountStore {
        AccountStore(
            SessionAccountStorage(
                storage: storage, session: StoredSession.ID(rawValue: "a"), key: key, time: tenant.clock.time),
            registrations: [tenant.registration], over: tenant.transport, time: tenant.clock.time)
    }

    @Test func `a sign-in and a refresh take five trips each, in any process`() async throws {
        let tenant = try await withTenant { $0 }
        let now = tenant.clock.now
        try await storage.insert(
            StoredSession(
                id: StoredSession.ID(rawValue: "a"), lookup: StoredSession.Lookup(rawValue: "l"), sealedKey: Data(),
                startedAt: now, usedAt: now, endsAt: now + 1000, expiresAt: now + 1000, browser: ""))
        let (one, other) = (accounts(at: tenant), accounts(at: tenant))
        _ = storage.takeCalls()
        let account = try await SignInFlow(tenant.registration, keepingIn: one)
            .signIn(with: tenant.userAgent(signingIn: tenant.person))
        let saving = ["claim", "entry", "save", "save", "release"]
        #expect(storage.takeCalls() == saving)
        let scopes = tenant.registration.scopes
        let first = try await one.token(for: account, scopes: scopes)
        #expect(storage.takeCalls() == [], "the save returned the stamp")
        tenant.clock.advance(by: .seconds(7200))
        #expect(try await one.token(for: account, scopes: scopes) != first)
        #expect(storage.takeCalls() == ["entry"] + saving)
        tenant.clock.advance(by: .seconds(7200))
        _ = try await other.token(for: account, scopes: scopes)
        // It has an outdated history, so its save is refused once.
        #expect(
            storage.takeCalls()
                == ["entry", "entry", "claim", "entry", "save", "save", "sessions", "entry", "save", "release"])
    }
}
