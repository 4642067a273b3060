// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPMessages
import HTTPTransport
import JSONWebSignatures
import OAuthMessages

@testable import SignInProvider

@Suite struct RemoteKeySetTests {
    private let provider = FakeProvider()
    private let clock = Clock()
    private let keys: RemoteKeySet

    init() {
        keys = RemoteKeySet(
            address: URL(string: "https://id.example/keys"), transport: provider,
            time: TimeSource { [clock] in clock.now })
    }

    private static func header(_ name: String) -> JWSHeader { JWSHeader(algorithm: .rs256, keyIdentifier: name) }

    private static let elliptic = JWSHeader(algorithm: .es256, keyIdentifier: "ec")

    /// Waits for background requests.
    private func settle(until count: Int) async {
        for _ in 0..<100_000 where provider.count(of: "/keys") < count { await Task.yield() }
        for _ in 0..<100 { await Task.yield() }
    }

    @Test func `a thousand callers at once cause one request`() async throws {
        try await withThrowingTaskGroup(of: JSONWebKey.self) { group in
            for _ in 0..<1000 { group.addTask { try await keys.key(for: Self.header("rsa")) } }
            for try await key in group { #expect(key == Key.rsa.publicKey) }
        }
        #expect(provider.count(of: "/keys") == 1)
    }

    @Test
    func `preparing while the provider is away asks four times at most, and costs the tokens nothing`() async throws {
        provider.answer("/keys", with: 503, "{}")
        for _ in 0..<6 {
            let error = await #expect(throws: ServerError.self) { try await keys.prepare() }
            #expect(error?.status == 503)
        }
        #expect(provider.count(of: "/keys") == 4)
        provider.publish([Key.rsa.publicKey])
        #expect(try await keys.key(for: Self.header("rsa")) == Key.rsa.publicKey)
        try await keys.prepare()
        #expect(provider.count(of: "/keys") == 5)
    }

    @Test func `a thousand callers waiting for a new key cause one more request`() async throws {
        _ = try await keys.key(for: Self.header("rsa"))
        provider.publish([Key.rsa.publicKey, Key.elliptic.publicKey])
        try await withThrowingTaskGroup(of: JSONWebKey.self) { group in
            for _ in 0..<1000 { group.addTask { try await keys.key(for: Self.elliptic) } }
            for try await key in group { #expect(key == Key.elliptic.publicKey) }
        }
        #expect(provider.count(of: "/keys") == 2)
    }

    @Test func `a caller that joins an outdated fetch causes one more request`() async throws {
        let (questions, taken) = AsyncStream<Void>.makeStream()
        let (gate, opening) = AsyncStream<Void>.makeStream()
        // Receives its response at once, and returns it when the gate finishes.
        let slow = StubTransport { [provider] request, body in
            let answer = try await provider.send(request, body: body)
            taken.yield()
            for await _ in gate {}
            return answer
        }
        let keys = RemoteKeySet(
            address: URL(string: "https://id.example/keys"), transport: slow, time: TimeSource { [clock] in clock.now })
        async let first = keys.key(for: Self.header("rsa"))
        for await _ in questions { break }
        provider.publish([Key.rsa.publicKey, Key.elliptic.publicKey])
        let reads = clock.reads
        async let second = keys.key(for: Self.elliptic)
        // The second caller reads the clock twice, and joins the first fetch without suspending.
        while clock.reads < reads + 2 { await Task.yield() }
        opening.finish()
        #expect(try await first == Key.rsa.publicKey)
        #expect(try await second == Key.elliptic.publicKey)
        #expect(provider.count(of: "/keys") == 2)
    }

    @Test func `a thousand made-up names cause a few requests, and a known key none`() async throws {
        _ = try await keys.key(for: Self.header("rsa"))
        await withTaskGroup { group in
            for number in 0..<1000 {
                group.addTask {
                    #expect(await refused { try await keys.key(for: Self.header("made up \(number)")) } == .keyUnknown)
                }
            }
        }
        #expect((2...5).contains(provider.count(of: "/keys")))
        let count = provider.count(of: "/keys")
        _ = try await keys.key(for: Self.header("rsa"))
        #expect(provider.count(of: "/keys") == count)
    }

    @Test func `a new key is found within five seconds while made-up names come without end`() async throws {
        for number in 0..<200 { _ = try? await keys.key(for: Self.header("junk \(number)")) }
        let before = provider.count(of: "/keys")
        provider.publish([Key.elliptic.publicKey])
        var seconds = 0
        while (try? await keys.key(for: Self.elliptic)) == nil {
            for number in 0..<200 { _ = try? await keys.key(for: Self.header("junk \(seconds) \(number)")) }
            clock.advance(by: 1)
            seconds += 1
            try #require(seconds < 60)
        }
        #expect(seconds <= 5)
        #expect(provider.count(of: "/keys") == before + 1)
    }

    @Test func `the error for an unknown key mentions that several keys have no ID`() async throws {
        func unnamed(_ key: JSONWebPrivateKey) throws -> JSONWebKey {
            var members = try StrictJSON.object(in: key.publicKey.jsonData)
            members["kid"] = nil
            return try JSONWebKey(jsonData: Data(JSONValue.object(members).text.utf8))
        }
        func message(_ header: JWSHeader, _ keys: RemoteKeySet) async throws -> String {
            let refusal = try #require(await #expect(throws: Refusal.self) { try await keys.key(for: header) })
            #expect(refusal.code == .keyUnknown)
            return refusal.message
        }
        provider.publish([try unnamed(Key.rsa), try unnamed(Key.otherRSA), Key.elliptic.publicKey])
        let nameless = JWSHeader(algorithm: .rs256)
        #expect(try await message(nameless, keys).contains("names no key (kid), and 2 of the provider's keys match"))
        #expect(try await message(Self.header("rsa"), keys).contains("2 of the provider's keys have no name (kid)"))
        provider.publish([Key.rsa.publicKey])
        clock.advance(by: 6)
        #expect(try await message(Self.header("other"), keys).contains("does not publish the token's key"))
    }

    @Test func `old keys are used at once and fetched behind the caller's back`() async throws {
        _ = try await keys.key(for: Self.header("rsa"))
        provider.publish([Key.rsa.publicKey, Key.elliptic.publicKey])
        clock.advance(by: 3600)
        for _ in 0..<10 { _ = try await keys.key(for: Self.header("rsa")) }
        await settle(until: 2)
        #expect(provider.count(of: "/keys") == 2)
        _ = try await keys.key(for: Self.elliptic)
        #expect(provider.count(of: "/keys") == 2)
    }

    @Test(.timeLimit(.minutes(1)))
    func `callers do not wait while keys are refreshed in the background`() async throws {
        _ = try await keys.key(for: Self.header("rsa"))
        let answer = provider.hold("/keys")
        clock.advance(by: 3600)
        for _ in 0..<10 { _ = try await keys.key(for: Self.header("rsa")) }
        await settle(until: 2)
        for _ in 0..<10 { _ = try await keys.key(for: Self.header("rsa")) }
        #expect(provider.count(of: "/keys") == 2)
        answer.finish()
    }

    @Test func `keys stay usable while the provider is down for half a day`() async throws {
        _ = try await keys.key(for: Self.header("rsa"))
        provider.answer("/keys", with: 503, "busy")
        clock.advance(by: 3600)
        for hours in 0..<12 {
            _ = try await keys.key(for: Self.header("rsa"))
            await settle(until: hours + 2)
            clock.advance(by: 3600)
        }
        let error = await #expect(throws: ServerError.self) { try await keys.key(for: Self.header("rsa")) }
        #expect(error?.status == 503)
        provider.publish([Key.rsa.publicKey])
        _ = try await keys.key(for: Self.header("rsa"))
    }

    @Test func `a key that the provider withdrew is gone`() async throws {
        _ = try await keys.key(for: Self.header("rsa"))
        provider.publish([Key.elliptic.publicKey])
        clock.advance(by: 3600)
        _ = try await keys.key(for: Self.header("rsa"))
        await settle(until: 2)
        #expect(await refused { try await keys.key(for: Self.header("rsa")) } == .keyUnknown)
    }

    @Test func `a clock that was set back does not keep new keys out`() async throws {
        _ = try await keys.key(for: Self.header("rsa"))
        for number in 0..<4 { _ = try? await keys.key(for: Self.header("junk \(number)")) }
        provider.publish([Key.elliptic.publicKey])
        clock.advance(by: -7200)
        _ = try? await keys.key(for: Self.elliptic)
        clock.advance(by: 5)
        #expect(try await keys.key(for: Self.elliptic) == Key.elliptic.publicKey)
    }

    @Test(arguments: [(503, "busy"), (200, "<html>"), (200, #"{"keys":[]}"#), (302, "")])
    func `what is no key set does not drive good keys out`(_ status: Int, _ body: String) async throws {
        _ = try await keys.key(for: Self.header("rsa"))
        provider.answer("/keys", with: status, body)
        let error = await #expect(throws: (any Error).self) { try await keys.key(for: Self.header("new")) }
        #expect((error as? Refusal)?.code != .keyUnknown, "whether there is such a key, nobody knows")
        _ = try await keys.key(for: Self.header("rsa"))
    }

    @Test func `retries an unavailable provider a limited number of times`() async throws {
        provider.answer("/keys", with: 503, "busy")
        for _ in 0..<10 {
            let error = await #expect(throws: ServerError.self) { try await keys.key(for: Self.header("rsa")) }
            #expect(error?.nextAction == .retry(after: nil))
        }
        #expect(provider.count(of: "/keys") == 4)
        provider.publish([Key.rsa.publicKey])
        clock.advance(by: 5)
        _ = try await keys.key(for: Self.header("rsa"))
    }

    @Test func `a key set that is too long is not read`() async throws {
        provider.answer("/keys", #"{"keys":[],"x":""# + String(repeating: "x", count: 512 * 1024) + "\"}")
        let refusal = await #expect(throws: Refusal.self) { try await keys.key(for: Self.header("rsa")) }
        #expect(refusal?.code == .keySetMalformed)
        #expect((refusal?.cause as? JOSEError)?.code == .keySetTooLarge)
    }

    @Test func `keys are kept as long as the response says`() async throws {
        provider.answer("/keys", with: [.cacheControl: "public, max-age=7200", .age: "600"])
        _ = try await keys.key(for: Self.header("rsa"))
        clock.advance(by: 6599)
        _ = try await keys.key(for: Self.header("rsa"))
        await settle(until: 1)
        #expect(provider.count(of: "/keys") == 1)
        clock.advance(by: 1)
        _ = try await keys.key(for: Self.header("rsa"))
        await settle(until: 2)
        #expect(provider.count(of: "/keys") == 2)
    }

    @Test func `a token that names no key is tried with the new key once the provider has changed it`() async throws {
        var fixture = TokenFixture()
        fixture.provider = provider
        fixture.keyIdentifier = nil
        let validator = try await fixture.validator()
        _ = try await validator.validateIDToken(in: try fixture.tokens(), answering: try fixture.answer())
        provider.publish([Key.otherRSA.publicKey])
        fixture.key = Key.otherRSA
        _ = try await validator.validateIDToken(in: try fixture.tokens(), answering: try fixture.answer())
        #expect(provider.count(of: "/keys") == 2)
        fixture.key = Key.rsa
        for _ in 0..<20 {
            let (tokens, answer) = (try fixture.tokens(), try fixture.answer())
            let refusal = await refused {
                try await validator.validateIDToken(in: tokens, answering: answer)
            }
            #expect(refusal == .signatureInvalid)
        }
        #expect(provider.count(of: "/keys") <= 6, "forged tokens cannot flood the provider")
    }
}
