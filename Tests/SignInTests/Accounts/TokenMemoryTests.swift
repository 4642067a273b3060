// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPTransport
import OAuth
import SignIn
import SignInTesting
import Synchronization
import Testing

/// Tokens that come from memory, and what makes the account store look further.
@Suite struct TokenMemoryTests {
    @Test func `a token comes from memory, and storage is looked at once a second`() async throws {
        let storage = HookedStorage()
        try await SignedIn.with(storage) { signedIn in
            let store = signedIn.store
            _ = try await store.token(for: signedIn.account, scopes: signedIn.scopes)
            let (reads, looks) = (storage.reads, storage.looks)
            for _ in 0..<1000 { _ = try await store.token(for: signedIn.account, scopes: signedIn.scopes) }
            signedIn.tenant.clock.advance(by: .milliseconds(999))
            _ = try await store.token(for: signedIn.account, scopes: signedIn.scopes)
            #expect(storage.reads == reads && storage.looks == looks)
            signedIn.tenant.clock.advance(by: .milliseconds(1))
            for _ in 0..<1000 { _ = try await store.token(for: signedIn.account, scopes: signedIn.scopes) }
            #expect(storage.reads == reads, "nothing had changed")
            #expect(storage.looks == looks + 1)
            #expect(signedIn.transport.sent.isEmpty)
        }
    }

    @Test func `what another program did is seen within a second`() async throws {
        try await SignedIn.with { signedIn in
            let (store, other) = (signedIn.store, signedIn.store)
            let first = try await store.token(for: signedIn.account, scopes: signedIn.scopes)
            signedIn.tenant.clock.advance(by: .seconds(30))
            _ = try await AccountSession(signedIn.account, of: signedIn.tenant.registration, keptIn: other)
                .accessToken(for: signedIn.scopes, rejected: first)
            let second = try await store.token(for: signedIn.account, scopes: signedIn.scopes)
            #expect(second != first && signedIn.transport.tokenRequests.count == 1)

            try await other.remove(signedIn.account.id)
            signedIn.tenant.clock.advance(by: .seconds(2))
            let refusal = await #expect(throws: Refusal.self) {
                try await store.token(for: signedIn.account, scopes: signedIn.scopes)
            }
            #expect(refusal?.code == .signInRequired)
        }
    }

    @Test func `a token for one API is never given out for another`() async throws {
        try await SignedIn.with { signedIn in
            let store = signedIn.store
            let graph = try await store.token(for: signedIn.account, scopes: signedIn.scopes)
            let tasks = try await store.token(for: signedIn.account, scopes: ["api://tasks/Tasks.ReadWrite"])
            #expect(graph != tasks)
            #expect(try await store.token(for: signedIn.account, scopes: ["User.Read.All", "openid"]) == graph)
            #expect(signedIn.transport.tokenRequests.count == 1)
        }
    }

    @Test(arguments: [86_400, -86_400]) func `nobody who sets the clock changes how long a token is good`(
        _ seconds: Int
    ) async throws {
        try await SignedIn.with { signedIn in
            let wall = Mutex(signedIn.tenant.clock.now)
            let passed = Mutex(Duration.zero)
            let store = AccountStore(
                signedIn.storage, registrations: [signedIn.tenant.registration], over: signedIn.transport,
                time: TimeSource(date: { wall.withLock { $0 } }, elapsed: { passed.withLock { $0 } }))
            let first = try await store.token(for: signedIn.account, scopes: signedIn.scopes)
            wall.withLock { $0 += TimeInterval(seconds) }
            #expect(try await store.token(for: signedIn.account, scopes: signedIn.scopes) == first)
            #expect(signedIn.transport.sent.isEmpty)
            // The machine slept; its clock on the wall is right again.
            wall.withLock { $0 += TimeInterval(3 * 3600 - seconds) }
            passed.withLock { $0 += .seconds(3 * 3600) }
            signedIn.expire()
            #expect(try await store.token(for: signedIn.account, scopes: signedIn.scopes) != first)
        }
    }

    @Test func `an account of a registration that the store was not told of is named`() async throws {
        try await SignedIn.with { signedIn in
            let store = AccountStore(signedIn.storage, over: signedIn.transport)
            let refusal = await #expect(throws: Refusal.self) {
                try await store.token(for: signedIn.account, scopes: signedIn.scopes)
            }
            #expect(refusal?.code == .registrationUnknown)
            #expect(refusal?.message.contains("myGraphService") == true)
        }
    }
}
