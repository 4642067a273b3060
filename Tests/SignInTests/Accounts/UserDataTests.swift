// SPDX-License-Identifier: Apache-2.0
import Fixtures
import SignInTesting

@Suite struct UserDataTests {
    let signedIn: SignedIn

    init() async throws { signedIn = try await SignedIn() }

    @Test func `it stays through refreshes and new sign-ins, until the app forgets it`() async throws {
        let store = signedIn.store
        let data = Data("the blue theme".utf8)
        #expect(signedIn.account.userData == nil)
        #expect(try await store.setUserData(data, for: signedIn.account.id).userData == data)
        signedIn.expire()
        _ = try await store.token(of: signedIn)
        #expect(try await store.account(signedIn.account.id)?.userData == data)
        let flow = SignInFlow(signedIn.tenant.registration, keepingIn: store)
        let again = try await flow.signIn(at: signedIn.tenant)
        #expect(again.id == signedIn.account.id && again.userData == data)
        try await store.setUserData(nil, for: again.id)
        #expect(try await store.accounts().first?.userData == nil)
    }

    @Test func `writing it takes no token away`() async throws {
        let before = try await signedIn.record()
        try await signedIn.store.setUserData(Data([1]), for: signedIn.account.id)
        let after = try await signedIn.record()
        #expect(after?.tokens == before?.tokens && after?.refreshToken == before?.refreshToken)
    }

    @Test func `rejects app data that is too large or for an unknown account`() async throws {
        let store = signedIn.store
        try await store.setUserData(Data(count: 64 * 1024), for: signedIn.account.id)
        await expect(Refusal.self, .userDataTooLarge) {
            try await store.setUserData(Data(count: 64 * 1024 + 1), for: signedIn.account.id)
        }
        await expect(Refusal.self, .signInRequired) {
            try await store.setUserData(Data(), for: Account.ID(rawValue: "nobody"))
        }
        #expect(try await store.accounts().count == 1)
    }

    @Test func `changes that meet all come through`() async throws {
        let before = try #require(try await signedIn.record()?.generation)
        let stores = [signedIn.store, signedIn.store]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<40 {
                group.addTask {
                    try await stores[index % 2].setUserData(Data([UInt8(index)]), for: signedIn.account.id)
                }
            }
            try await group.waitForAll()
        }
        #expect(try await signedIn.record()?.generation == before + 40)
    }
}
