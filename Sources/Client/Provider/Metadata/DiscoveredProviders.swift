// SPDX-License-Identifier: Apache-2.0
import Foundation
package import HTTPTransport

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

    private let transport: any Transport
    private let time: TimeSource
    private let flights = SingleFlight<Name, IdentityProvider>()
    private var kept: [Name: (provider: IdentityProvider, since: Date, askedAt: Date)] = [:]
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
    package func provider(
        _ description: ProviderDescription, after check: @Sendable () throws -> Void = {}
    ) async throws -> IdentityProvider {
        let name = Name(registration: "", issuer: description.issuer, metadataURL: description.metadataURL)
        if kept[name].map({ age($0.since) >= Self.lifetime }) ?? true { try check() }
        return try await provider(name) { [transport, time] in
            try await IdentityProvider.discover(description, over: transport, time: time)
        }
        .following(description.rules)
    }

    /// Returns metadata of up to two days at once; after one day, it also fetches them again in the background.
    ///
    /// A provider that does not answer must not delay its callers. Older metadata must not decide where a secret is
    /// sent.
    private func provider(
        _ name: Name, discovering discover: @escaping @Sendable () async throws -> IdentityProvider
    ) async throws -> IdentityProvider {
        guard let earlier = kept[name], age(earlier.since) < 2 * Self.lifetime else {
            return try await discovered(name, discover)
        }
        if age(earlier.since) >= Self.lifetime, age(earlier.askedAt) >= Self.pause {
            kept[name]?.askedAt = time.date()
            Task { try? await discovered(name, discover) }
        }
        return earlier.provider
    }

    /// Absolute, since a clock may be set back as well as forward.
    private func age(_ moment: Date) -> TimeInterval { abs(time.date().timeIntervalSince(moment)) }

    /// The pause between two attempts in the background.
    private static let pause: TimeInterval = 60

    private func discovered(
        _ name: Name, _ discover: @escaping @Sendable () async throws -> IdentityProvider
    ) async throws -> IdentityProvider {
        let earlier = kept[name]
        return try await flights.run(for: name) { [self] in
            // Another caller may have discovered it since the first look.
            if let later = await kept[name], later.since != earlier?.since { return later.provider }
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
        let provider = provider.keepingKeys(of: kept[name]?.provider)
        kept[name] = (provider, time.date(), time.date())
        return provider
    }
}
