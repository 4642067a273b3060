// SPDX-License-Identifier: Apache-2.0
import Foundation
package import HTTPTransport
import Synchronization

/// The providers of an app's registrations, each discovered again once a day.
///
/// Their keys are kept with them, so that a sign-in does not fetch them again.
package actor DiscoveredProviders {
    /// The rules belong to a registration, and two registrations may name one address.
    private struct Name: Hashable {
        let registration: String
        let issuer: URL
        let metadataURL: URL?
        var oauthProvider: OAuthProvider?
    }

    private struct Kept {
        let provider: IdentityProvider
        let since: Date
        var askedAt: Date
    }

    private let transport: any Transport
    private let time: TimeSource
    private let flights = SingleFlight<Name, IdentityProvider>()
    /// Outside the actor's state, so that a provider in use is returned without an actor hop.
    private let kept = Mutex<[Name: Kept]>([:])
    private var attempts: [Name: DiscoveryAttempts] = [:]
    /// Providers move their endpoints rarely, and announce it long before.
    private static let lifetime: TimeInterval = 24 * 3600

    package init(over transport: any Transport, time: TimeSource) {
        self.transport = transport
        self.time = time
    }

    /// The provider of a registration.
    ///
    /// - Throws: As ``IdentityProvider/discover(_:over:time:)``.
    package func provider(for registration: ClientRegistration) async throws -> IdentityProvider {
        let name = Name(
            registration: registration.name, issuer: registration.issuer, metadataURL: registration.metadataURL,
            oauthProvider: registration.oauthProvider)
        return try await provider(name) { [transport, time] in
            try await IdentityProvider.provider(of: registration, over: transport, time: time)
        }
        .following(registration.rules)
    }

    /// A provider with a description, for a program without a registration there, such as an API.
    ///
    /// - Parameters:
    ///   - description: The provider's address and rules.
    ///   - check: Runs before the provider may be asked for its metadata; if it throws, there is no request.
    /// - Returns: The provider.
    /// - Throws: As ``IdentityProvider/discover(_:over:time:)``; the errors of `check`.
    package nonisolated func provider(
        _ description: ProviderDescription, after check: @Sendable () throws -> Void = {}
    ) async throws -> IdentityProvider {
        if let known = known(description) { return known.following(description.rules) }
        try check()
        let name = Name(registration: "", issuer: description.issuer, metadataURL: description.metadataURL)
        return try await provider(name) { [transport, time] in
            try await IdentityProvider.discover(description, over: transport, time: time)
        }
        .following(description.rules)
    }

    /// The provider with a description, if its metadata are of today: then there is nothing to ask.
    package nonisolated func known(_ description: ProviderDescription) -> IdentityProvider? {
        let name = Name(registration: "", issuer: description.issuer, metadataURL: description.metadataURL)
        return earlier(name).flatMap { age($0.since) < Self.lifetime ? $0.provider : nil }
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
        if age(earlier.since) >= Self.lifetime, age(earlier.askedAt) >= Self.pause {
            kept.withLock { $0[name]?.askedAt = time.date() }
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
        kept.withLock { $0[name] = Kept(provider: provider, since: time.date(), askedAt: time.date()) }
        return provider
    }

    private nonisolated func earlier(_ name: Name) -> Kept? { kept.withLock { $0[name] } }
}
