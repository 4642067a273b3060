// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPMessages
import JSONWebSignatures
import OAuthMessages
import SignInProvider

@Suite struct DiscoveredProvidersTests {
    private static let metadataPath = "/.well-known/openid-configuration"
    private static let header = JWSHeader(algorithm: .rs256, keyIdentifier: "rsa")

    private static func registration(_ name: String = "n") throws -> ClientRegistration {
        ClientRegistration(
            name: name, issuer: try #require(URL(string: FakeProvider.issuer)), clientID: "client",
            redirectURI: try #require(RedirectURI("http://localhost")), scopes: [])
    }

    private let fake = FakeProvider()
    private let clock = Clock()
    private let providers: DiscoveredProviders

    init() { providers = DiscoveredProviders(over: fake, time: TimeSource { [clock] in clock.now }) }

    private func provider(_ name: String = "n") async throws -> IdentityProvider {
        try await providers.provider(for: try Self.registration(name))
    }

    /// Expects that the provider is unavailable, since it responds with 503.
    private func expectBusy(_ name: String = "n") async {
        let error = await #expect(throws: ServerError.self) { try await provider(name) }
        #expect(error?.status == 503)
    }

    private func settle(until count: Int) async {
        for _ in 0..<100_000 where fake.count(of: Self.metadataPath) < count { await Task.yield() }
        for _ in 0..<100 { await Task.yield() }
    }

    @Test func `fetches a provider's metadata once per day, and keeps its keys`() async throws {
        for hours in [0.0, 23, 2] {
            clock.advance(by: hours * 3600)
            _ = try await provider()
            if hours == 0 {
                fake.answer("/keys", with: [.cacheControl: "max-age=86400"])
                _ = try await provider().keys.key(for: Self.header)
                fake.answer("/keys", with: 503, "busy")
            }
        }
        await settle(until: 2)
        #expect(fake.count(of: Self.metadataPath) == 2)
        _ = try await provider().keys.key(for: Self.header)
    }

    @Test(.timeLimit(.minutes(1))) func `callers do not wait while metadata is fetched again`() async throws {
        _ = try await provider()
        let answer = fake.hold(Self.metadataPath)
        clock.advance(by: 25 * 3600)
        for _ in 0..<10 { _ = try await provider() }
        await settle(until: 2)
        _ = try await provider()
        #expect(fake.count(of: Self.metadataPath) == 2)
        answer.finish()
    }

    @Test func `keys at another place are other keys`() async throws {
        _ = try await provider().keys.key(for: Self.header)
        fake.answer(Self.metadataPath, FakeProvider.metadata.replacing("/keys", with: "/new"))
        clock.advance(by: 25 * 3600)
        _ = try await provider()
        var moved = try await provider()
        // Nothing waits for the response, so the test polls.
        for _ in 0..<100_000 where moved.metadata.keySetURI?.path() != "/new" {
            await Task.yield()
            moved = try await provider()
        }
        let error = await #expect(throws: ServerError.self) { try await moved.keys.key(for: Self.header) }
        #expect(error?.status == 404)
    }

    @Test func `a provider that cannot be asked again stays what it was`() async throws {
        _ = try await provider()
        fake.answer(Self.metadataPath, with: 503, "busy")
        clock.advance(by: 25 * 3600)
        for _ in 0..<3 {
            _ = try await provider()
            await settle(until: 2)
        }
        #expect(fake.count(of: Self.metadataPath) == 2, "it is not asked again at once")
        clock.advance(by: 61)
        _ = try await provider()
        await settle(until: 3)
        #expect(fake.count(of: Self.metadataPath) == 3)
        await expectBusy("other")
    }

    @Test func `a clock that is set back does not prolong a failure`() async throws {
        fake.answer(Self.metadataPath, with: 503, "busy")
        for _ in 0..<6 { await expectBusy() }
        #expect(fake.count(of: Self.metadataPath) == 4)
        fake.answer(Self.metadataPath, FakeProvider.metadata)
        clock.advance(by: -3600)
        await expectBusy()
        clock.advance(by: 5)
        _ = try await provider()
        #expect(fake.count(of: Self.metadataPath) == 5)
    }

    @Test func `metadata is fetched again after the clock was set back by two days`() async throws {
        _ = try await provider()
        fake.answer(Self.metadataPath, with: 503, "busy")
        clock.advance(by: -47 * 3600)
        _ = try await provider()
        clock.advance(by: -2 * 3600)
        await expectBusy()
    }

    @Test func `a check runs before metadata is fetched, but not for cached metadata`() async throws {
        struct Stop: Error {}
        let description = ProviderDescription(issuer: try #require(URL(string: FakeProvider.issuer)))
        func ask() async throws { _ = try await providers.provider(description) { throw Stop() } }
        await #expect(throws: Stop.self) { try await ask() }
        #expect(fake.count(of: Self.metadataPath) == 0)
        _ = try await providers.provider(description)
        clock.advance(by: 24 * 3600 - 1)
        try await ask()
        clock.advance(by: 1)
        await #expect(throws: Stop.self) { try await ask() }
        await settle(until: 1)
        #expect(fake.count(of: Self.metadataPath) == 1)
    }

    @Test func `two-day-old metadata is fetched again before use`() async throws {
        _ = try await provider()
        clock.advance(by: 49 * 3600)
        fake.answer(Self.metadataPath, with: 503, "busy")
        await expectBusy()
        fake.answer(Self.metadataPath, FakeProvider.metadata.replacing("/token", with: "/moved"))
        let moved = try await provider()
        #expect(moved.metadata.tokenEndpoint?.path() == "/moved")
    }
}
