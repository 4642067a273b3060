// SPDX-License-Identifier: Apache-2.0
import Fixtures
import SignInTesting

@Suite struct StorageTripsTests {
    private let storage = HookedStorage()

    @Test func `a sign-in reads the account once, and saves it once`() async throws {
        let signedIn = try await SignedIn(storage)
        #expect(storage.takeCalls() == [.prepare, .exclusiveAccess, .record, .save])
        let agent = signedIn.tenant.userAgent(signingIn: signedIn.tenant.person)
        _ = try await signedIn.tenant.signInFlow(keepingIn: storage).signIn(with: agent)
        #expect(storage.takeCalls() == [.prepare, .exclusiveAccess, .record, .save])
    }

    @Test func `a refresh reads the account once, and saves it once`() async throws {
        let signedIn = try await SignedIn(storage)
        let store = signedIn.store
        _ = storage.takeCalls()
        let first = try await store.token(of: signedIn)
        #expect(storage.takeCalls() == [.stamp, .record])
        signedIn.expire()
        let second = try await store.token(of: signedIn)
        #expect(second != first)
        #expect(storage.takeCalls() == [.stamp, .exclusiveAccess, .record, .save])
        signedIn.tenant.clock.advance(by: .seconds(1))
        #expect(try await store.token(of: signedIn) == second)
        #expect(storage.takeCalls() == [.stamp], "the save returned the stamp")
    }

    @Test func `a save of app data reads the account once`() async throws {
        let signedIn = try await SignedIn(storage)
        let store = signedIn.store
        _ = storage.takeCalls()
        try await store.setUserData(Data([1]), for: signedIn.account.id)
        #expect(storage.takeCalls() == [.exclusiveAccess, .record, .save])
    }

    @Test func `a token that another program got is read once, and again at the next look`() async throws {
        let signedIn = try await SignedIn(storage)
        let (store, other) = (signedIn.store, signedIn.store)
        _ = try await store.token(of: signedIn)
        signedIn.expire()
        let events = store.events()
        storage.before { call, _ in
            guard call == .exclusiveAccess else { return }
            storage.before(nil)
            _ = try await other.token(of: signedIn)
            _ = storage.takeCalls()
        }
        let token = try await store.token(of: signedIn)
        #expect(storage.takeCalls() == [.exclusiveAccess, .record])
        signedIn.tenant.clock.advance(by: .seconds(1))
        #expect(try await store.token(of: signedIn) == token)
        #expect(storage.takeCalls() == [.stamp, .record])
        try await store.remove(signedIn.account.id)
        guard case .removed? = await events.first(where: { _ in true }) else {
            Issue.record("a second look at the same account is no change")
            return
        }
        #expect(signedIn.transport.tokenRequests.count == 1)
    }
}
