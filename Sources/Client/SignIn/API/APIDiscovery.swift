// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPTransport
import HTTPTypes
import OAuth
import Provider

/// What an API says of itself, and the provider that a client signs in at for it.
struct DiscoveredAPI: Sendable {
    /// The provider of the API's tokens.
    enum Issuer: Sendable {
        /// The app is registered there.
        case configured(SignInFlow)
        /// Nobody configured it; its metadata are judged.
        case found(URL, IdentityProvider)
    }

    let description: ProtectedResourceMetadata
    let issuer: Issuer
    /// The scopes that the API asks for: those of the challenge, else all that it describes.
    let scopes: ScopeSet
}

/// Finds the provider of an API's tokens, in at most five requests and 30 seconds.
struct APIDiscovery: Sendable {
    let flows: [SignInFlow]
    let accounts: AccountStore
    let resolve: NetworkReach.Resolver

    /// The time for the requests of one discovery.
    private static let deadline: Duration = .seconds(30)

    /// Follows the challenge of an API to its provider.
    ///
    /// - Throws: ``Refusal``, `ServerError`, `TransportError`.
    func api(at address: URL, challengedBy challenges: [AuthenticationChallenge]) async throws -> DiscoveredAPI {
        try await withDeadline(Self.deadline, naming: HTTPRequest(url: address)) {
            let description = try await description(of: address, challengedBy: challenges)
            let asked = challenges.lazy.compactMap { $0.isScheme("Bearer") ? $0["scope"] : nil }.first
            let scopes = asked.map { ScopeSet(text: $0) } ?? description.scopes
            return DiscoveredAPI(
                description: description, issuer: try await issuer(in: description, of: address), scopes: scopes)
        }
    }

    /// An API of the first revision of the Model Context Protocol does not describe itself: its host is its provider.
    private func description(
        of address: URL, challengedBy challenges: [AuthenticationChallenge]
    ) async throws -> ProtectedResourceMetadata {
        do {
            return try await ProtectedResourceMetadata.discover(
                for: address, challengedBy: challenges, over: accounts.transport)
        } catch let refusal as Refusal where refusal.code == .resourceMetadataMissing {
            guard let host = Origin(address).flatMap({ URL(string: $0.description) }),
                (try? await provider(host)) != nil
            else { throw refusal }
            return ProtectedResourceMetadata(resource: address.withoutQuery, authorizationServers: [host])
        }
    }

    /// A provider at which a person is signed in; else one that the app is registered at; else the first.
    private func issuer(
        in description: ProtectedResourceMetadata, of address: URL
    ) async throws -> DiscoveredAPI.Issuer {
        let servers = description.authorizationServers
        let configured = servers.compactMap { server in
            flows.first { $0.registration.issuer.isSameIssuer(as: server) }
        }
        for flow in configured where try await flow.accounts.accounts(of: flow.registration).contains(where: \.isUsable)
        {
            return .configured(flow)
        }
        if let first = configured.first { return .configured(first) }
        guard let issuer = servers.first else {
            throw Refusal(.resourceMetadataMalformed, "the API names no provider of its tokens; report it to the API")
        }
        let isGlobal = NetworkReach.hasGlobal(try await addresses(of: address))
        if isGlobal { try await requireGlobal([issuer]) }
        let provider = try await provider(issuer)
        if isGlobal { try await requireGlobal(provider.metadata.addresses) }
        guard provider.metadata.advertisesProofKey else {
            throw Refusal(
                .proofKeyUnsupported,
                "\(issuer.absoluteString) does not say that it supports PKCE with S256, without which codes can be "
                    + "stolen; register the app there, and name the registration")
        }
        return .found(issuer, provider)
    }

    private func provider(_ issuer: URL) async throws -> IdentityProvider {
        try await accounts.providers.provider(
            ProviderDescription(issuer: issuer, rules: .ofUnknownProvider))
    }

    private func addresses(of address: URL) async throws -> [[UInt8]] {
        guard let host = address.host() else { return [] }
        return try await resolve(host)
    }

    /// Refuses addresses of a network that only this machine reaches.
    ///
    /// A host that is not known here is reached through a proxy, if at all.
    private func requireGlobal(_ addresses: [URL]) async throws {
        for address in addresses where try await NetworkReach(self.addresses(of: address)) == .local {
            throw Refusal(
                .addressNotPublic,
                "an API on the internet leads to \(address.host() ?? "an address"), which is in a private network or on "
                    + "this machine; report it to the API")
        }
    }
}

extension Account {
    fileprivate var isUsable: Bool { !needsSignIn }
}

extension ProviderMetadata {
    /// The addresses to which a client or a browser sends requests.
    fileprivate var addresses: [URL] {
        let all = [
            authorizationEndpoint, tokenEndpoint, registrationEndpoint, keySetURI, userInfoEndpoint,
            revocationEndpoint, endSessionEndpoint, deviceAuthorizationEndpoint, pushedRequestEndpoint,
        ]
        return (all.compactMap(\.self) + mutualTLSAliases.addresses).reduce(into: []) { known, address in
            if !known.contains(where: { Origin.isShared(by: $0, address) }) { known.append(address) }
        }
    }
}
