// SPDX-License-Identifier: Apache-2.0
import Fixtures
import SignInTesting

@Suite struct UnusableAnswerTests {
    private func withoutKeys() async throws -> (SignedIn, AccountStore) {
        let signedIn = try await SignedIn(isExpired: true)
        signedIn.transport.answer { request, _ in
            request.path?.hasSuffix("/keys") == true ? TransportResponse(503, "{}") : nil
        }
        return (signedIn, signedIn.store)
    }

    @Test func `keys are fetched before a refresh token is used`() async throws {
        let signedIn = try await SignedIn(isExpired: true)
        _ = try await signedIn.token()
        let paths = signedIn.transport.sent.compactMap(\.request.path)
        let keys = try #require(paths.firstIndex { $0.hasSuffix("/keys") })
        let token = try #require(paths.firstIndex { $0.hasSuffix("/token") })
        #expect(keys < token)
    }

    @Test func `while keys cannot be had, callers spend one refresh token in ten seconds`() async throws {
        let (signedIn, store) = try await withoutKeys()
        for _ in 0..<5 {
            let first = await #expect(throws: ServerError.self) { try await store.token(of: signedIn) }
            #expect(first?.status == 503)
        }
        signedIn.tenant.clock.advance(by: .milliseconds(9_999))
        _ = try? await store.token(of: signedIn)
        #expect(signedIn.transport.tokenRequests.count == 1)
        signedIn.tenant.clock.advance(by: .milliseconds(1))
        let error = await #expect(throws: ServerError.self) { try await store.token(of: signedIn) }
        #expect(error?.status == 503)
        #expect(signedIn.transport.tokenRequests.count == 2)
        #expect(try await store.account(signedIn.account.id)?.needsSignIn == false)
        signedIn.transport.answer(nil)
        signedIn.tenant.clock.advance(by: .seconds(11))
        _ = try await store.token(of: signedIn)
    }

    @Test func `what is asked for another API, or with another refresh token, is not kept waiting`() async throws {
        let (signedIn, store) = try await withoutKeys()
        let first = await #expect(throws: ServerError.self) { try await store.token(of: signedIn) }
        #expect(first?.status == 503)
        signedIn.transport.answer(nil)
        signedIn.tenant.clock.advance(by: .seconds(1))
        let error = await #expect(throws: ServerError.self) { try await store.token(of: signedIn) }
        #expect(error?.status == 503)
        _ = try await store.token(for: signedIn.account, scopes: ["api://tasks/Tasks.ReadWrite"])
        _ = try await store.token(of: signedIn)
        #expect(signedIn.transport.tokenRequests.count == 3)
    }

    @Test func `after a new sign-in the provider is asked, also with the same refresh token`() async throws {
        let (signedIn, store) = try await withoutKeys()
        signedIn.transport.changeTokens(["refresh_token": nil])
        let error = await #expect(throws: ServerError.self) {
            try await store.token(for: signedIn.account, scopes: ["api://tasks/Tasks.ReadWrite"])
        }
        #expect(error?.status == 503)
        signedIn.transport.answer(nil)
        signedIn.tenant.clock.advance(by: .seconds(1))
        _ = try await SignInFlow(signedIn.tenant.registration, keepingIn: store).signIn(at: signedIn.tenant)
        _ = try await store.token(for: signedIn.account, scopes: ["api://tasks/Tasks.ReadWrite"])
    }

    /// The provider changed its issuer, or it is another provider.
    @Test func `a refreshed ID token of another person does not cost a refresh token for every caller`() async throws {
        let signedIn = try await SignedIn(isExpired: true)
        let store = signedIn.store
        try await signedIn.tenant.inject(.idToken(.changedSubject))
        for _ in 0..<3 {
            await expect(Refusal.self, .subjectMismatch) { try await store.token(of: signedIn) }
        }
        #expect(signedIn.transport.tokenRequests.count == 1)
    }
}
