// SPDX-License-Identifier: Apache-2.0
package import HTTPTransport
package import OAuthMessages
import PortableFoundation
import Synchronization

/// The providers of an app's registrations with their keys, each discovered again once a day.
package actor DiscoveredProviders {
    /// The rules belong to a registration, and two registrations may share an issuer.
    package struct Name: Sendable, Hashable {
        private let registration: String
        /// Strings compare many times faster than URLs.
        private let issuer: String
        private let metadataAddress: String?
        private let oauthProvider: OAuthProvider?
        private let reach: NetworkReach?

        /// For a provider without a registration.
        package init(_ description: ProviderDescription, within reach: NetworkReach? = nil) {
            (registration, issuer, oauthProvider) = ("", description.issuer.absoluteString, nil)
            metadataAddress = description.metadataURL?.absoluteString
            self.reach = reach
        }

        fileprivate init(_ registration: ClientRegistration) {
            // APIs that name the same provider share it.
            let name = registration.api == nil ? registration.name : ""
            (self.registration, issuer) = (name, registration.issuer.absoluteString)
            (metadataAddress, oauthProvider) = (
                registration.metadataURL?.absoluteString, registration.oauthProvider
            )
            reach = registration.reach
        }
    }

    /// Metadata of up to two days; a class, because an API reads it for each request.
    package final class Kept: Sendable {
        /// Has the rules of the first caller.
        package let provider: IdentityProvider
        fileprivate let since: Date

        fileprivate init(_ provider: IdentityProvider, since: Date) {
            (self.provider, self.since) = (provider, since)
        }
    }

    /// The nonces and clocks of the providers, and of the APIs that accept their tokens.
    private nonisolated let dpopServers = DPoPServers()
    package nonisolated let resolve: NetworkReach.Resolver
    private let transport: any Transport
    private let time: TimeSource
    private let flights = SingleFlight<Name, IdentityProvider>()
    /// Outside the actor's state, so that a provider in use is returned without an actor hop.
    private let kept = Mutex<[Name: Kept]>([:])
    private var attempts: [Name: DiscoveryAttempts] = [:]
    private var askedAt: [Name: Date] = [:]
    /// Providers move their endpoints rarely, and announce it in advance.
    private static let lifetime: TimeInterval = 24 * 3600

    package init(
        over transport: any Transport, time: TimeSource,
        resolving resolve: @escaping NetworkReach.Resolver = NetworkReach.system
    ) {
        self.transport = transport
        self.resolve = resolve
        self.time = time
    }

    package func provider(for registration: ClientRegistration) async throws -> IdentityProvider {
        try registration.checkProfile()
        try registration.checkCertificate(of: transport)
        let provider = try await provider(Name(registration)) {
            [time, transport = transport(within: registration.reach)] in
            let provider = try await IdentityProvider.provider(of: registration, over: transport, time: time)
            try await transport.check(provider.metadata.addresses)
            return provider
        }
        .used(by: registration)
        try registration.profile?.check(provider.metadata, for: registration)
        try registration.checkCertificateBinding(at: provider.metadata)
        return provider
    }

    /// For a program without a registration there, such as an API: `check` runs before the metadata request, and
    /// prevents it by throwing.
    package nonisolated func provider(
        _ description: ProviderDescription, within reach: NetworkReach? = nil,
        after check: @Sendable () throws -> Void = {}
    ) async throws -> IdentityProvider {
        let name = Name(description, within: reach)
        if let known = known(name) { return known.provider.following(description.rules) }
        try check()
        return try await provider(name) { [time, transport = transport(within: reach)] in
            let provider = try await IdentityProvider.discover(description, over: transport, time: time)
            try await transport.check(provider.metadata.addresses)
            return provider
        }
        .following(description.rules)
    }

    package nonisolated func prover(of key: DPoPKey) -> DPoPProver {
        DPoPProver(key, servers: dpopServers, time: time)
    }

    private nonisolated func transport(within reach: NetworkReach?) -> NetworkBoundTransport {
        NetworkBoundTransport(over: transport, within: reach, resolving: resolve)
    }

    package nonisolated func known(_ name: Name) -> Kept? {
        earlier(name).flatMap { age($0.since) < Self.lifetime ? $0 : nil }
    }

    /// Returns metadata of up to two days; after one day, it also refreshes them in the background.
    ///
    /// A provider that is down must not delay callers, but older metadata must not decide where a secret is sent.
    private func provider(
        _ name: Name, discovering discover: @escaping @Sendable () async throws -> IdentityProvider
    ) async throws -> IdentityProvider {
        guard let earlier = earlier(name), age(earlier.since) < 2 * Self.lifetime else {
            return try await discovered(name, discover)
        }
        if age(earlier.since) >= Self.lifetime,
            askedAt[name].map({ age($0) >= Self.pause }) ?? true
        {
            askedAt[name] = time.date()
            Task { try? await discovered(name, discover) }
        }
        return earlier.provider
    }

    /// Absolute, because the clock may be set back.
    private nonisolated func age(_ moment: Date) -> TimeInterval { abs(time.date().timeIntervalSince(moment)) }

    private static let pause: TimeInterval = 60

    private func discovered(
        _ name: Name, _ discover: @escaping @Sendable () async throws -> IdentityProvider
    ) async throws -> IdentityProvider {
        let earlier = earlier(name)
        return try await flights.run(for: name) { [self] in
            // Another caller may have discovered it since the first look.
            if let later = self.earlier(name), later.since != earlier?.since { return later.provider }
            return try await ask(name, discover)
        }
    }

    private func ask(
        _ name: Name, _ discover: @Sendable () async throws -> IdentityProvider
    ) async throws -> IdentityProvider {
        try attempts[name, default: DiscoveryAttempts()].begin(now: time.date())
        do {
            let provider = try await discover().keepingKeys(of: earlier(name)?.provider)
            let fresh = Kept(provider, since: time.date())
            kept.withLock { $0[name] = fresh }
            attempts[name]?.end(with: nil)
            return provider
        } catch {
            attempts[name]?.end(with: error is CancellationError ? nil : error)
            throw error
        }
    }

    private nonisolated func earlier(_ name: Name) -> Kept? { kept.withLock { $0[name] } }
}

/// Decides when to retry after a provider's metadata could not be fetched.
///
/// Any client can send tokens to an API. Without metadata, these cause a burst of four requests and then one per five
/// seconds; in between, the last failure is thrown.
struct DiscoveryAttempts {
    private var bucket = TokenBucket(capacity: 4, interval: KeySetCache.refillInterval)
    private var clock = SteadyClock()
    private var failure: (any Error)?

    mutating func begin(now: Date) throws {
        let isEarly = !bucket.take(now: clock.time(at: now))
        if let failure, isEarly { throw failure }
    }

    mutating func end(with failure: (any Error)?) { self.failure = failure }
}
