// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import HTTPTransport
import Hosts
import OAuthMessages
import PortableFoundation
import SignInProvider

/// An API's description of itself, and the provider that a client signs in at for it.
struct DiscoveredAPI: Sendable {
    /// The provider of the API's tokens.
    enum Issuer: Sendable {
        /// The app is registered there.
        case configured(SignInFlow)
        /// Found through the API; its metadata are judged.
        case discovered(URL, IdentityProvider)
    }

    let metadata: ProtectedResourceMetadata
    let issuer: Issuer
    /// The scopes that the API asks for: those of the challenge, else all that it describes.
    let scopes: ScopeSet
    /// Whether the API is in a network of this machine; only then may its provider be there too.
    let isLocal: Bool

    var issuerAddress: URL {
        switch issuer {
        case .configured(let flow): flow.registration.issuer
        case .discovered(let issuer, _): issuer
        }
    }

    /// The only network in which its provider may be; `nil` for any.
    var providerReach: NetworkReach? { Self.providerReach(ofLocal: isLocal) }

    static func providerReach(ofLocal isLocal: Bool) -> NetworkReach? { isLocal ? nil : .global }
}

/// Finds the provider of an API's tokens, in at most eleven requests and 30 seconds.
struct APIDiscovery: Sendable {
    let client: APIClient
    let accounts: AccountStore

    /// The time for the requests of one discovery.
    private static let deadline: Duration = .seconds(30)

    /// Follows the challenge of an API to its provider.
    func api(at address: URL, challengedBy challenges: [AuthenticationChallenge]) async throws -> DiscoveredAPI {
        try await withDeadline(Self.deadline, naming: HTTPRequest(url: address)) {
            let (metadata, isLocal) = try await metadata(of: address, challengedBy: challenges)
            let asked = challenges.lazy.compactMap { $0.isScheme("Bearer") ? $0["scope"] : nil }.first
            let scopes = asked.map { ScopeSet(text: $0) } ?? metadata.scopes
            return DiscoveredAPI(
                metadata: metadata, issuer: try await issuer(in: metadata, isLocal: isLocal), scopes: scopes,
                isLocal: isLocal)
        }
    }

    /// The metadata, and whether the API is in a network of this machine.
    ///
    /// The look-up of its name does not suffice: its owner can give the name another address at any time. The metadata
    /// must come from an address of this network as well.
    private func metadata(
        of address: URL, challengedBy challenges: [AuthenticationChallenge]
    ) async throws -> (ProtectedResourceMetadata, isLocal: Bool) {
        let host = try URLHost(ofForeign: address)
        let known = try await host.addresses(resolving: accounts.providers.resolve)
        if !known.isEmpty, !NetworkReach.hasGlobal(known) {
            do {
                return (try await metadata(of: address, challengedBy: challenges, isLocal: true), true)
            } catch let refusal as Refusal where refusal.code == .addressNotPublic {
                // It is elsewhere, or only a proxy reaches it.
            }
        }
        return (try await metadata(of: address, challengedBy: challenges, isLocal: false), false)
    }

    /// An API of the first revision of the Model Context Protocol does not describe itself: its host is its provider.
    private func metadata(
        of address: URL, challengedBy challenges: [AuthenticationChallenge], isLocal: Bool
    ) async throws -> ProtectedResourceMetadata {
        do {
            return try await ProtectedResourceMetadata.discover(
                for: address, challengedBy: challenges, over: accounts.transport(within: isLocal ? .local : nil))
        } catch let refusal as Refusal
            where [.resourceMetadataMissing, .resourceMetadataMalformed].contains(refusal.code)
            && !challenges.contains(where: { $0["resource_metadata"] != nil })
        {
            guard let host = Origin(address).flatMap({ URL(string: $0.description) }),
                (try? await provider(host, isLocal: isLocal)) != nil
            else { throw refusal }
            return ProtectedResourceMetadata(resource: address.withoutQuery, authorizationServers: [host])
        }
    }

    /// A provider at which a person is signed in; else one that the app is registered at; else the first one that
    /// answers and at which the app can sign in, those that the app prefers before the others.
    private func issuer(
        in metadata: ProtectedResourceMetadata, isLocal: Bool
    ) async throws -> DiscoveredAPI.Issuer {
        let servers = metadata.authorizationServers
        let configured = servers.compactMap { server in
            client.flows.first { $0.registration.issuer.isSameIssuer(as: server) }
        }
        for flow in configured where try await flow.accounts.accounts(of: flow.registration).contains(where: \.isUsable)
        {
            return .configured(flow)
        }
        if let first = configured.first { return .configured(first) }
        // The request must not move to another provider, and another person, while the person's own does not answer.
        let known = try await accounts.storage.records().compactMap(\.api)
            .filter { $0.resource == metadata.resource.absoluteString }.map(\.issuer)
        func isKnown(_ issuer: URL) -> Bool { known.contains { $0.isSameIssuer(as: issuer) } }
        var failure: (any Error)?
        var unusable: DiscoveredAPI.Issuer?
        for issuer in client.ordered(servers).prefix(Self.mostProviders) {
            do {
                let provider = try await provider(issuer, isLocal: isLocal)
                let found = DiscoveredAPI.Issuer.discovered(issuer, provider)
                // The app's own choice is not passed over: its error says what is missing.
                if client.prefers(issuer) || isKnown(issuer) || client.canSignIn(at: provider.metadata) {
                    return found
                }
                unusable = unusable ?? found
            } catch let error where error.isMissingMetadata && !isKnown(issuer) {
                failure = failure ?? error
            }
        }
        if let unusable { return unusable }
        throw failure
            ?? Refusal(.resourceMetadataMalformed, "the API names no authorization server; report it to the API")
    }

    private static let mostProviders = 3

    private func provider(_ issuer: URL, isLocal: Bool) async throws -> IdentityProvider {
        try await accounts.providers.provider(
            ProviderDescription(issuer: issuer, rules: .ofUnknownProvider),
            within: DiscoveredAPI.providerReach(ofLocal: isLocal))
    }
}

extension Error {
    /// Whether a provider has no usable metadata: another one may be tried.
    ///
    /// A document that is wrong is refused instead.
    fileprivate var isMissingMetadata: Bool {
        self is ServerError || self is TransportError || (self as? Refusal)?.code == .metadataMalformed
    }
}

extension Account {
    fileprivate var isUsable: Bool { !needsSignIn }
}
