// SPDX-License-Identifier: Apache-2.0
import Crypto
import Fixtures
import Foundation
import HTTPTypes
import JOSE
import OAuth
import Provider
import Synchronization
import Testing

@testable import BearerAuth

/// A token is verified once, as long as it lives and its key stands.
@Suite struct VerifiedTokensTests {
    /// Judges tokens that are good for an hour, and counts how often.
    private final class Judge: Sendable {
        let clock = TestClock()
        let tokens: VerifiedTokens
        private let keys: RemoteKeySet
        private let judged = Mutex(0)

        init(capacity: Int = 100) async throws {
            let time = TimeSource { [clock] in clock.now }
            keys = RemoteKeySet(
                address: URL(string: "https://login.example/keys"), transport: try FakeProvider(), time: time)
            try await keys.prepare()
            tokens = VerifiedTokens(capacity: capacity, time: time)
        }

        var count: Int { judged.withLock { $0 } }

        func caller(of text: String, failing error: (any Error)? = nil, after pause: () async -> Void = {}) async throws
            -> Caller
        {
            try await tokens.caller(of: Redacted(text)) {
                judged.withLock { $0 += 1 }
                await pause()
                if let error { throw error }
                let now = clock.now.timeIntervalSince1970
                let claims = Claims(["iat": .number(now), "nbf": .number(now), "exp": .number(now + 3600)])
                return VerifiedTokens.Entry(
                    caller: Caller(id: text, issuer: "i", subject: text, clientID: "c", claims: claims), keys: keys,
                    edition: keys.freshEdition, times: TimeRules())
            }
        }
    }

    /// An API whose provider signs, and how its keys change.
    private struct API {
        let provider: FakeProvider
        let clock = TestClock()
        let protection: BearerProtection

        init() throws {
            provider = try FakeProvider()
            protection = BearerProtection(
                accepting: [
                    AcceptedTokens(
                        from: ProviderDescription(issuer: FakeProvider.issuer),
                        AccessTokenRules(audiences: ["api://tasks"]))
                ], over: provider, time: TimeSource { [clock] in clock.now })
        }

        func caller(with token: String) async throws -> String {
            try await protection.caller(of: [.authorization: "Bearer \(token)"]).subject
        }
    }

    @Test func `a token that ends, or a clock that is set back, is judged again`() async throws {
        let api = try API()
        let token = try TokenDraft(from: api.provider, at: api.clock.now).signed()
        for _ in 0..<3 { #expect(try await api.caller(with: token) == "alice") }
        // Clocks may differ by five minutes.
        api.clock.advance(by: 3600 + 299)
        #expect(try await api.caller(with: token) == "alice")
        api.clock.advance(by: 1)
        let ended = await #expect(throws: BearerChallenge.self) { try await api.caller(with: token) }
        #expect(ended?.message.contains("ended") == true)
        api.clock.advance(by: -3600)
        #expect(try await api.caller(with: token) == "alice")
        api.clock.advance(by: -3600)
        let early = await #expect(throws: BearerChallenge.self) { try await api.caller(with: token) }
        #expect(early?.message.contains("not valid yet") == true)
    }

    @Test func `a token falls with its key, as soon as the keys are fetched again`() async throws {
        let api = try API()
        var draft = TokenDraft(from: api.provider, at: api.clock.now)
        draft.set("exp", api.clock.now + 86_400)
        let token = try draft.signed()
        for _ in 0..<2 { #expect(try await api.caller(with: token) == "alice") }
        let other = try FakeProvider(key: .generateRSA(keyIdentifier: "key-1"))
        await api.provider.change { $0.published = [other.key.publicKey] }
        // The keys are fresh for an hour; then the old ones are used until the new ones are there.
        api.clock.advance(by: 3600)
        _ = try? await api.caller(with: token)
        for _ in 0..<1000 where try await api.provider.paths.count(where: { $0 == "/keys" }) < 2 { await Task.yield() }
        await #expect(throws: BearerChallenge.self) {
            for _ in 0..<1000 {
                _ = try await api.caller(with: token)
                await Task.yield()
            }
        }
    }

    @Test func `an altered signature is refused after the token was good`() async throws {
        let api = try API()
        let token = try TokenDraft(from: api.provider, at: api.clock.now).signed()
        #expect(try await api.caller(with: token) == "alice")
        let last = try #require(token.last)
        for altered in [token.dropLast() + (last == "A" ? "Q" : "A"), token.dropLast(2) + "AA", token + "A"] {
            await #expect(throws: BearerChallenge.self) { try await api.caller(with: String(altered)) }
        }
        #expect(try await api.caller(with: token) == "alice")
    }

    @Test func `requests with one new token at the same time share one judgement`() async throws {
        let judge = try await Judge()
        let gate = AsyncStream<Void>.makeStream()
        try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<50 {
                group.addTask {
                    try await judge.caller(of: "token") { for await _ in gate.stream { return } }.id
                }
            }
            gate.continuation.yield()
            for try await id in group { #expect(id == "token") }
        }
        #expect(judge.count == 1)
    }

    @Test func `a refusal is shared, and not kept`() async throws {
        let judge = try await Judge()
        let refusal = Refusal(.signatureInvalid, "no")
        for number in 1...3 {
            await #expect(throws: Refusal.self) { try await judge.caller(of: "token", failing: refusal) }
            #expect(judge.count == number && judge.tokens.count == 0)
        }
    }

    @Test func `a request that is cancelled leaves the judgement to the next one`() async throws {
        let judge = try await Judge()
        let (begun, gate) = (AsyncStream<Void>.makeStream(), AsyncStream<Void>.makeStream())
        let first = Task {
            try await judge.caller(of: "token", failing: CancellationError()) {
                begun.continuation.yield()
                for await _ in gate.stream { return }
            }
        }
        for await _ in begun.stream { break }
        async let second = judge.caller(of: "token").id
        gate.continuation.yield()
        await #expect(throws: CancellationError.self) { try await first.value }
        #expect(try await second == "token")
    }

    @Test func `the memory is bounded, and keeps the tokens in use`() async throws {
        let judge = try await Judge(capacity: 100)
        for number in 0..<10_000 {
            _ = try await judge.caller(of: "token \(number)")
            if number % 20 == 0 { _ = try await judge.caller(of: "in use") }
            #expect(judge.tokens.count <= 100)
        }
        #expect(judge.count == 10_001)
    }

    @Test func `two tokens whose hashes begin alike are two tokens`() async throws {
        let judge = try await Judge()
        var seen: [[UInt8]: String] = [:]
        for number in 0... {
            let text = "token \(number)"
            let beginning = Array(SHA256.hash(data: Data(text.utf8)).prefix(2))
            if let other = seen.updateValue(text, forKey: beginning) {
                #expect(try await judge.caller(of: text).id == text)
                #expect(try await judge.caller(of: other).id == other)
                return
            }
        }
    }
}
