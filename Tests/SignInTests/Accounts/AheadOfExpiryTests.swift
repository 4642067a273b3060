// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPMessages
import SignInTesting

@Suite struct AheadOfExpiryTests {
    /// The provider wants this token refreshed after half an hour.
    private func withToken() async throws -> (SignedIn, AccountStore, Redacted<String>) {
        let signedIn = try await SignedIn()
        let store = signedIn.store
        let first = try await store.token(of: signedIn)
        signedIn.tenant.clock.advance(by: .seconds(30))
        signedIn.transport.changeTokens(["refresh_in": 1800, "expires_in": 3600])
        let token = try await AccountSession(signedIn.account, of: signedIn.tenant.registration, keptIn: store)
            .accessToken(for: signedIn.scopes, rejected: first)
        signedIn.transport.forget()
        return (signedIn, store, token)
    }

    @Test(.timeLimit(.minutes(1)))
    func `before its time nothing happens, and then one caller waits for a new token`() async throws {
        let (signedIn, store, token) = try await withToken()
        signedIn.tenant.clock.advance(by: .seconds(1799))
        #expect(try await store.token(of: signedIn) == token)
        #expect(signedIn.transport.sent.isEmpty)
        signedIn.tenant.clock.advance(by: .seconds(2))
        // The token endpoint does not respond until 99 callers have a token: a second caller that waits times out.
        let (gate, opener) = AsyncStream<Void>.makeStream()
        signedIn.transport.answer { request, _ in
            if request.path?.hasSuffix("/token") == true { for await _ in gate { break } }
            return nil
        }
        try await withThrowingTaskGroup(of: Redacted<String>.self) { group in
            for _ in 0..<100 { group.addTask { try await store.token(of: signedIn) } }
            for _ in 0..<99 {
                #expect(try await group.next() == token)
            }
            opener.yield()
            let refreshed = try await group.next()
            #expect(refreshed != nil && refreshed != token)
        }
        #expect(signedIn.transport.tokenRequests.count == 1)
        #expect(try await store.token(of: signedIn) != token)
        #expect(signedIn.transport.tokenRequests.count == 1)
    }

    @Test
    func `during an outage the cached token is used, with periodic retries`() async throws {
        let (signedIn, store, token) = try await withToken()
        signedIn.transport.answer(at: "/token") { _, _ in throw TransportError(.unreachable, "offline") }
        signedIn.tenant.clock.advance(by: .seconds(1801))
        for _ in 0..<10 {
            #expect(try await store.token(of: signedIn) == token)
        }
        #expect(signedIn.transport.tokenRequests.count == 1)
        signedIn.tenant.clock.advance(by: .seconds(31))
        #expect(try await store.token(of: signedIn) == token)
        #expect(signedIn.transport.tokenRequests.count == 2)
        signedIn.tenant.clock.advance(by: .seconds(1800))
        await expect(TransportError.self, .unreachable) { try await store.token(of: signedIn) }
        signedIn.transport.answer(nil)
        #expect(try await store.token(of: signedIn) != token)
    }

    @Test(arguments: [nil, 0, 1800] as [Int?])
    func `an account without a refresh token keeps its token to its end`(_ refreshIn: Int?) async throws {
        let signedIn = try await SignedIn()
        var record = try #require(try await signedIn.record())
        let token = record.tokens[0]
        record.refreshToken = nil
        record.tokens[0].refreshAt = refreshIn.map { token.obtainedAt + TimeInterval($0) }
        try await signedIn.storage.save(record)
        let left = token.expiresAt.timeIntervalSince(signedIn.tenant.clock.now)
        let stores = (signedIn.store, signedIn.store)
        _ = try await stores.0.token(of: signedIn)
        signedIn.tenant.clock.advance(by: .seconds(left - 61))
        for store in [stores.0, stores.1] {
            #expect(try await store.token(of: signedIn) == token.accessToken)
        }
        signedIn.tenant.clock.advance(by: .seconds(2))
        await expect(Refusal.self, .signInRequired) { try await stores.0.token(of: signedIn) }
    }

    @Test func `another program's new token is used without a request`() async throws {
        let (signedIn, store, _) = try await withToken()
        signedIn.tenant.clock.advance(by: .seconds(1801))
        let other = try await signedIn.token()
        #expect(try await store.token(of: signedIn) == other)
        #expect(signedIn.transport.tokenRequests.count == 1)
    }
}
