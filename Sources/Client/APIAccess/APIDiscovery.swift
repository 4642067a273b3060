// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import HTTPTransport
import Hosts
import OAuthMessages
import PortableFoundation
import SignInProvider

struct DiscoveredAPI: Sendable {
    enum Issuer: Sendable {
        case configured(SignInFlow)
        case discovered(URL, IdentityProvider)
    }

    let metadata: ProtectedResourceMetadata
    let issuer: Issuer
    /// The scopes of the challenge, or all that the metadata list.
    let scopes: ScopeSet
    /// Whether the API is on a local network; only then may its provider be there too.
    let isLocal: Bool

    var issuerAddress: URL {
        switch issuer {
        case .configured(let flow): flow.registration.issuer
        case .discovered(let issuer, _): issuer
        }
    }

    var providerReach: NetworkReach? { Self.providerReach(ofLocal: isLocal) }

    static func providerReach(ofLocal isLocal: Bool) -> NetworkReach? { isLocal ? nil : .global }
}

/// Finds the provider of an API's tokens, in at most eleven requests and 30 seconds.
struct APIDiscovery: Sendable {
    let client: APIClient
    let accounts: AccountStore

    private static let deadline: Duration = .seconds(30)

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

    /// A lookup of the name does not suffice, because its owner can change the address at any time: the metadata must
    /// also come from an address on this network.
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

    /// An API of the first revision of the Model Context Protocol publishes no metadata: its host is its provider.
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

    /// Prefers a provider where the user is signed in, then one where the app is registered, then the first that
    /// responds and lets the app sign in, with the app's preferred issuers first.
    private func issuer(
        in metadata: ProtectedResourceMetadata, isLocal: Bool
    ) async throws -> DiscoveredAPI.Issuer {
        let servers = metadata.authorizationServers
        let configured = servers.compactMap { server in
            client.flows.first { $0.registration.issuer.isSameIssuer(as: server) }
        }
        for flow in configured
        where try await flow.accounts.accounts(of: flow.registration).contains(where: { !$0.needsSignIn }) {
            return .configured(flow)
        }
        if let first = configured.first { return .configured(first) }
        // While the user's provider is down, the request must not move to another provider and another user.
        let known = try await accounts.storage.records().compactMap(\.api)
            .filter { $0.resource == metadata.resource.absoluteString }.map(\.issuer)
        func isKnown(_ issuer: URL) -> Bool { known.contains { $0.isSameIssuer(as: issuer) } }
        var failure: (any Error)?
        var unusable: DiscoveredAPI.Issuer?
        for issuer in client.ordered(servers).prefix(Self.mostProviders) {
            do {
                let provider = try await provider(issuer, isLocal: isLocal)
                let found = DiscoveredAPI.Issuer.discovered(issuer, provider)
                // The app's own choice is not skipped: its error says what is missing.
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
    /// Whether the provider has no usable metadata, so that the next one can be tried; metadata of another issuer is an
    /// error.
    fileprivate var isMissingMetadata: Bool {
        self is ServerError || self is TransportError || (self as? Refusal)?.code == .metadataMalformed
    }
}
