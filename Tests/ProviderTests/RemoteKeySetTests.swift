// SPDX-License-Identifier: Apache-2.0
import Foundation
import JOSE
import OAuth
import Testing

@testable import Provider

@Suite struct RemoteKeySetTests {
    private let provider = FakeProvider()
    private let clock = Clock()

    private func keySet() throws -> RemoteKeySet {
        RemoteKeySet(
            address: try #require(URL(string: "https://id.example/keys")), transport: provider,
            now: { [clock] in clock.now })
    }

    private static func header(_ name: String) -> JWSHeader {
        JWSHeader(algorithm: .rs256, keyIdentifier: name)
    }

    @Test func `a hundred callers at once cause one request`() async throws {
        let keys = try keySet()
        try await withThrowingTaskGroup(of: JSONWebKey.self) { group in
            for _ in 0..<100 { group.addTask { try await keys.key(for: Self.header("rsa")) } }
            for try await key in group { #expect(key == Key.rsa.publicKey) }
        }
        #expect(provider.count(of: "/keys") == 1)
    }

    @Test func `a made-up key name asks again once in thirty seconds`() async throws {
        let keys = try keySet()
        _ = try await keys.key(for: Self.header("rsa"))
        for (seconds, count) in [(29.0, 1), (1, 2), (0, 2), (29, 2), (1, 3)] {
            clock.advance(by: seconds)
            let refusal = await #expect(throws: Refusal.self) {
                try await keys.key(for: Self.header("made up"))
            }
            #expect(refusal?.code == .keyUnknown)
            #expect(provider.count(of: "/keys") == count)
        }
        _ = try await keys.key(for: Self.header("rsa"))
        #expect(provider.count(of: "/keys") == 3, "known keys need no request")
    }

    @Test func `a key that the provider added is found`() async throws {
        let keys = try keySet()
        _ = try await keys.key(for: Self.header("rsa"))
        provider.publish([Key.rsa.publicKey, Key.elliptic.publicKey])
        clock.advance(by: 30)
        let header = JWSHeader(algorithm: .es256, keyIdentifier: "ec")
        #expect(try await keys.key(for: header) == Key.elliptic.publicKey)
    }

    @Test func `a key that the provider withdrew is gone after a day`() async throws {
        let keys = try keySet()
        _ = try await keys.key(for: Self.header("rsa"))
        provider.publish([Key.elliptic.publicKey])
        clock.advance(by: 24 * 3600 - 1)
        _ = try await keys.key(for: Self.header("rsa"))
        clock.advance(by: 1)
        let refusal = await #expect(throws: Refusal.self) { try await keys.key(for: Self.header("rsa")) }
        #expect(refusal?.code == .keyUnknown)
    }

    @Test func `a clock that was set back does not keep new keys out`() async throws {
        let keys = try keySet()
        _ = try await keys.key(for: Self.header("rsa"))
        provider.publish([Key.elliptic.publicKey])
        clock.advance(by: -7200)
        _ = try await keys.key(for: JWSHeader(algorithm: .es256, keyIdentifier: "ec"))
    }

    @Test func `a provider that is down is asked again`() async throws {
        let keys = try keySet()
        provider.answer("/keys", with: 503, "busy")
        let error = await #expect(throws: ServerError.self) { try await keys.key(for: Self.header("rsa")) }
        #expect(error?.nextAction == .retry(after: nil))
        provider.publish([Key.rsa.publicKey])
        _ = try await keys.key(for: Self.header("rsa"))
    }
}

extension RemoteKeySetTests {
    @Test func `the cache decides without asking anybody`() {
        var cache = KeySetCache()
        let start = Date(timeIntervalSince1970: 0)
        func action(_ name: String, after seconds: TimeInterval) -> String {
            switch cache.action(for: Self.header(name), now: start + seconds) {
            case .use: "use"
            case .fetch: "fetch"
            case .refuse: "refuse"
            }
        }
        #expect(action("rsa", after: 0) == "fetch")
        cache.keep(JSONWebKeySet([Key.rsa.publicKey]), now: start)
        #expect(["use", "use", "fetch"] == [0, 86_399, 86_400].map { action("rsa", after: $0) })
        #expect(["refuse", "refuse", "fetch"] == [0, 29, 30].map { action("x", after: $0) })
    }
}
