// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPMessages
import JSONWebSignatures
import SystemCryptography

@testable import BearerAuth

/// A token is verified once, until it or its key expires.
@Suite struct VerifiedTokensTests {
    /// Accepts tokens for an hour, and counts the validations.
    private final class Judge: Sendable {
        let clock = TestClock()
        let tokens: VerifiedTokens
        private let provider: IdentityProvider
        private let judged = Mutex(0)

        init(capacity: Int = 100) async throws {
            let time = TimeSource { [clock] in clock.now }
            provider = try await IdentityProvider.discover(
                ProviderDescription(issuer: FakeProvider.issuer), over: try FakeProvider(), time: time)
            try await provider.keys.prepare()
            tokens = VerifiedTokens(capacity: capacity, time: time)
        }

        var count: Int { judged.withLock { $0 } }

        /// Waits until this many requests wait for another one's validation.
        func waiting(_ count: Int) async throws {
            try await until { tokens.waitingCount >= count }
            try #require(tokens.waitingCount == count)
        }

        func caller(
            of text: String, failing error: (any Error)? = nil, after pause: () async -> Void = {}
        ) async throws
            -> Caller
        {
            try await tokens.caller(of: Redacted(text)) {
                judged.withLock { $0 += 1 }
                await pause()
                if let error { throw error }
                let now = Int(clock.now.timeIntervalSince1970)
                let claims = Claims(["iat": .integer(now), "nbf": .integer(now), "exp": .integer(now + 3600)])
                let grounds = { @Sendable [provider] in
                    VerifiedTokens.Grounds(provider.keys, issuer: provider.metadata.issuer)
                }
                return .accepted(
                    VerifiedTokens.Entry(
                        Caller(id: text, issuer: "i", subject: text, clientID: "c", claims: claims),
                        times: TimeRules(), grounds: grounds(), current: grounds))
            }
        }
    }

    /// An API with a signing provider, whose keys change.
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
        var draft = TokenDraft(from: api.provider, at: api.clock.now)
        // The keys are fresh for an hour; the token ends before.
        draft.set("exp", api.clock.now + 600)
        let token = try draft.signed()
        for _ in 0..<3 { #expect(try await api.caller(with: token) == "alice") }
        // Clocks may differ by five minutes.
        api.clock.advance(by: 899)
        #expect(try await api.caller(with: token) == "alice")
        api.clock.advance(by: 1)
        let ended = await #expect(throws: BearerChallenge.self) { try await api.caller(with: token) }
        #expect(ended?.message.contains("expired") == true)
        api.clock.advance(by: -900)
        #expect(try await api.caller(with: token) == "alice")
        api.clock.advance(by: -311)
        let early = await #expect(throws: BearerChallenge.self) { try await api.caller(with: token) }
        #expect(early?.message.contains("not valid yet") == true)
    }

    @Test func `a token falls with its key, as soon as another token brings the new keys`() async throws {
        let api = try API()
        let token = try TokenDraft(from: api.provider, at: api.clock.now).signed()
        for _ in 0..<2 { #expect(try await api.caller(with: token) == "alice") }
        let other = try FakeProvider(key: .generateRSA(keyIdentifier: "key-2"))
        await api.provider.change { $0.published = [other.key.publicKey] }
        #expect(try await api.caller(with: token) == "alice", "the old keys are fresh")
        var next = TokenDraft(from: api.provider, subject: "bob", at: api.clock.now)
        (next.key, next.header) = (other.key, JWSHeader(algorithm: .rs256, keyIdentifier: "key-2", type: "JWT"))
        #expect(try await api.caller(with: next.signed()) == "bob")
        await #expect(throws: BearerChallenge.self) { try await api.caller(with: token) }
    }

    @Test func `a token falls with the issuer in its provider's metadata`() async throws {
        let api = try API()
        var draft = TokenDraft(from: api.provider, at: api.clock.now)
        draft.set("exp", api.clock.now + 7 * 86_400)
        let token = try draft.signed()
        for _ in 0..<2 { #expect(try await api.caller(with: token) == "alice") }
        await api.provider.change { $0.statedIssuer = "https://login.example/another/v2.0" }
        // Metadata are used for two days at most.
        api.clock.advance(by: 2 * 86_400)
        await #expect(throws: ProviderUnavailable.self) { try await api.caller(with: token) }
    }

    @Test func `rejects an altered signature after a valid token`() async throws {
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
                group.addTask { try await judge.caller(of: "token") { for await _ in gate.stream {} }.id }
            }
            try await judge.waiting(49)
            gate.continuation.finish()
            for try await id in group { #expect(id == "token") }
        }
        #expect(judge.count == 1 && judge.tokens.waitingCount == 0)
    }

    @Test func `a refusal is shared, and not kept`() async throws {
        let judge = try await Judge()
        let refusal = Refusal(.signatureInvalid, "no")
        for number in 1...2 {
            let gate = AsyncStream<Void>.makeStream()
            let requests = (0..<2).map { _ in
                Task { try await judge.caller(of: "token", failing: refusal) { for await _ in gate.stream {} } }
            }
            try await judge.waiting(1)
            gate.continuation.finish()
            for request in requests { await #expect(throws: Refusal.self) { try await request.value } }
            #expect(judge.count == number && judge.tokens.count == 0)
        }
    }

    @Test func `a request that is cancelled leaves the judgement to the next one`() async throws {
        let judge = try await Judge()
        let gate = AsyncStream<Void>.makeStream()
        let first = Task {
            try await judge.caller(of: "token", failing: CancellationError()) { for await _ in gate.stream {} }
        }
        try await until { judge.count >= 1 }
        async let second = judge.caller(of: "token").id
        try await judge.waiting(1)
        gate.continuation.finish()
        await #expect(throws: CancellationError.self) { try await first.value }
        #expect(try await second == "token")
    }

    @Test func `a request that waits can be cancelled`() async throws {
        let judge = try await Judge()
        let gate = AsyncStream<Void>.makeStream()
        async let first = judge.caller(of: "token") { for await _ in gate.stream {} }.id
        try await until { judge.count >= 1 }
        let second = Task { try await judge.caller(of: "token") }
        try await judge.waiting(1)
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.value }
        gate.continuation.finish()
        #expect(try await first == "token")
    }

    @Test func `the memory is bounded, and keeps the tokens in use`() async throws {
        let judge = try await Judge(capacity: 100)
        for number in 0..<10_000 {
            _ = try await judge.caller(of: "token \(number)")
            if number % 20 == 0 { _ = try await judge.caller(of: "in use") }
            #expect(judge.tokens.count <= 100)
        }
        #expect(judge.count == 10_001)
        #expect(VerifiedTokens(time: .system).capacity == 8192)
    }

    @Test func `two tokens whose hashes begin alike are two tokens`() async throws {
        let judge = try await Judge()
        var seen: [[UInt8]: String] = [:]
        for number in 0... {
            let text = "token \(number)"
            let beginning = Array(SHA256.hash(data: Data(text.utf8)).prefix(2))
            if let other = seen.updateValue(text, forKey: beginning) {
                #expect(try await (judge.caller(of: text).id, judge.caller(of: other).id) == (text, other))
                return
            }
        }
    }

    @Test func `refused tokens are forgotten beyond an eighth of the capacity, and judged again`() async throws {
        let judge = try await Judge(capacity: 24)
        let judged = Mutex<[String]>([])
        func refuse(_ token: String) async {
            await #expect(throws: Refusal.self) {
                try await judge.tokens.caller(of: Redacted(token)) {
                    judged.withLock { $0.append(token) }
                    return .refused(Refusal(.expired, "it ended"), until: judge.clock.now + 60)
                }
            }
        }
        for token in ["a", "b", "c", "a", "b", "c"] { await refuse(token) }
        #expect(judged.withLock { $0 } == ["a", "b", "c"], "three are remembered")
        await refuse("d")
        await refuse("a")
        #expect(judged.withLock { $0 } == ["a", "b", "c", "d", "a"])
        #expect(judge.tokens.count == 0)
    }
}
