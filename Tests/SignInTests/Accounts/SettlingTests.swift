// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPTransport
import OAuth
import SignIn
import SignInTesting
import Synchronization
import Testing

/// What a program waits for before it ends.
@Suite(.timeLimit(.minutes(1))) struct SettlingTests {
    @Test func `what a provider is giving to callers who left is kept before the program ends`() async throws {
        try await SignedIn.with { signedIn in
            signedIn.expire()
            let before = try await signedIn.record()
            let (store, transport) = (signedIn.store, signedIn.transport)
            let (asked, ask) = AsyncStream<Void>.makeStream()
            let (allowed, allow) = AsyncStream<Void>.makeStream()
            transport.answer { request, _ in
                guard request.path?.hasSuffix("/token") == true else { return nil }
                ask.finish()
                for await _ in allowed {}
                return nil
            }
            let caller = Task { try await store.token(for: signedIn.account, scopes: signedIn.scopes) }
            for await _ in asked {}
            caller.cancel()
            await #expect(throws: CancellationError.self) { try await caller.value }
            #expect(try await signedIn.record() == before)
            let end = Task { await store.settle() }
            end.cancel()
            allow.finish()
            await end.value
            let after = try await signedIn.record()
            #expect(after?.refreshToken != before?.refreshToken)
        }
    }

    @Test func `nobody waits where nothing is under way`() async throws {
        try await SignedIn.with { signedIn in
            let store = signedIn.store
            await store.settle(within: .seconds(3600))
            _ = try await store.token(for: signedIn.account, scopes: signedIn.scopes)
            await store.settle(within: .seconds(3600))
        }
    }

    @Test func `a provider that does not answer holds up no end`() async throws {
        try await SignedIn.with { signedIn in
            signedIn.expire()
            let (asked, ask) = AsyncStream<Void>.makeStream()
            let (allowed, allow) = AsyncStream<Void>.makeStream()
            signedIn.transport.answer { request, _ in
                guard request.path?.hasSuffix("/token") == true else { return nil }
                ask.finish()
                for await _ in allowed {}
                return nil
            }
            let store = signedIn.store
            let caller = Task { try await store.token(for: signedIn.account, scopes: signedIn.scopes) }
            for await _ in asked {}
            await store.settle(within: .milliseconds(1))
            allow.finish()
            _ = try await caller.value
        }
    }
}
