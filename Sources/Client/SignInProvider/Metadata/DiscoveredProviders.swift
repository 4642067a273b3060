// SPDX-License-Identifier: Apache-2.0
package import HTTPTransport
package import OAuthMessages
import PortableFoundation
import Synchronization

/// The providers of an app's registrations, each discovered again once a day.
///
/// Their keys are kept with them, so that a sign-in does not fetch them again.
package actor DiscoveredProviders {
    /// The key of a provider here.
    ///
    /// The rules belong to a registration, and two registrations may name one address.
    package struct Name: Sendable, Hashable {
        private let registration: String
        /// As texts, which are compared many times faster than URLs.
        private let issuer: String
        private let metadataAddress: String?
        private let oauthProvider: OAuthProvider?
        /// The network to which the provider's transport is limited.
        private let reach: NetworkReach?

        /// The key of a provider without a registration.
        package init(_ description: ProviderDescription, within reach: NetworkReach? = nil) {
            (registration, issuer, oauthProvider) = ("", description.issuer.absoluteString, nil)
            metadataAddress = description.metadataURL?.absoluteString
            self.reach = reach
        }

        fileprivate init(_ registration: ClientRegistration) {
            // APIs that name one provider share it.
            let name = registration.api == nil ? registration.name : ""
            (self.registration, issuer) = (name, registration.issuer.absoluteString)
            (metadataAddress, oauthProvider) = (
                registration.metadataURL?.absoluteString, registration.oauthProvider
            )
            reach = registration.reach
        }
    }

    /// A provider with metadata of two days at most; by reference, since an API looks at it for each request.
    package final class Kept: Sendable {
        /// The provider, with the rules of the first caller.
        package let provider: IdentityProvider
        fileprivate let since: Date

        fileprivate init(_ provider: IdentityProvider, since: Date) {
            (self.provider, self.since) = (provider, since)
        }
    }

    /// The nonces and clocks of the providers, and of the APIs that take their tokens.
    private nonisolated let dpopServers = DPoPServers()
    /// Looks up hosts, where a network is demanded.
    package nonisolated let resolve: NetworkReach.Resolver
    private let transport: any Transport
    private let time: TimeSource
    private let flights = SingleFlight<Name, IdentityProvider>()
    /// Outside the actor's state, so that a provider in use is returned without an actor hop.
    private let kept = Mutex<[Name: Kept]>([:])
    private var attempts: [Name: DiscoveryAttempts] = [:]
    /// When the metadata of a provider were last asked for in the background.
    private var askedAt: [Name: Date] = [:]
    /// Providers move their endpoints rarely, and announce it long before.
    private static let lifetime: TimeInterval = 24 * 3600

    package init(
        over transport: any Transport, time: TimeSource,
        resolving resolve: @escaping NetworkReach.Resolver = NetworkReach.system
    ) {
        self.transport = transport
        self.resolve = resolve
        self.time = time
    }

    /// The provider of a registration.
    ///
    /// - Throws: As ``IdentityProvider/discover(_:over:time:)``; ``Refusal`` (`securityProfileUnmet`,
    ///   `tokenNotBound`).
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

    /// A provider with a description, for a program without a registration there, such as an API.
    ///
    /// `check` runs before the provider may be asked for its metadata; if it throws, there is no request.
    ///
    /// - Throws: As ``IdentityProvider/discover(_:over:time:)``; ``Refusal`` (`addressNotPublic`); the errors of
    ///   `check`.
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

    /// Makes proofs of a key, with the nonces and clocks that the servers have told so far.
    package nonisolated func prover(of key: DPoPKey) -> DPoPProver {
        DPoPProver(key, servers: dpopServers, time: time)
    }

    private nonisolated func transport(within reach: NetworkReach?) -> NetworkBoundTransport {
        NetworkBoundTransport(over: transport, within: reach, resolving: resolve)
    }

    /// The provider with a name, if its metadata are of today: then there is nothing to ask.
    package nonisolated func known(_ name: Name) -> Kept? {
        earlier(name).flatMap { age($0.since) < Self.lifetime ? $0 : nil }
    }

    /// Returns metadata of up to two days at once; after one day, it also fetches them again in the background.
    ///
    /// A provider that does not answer must not delay its callers. Older metadata must not decide where a secret is
    /// sent.
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

    /// Absolute, since a clock may be set back as well as forward.
    private nonisolated func age(_ moment: Date) -> TimeInterval { abs(time.date().timeIntervalSince(moment)) }

    /// The pause between two attempts in the background.
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
            let provider = keep(try await discover(), as: name)
            attempts[name]?.end(with: nil)
            return provider
        } catch {
            attempts[name]?.end(with: error is CancellationError ? nil : error)
            throw error
        }
    }

    private func keep(_ provider: IdentityProvider, as name: Name) -> IdentityProvider {
        let provider = provider.keepingKeys(of: earlier(name)?.provider)
        let fresh = Kept(provider, since: time.date())
        kept.withLock { $0[name] = fresh }
        return provider
    }

    private nonisolated func earlier(_ name: Name) -> Kept? { kept.withLock { $0[name] } }
}

/// Decides when to ask again after a provider's metadata could not be fetched; pure, and driven by
/// ``DiscoveredProviders``.
///
/// Any client can send tokens to an API. While the provider gives no metadata, these cause four requests at once and
/// then one every five seconds; in between the last failure is the answer.
struct DiscoveryAttempts {
    private var bucket = TokenBucket(capacity: 4, interval: KeySetCache.refillInterval)
    private var clock = SteadyClock()
    private var failure: (any Error)?

    /// Counts one attempt.
    ///
    /// - Throws: The last failure, if it is too early for another attempt.
    mutating func begin(now: Date) throws {
        let isEarly = !bucket.take(now: clock.time(at: now))
        if let failure, isEarly { throw failure }
    }

    /// Notes the failure of an attempt; `nil` for success.
    mutating func end(with failure: (any Error)?) { self.failure = failure }
}
