// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
package import HTTPTransport
import JSONWebSignatures
import OAuthMessages
import PortableFoundation

/// A provider's metadata, rules, and keys; a class, because an API reads them for each new token.
package final class IdentityProvider: Sendable {
    /// As published, or as the registration describes them.
    package let metadata: ProviderMetadata
    package let rules: ProviderRules
    package let keys: RemoteKeySet

    package init(metadata: ProviderMetadata, rules: ProviderRules, keys: RemoteKeySet) {
        self.metadata = metadata
        self.rules = rules
        self.keys = keys
    }

    /// Fetches and checks a provider's metadata, but not its keys.
    ///
    /// - Throws: ``Refusal`` (`hostMalformed`, `addressInsecure`, `metadataMalformed`, `metadataIssuerMismatch`);
    ///   ``ServerError``; `TransportError`.
    ///
    /// OpenID Connect Discovery §4, RFC 8414 §3
    package static func discover(
        _ provider: ProviderDescription, over transport: any Transport,
        time: TimeSource = .system
    ) async throws -> IdentityProvider {
        let issuer = try ProviderMetadata.secure(provider.issuer)
        if let metadataURL = provider.metadataURL, !Origin.isShared(by: metadataURL, issuer) {
            throw Refusal(
                .metadataIssuerMismatch,
                "the metadata URL is at \(Self.place(metadataURL)), the issuer at \(Self.place(issuer)); "
                    + "both must be on the same host"
            )
        }
        let metadata = try await metadata(
            of: issuer, at: provider.metadataURL, rules: provider.rules, over: transport, time: time)
        let keys = RemoteKeySet(address: metadata.keySetURI, transport: transport, time: time)
        return IdentityProvider(metadata: metadata, rules: provider.rules, keys: keys)
    }

    package static func provider(
        of registration: ClientRegistration, over transport: any Transport,
        time: TimeSource = .system
    ) async throws -> IdentityProvider {
        guard let plain = registration.oauthProvider else {
            let description = ProviderDescription(
                issuer: registration.issuer, metadataURL: registration.metadataURL, rules: registration.rules)
            return try await discover(description, over: transport, time: time)
        }
        return IdentityProvider(
            metadata: try ProviderMetadata(of: plain, named: registration.issuer), rules: registration.rules,
            keys: RemoteKeySet(address: nil, transport: transport, time: time))
    }

    /// Keeps the keys of an earlier discovery with the same key set URL, because the provider might be down when they
    /// are needed.
    func keepingKeys(of earlier: IdentityProvider?) -> IdentityProvider {
        guard let earlier, earlier.metadata.keySetURI == metadata.keySetURI else { return self }
        return IdentityProvider(metadata: metadata, rules: rules, keys: earlier.keys)
    }

    func following(_ rules: ProviderRules) -> IdentityProvider {
        IdentityProvider(metadata: metadata, rules: rules, keys: keys)
    }

    /// A registration with a certificate uses the endpoints for mutual TLS.
    func used(by registration: ClientRegistration) -> IdentityProvider {
        guard registration.usesMutualTLS else { return following(registration.rules) }
        return IdentityProvider(metadata: metadata.forMutualTLS, rules: registration.rules, keys: keys)
    }

    private static func place(_ address: URL) -> String { Origin(address)?.description ?? "no server" }

    /// Requests each location of the metadata until one has a usable document.
    ///
    /// Gateways and web servers respond to unknown paths in many ways: with errors, redirects, and pages. Metadata of
    /// another issuer or with an insecure URL is rejected, and never skipped.
    private static func metadata(
        of issuer: URL, at metadataURL: URL?, rules: ProviderRules, over transport: any Transport,
        time: TimeSource
    ) async throws -> ProviderMetadata {
        var failures = PlaceFailures()
        for (kind, place) in places(of: issuer, at: metadataURL, rules: rules) {
            guard let response = try await failures.response(from: place, over: transport) else { continue }
            do {
                let metadata = try rules.explaining(
                    from: place, retryingAfter: response.retryAfter(now: time.date())
                ) {
                    try ProviderMetadata(
                        status: response.status.code, body: response.body, kind: kind, at: place, askedFor: issuer,
                        rule: rules.issuer)
                }
                // A temporary failure must not turn an OpenID provider into one that does not identify users.
                guard metadata.isOpenIDProvider || failures.temporary == nil else { continue }
                return metadata
            } catch let error as ServerError {
                failures.note(error)
            } catch let refusal as Refusal where refusal.code == .metadataMalformed {
                failures.note(refusal)
            }
        }
        // There is at least one location, so there is a failure.
        throw failures.mostInformative ?? ServerError(.unspecified, status: 404)
    }

    private static func places(
        of issuer: URL, at metadataURL: URL?, rules: ProviderRules
    ) -> [(kind: MetadataKind, place: URL)] {
        let kinds = rules.metadataKinds.isEmpty ? [.openID] : rules.metadataKinds
        if let metadataURL { return [(kinds[0], metadataURL)] }
        // Without a path in the issuer, two kinds of document share a URL.
        return kinds.reduce(into: []) { places, kind in
            let place = kind.address(of: issuer)
            if !places.contains(where: { $0.place == place }) { places.append((kind, place)) }
        }
    }
}

extension IdentityProvider {
    /// The issuer of a token with these claims, if it is this provider. OpenID Connect Core §3.1.3.7 rule 2
    package func issuer(of claims: Claims) -> String? {
        guard let issuer = claims.string("iss"),
            rules.issuer.acceptsToken(issuer, claims, metadata.issuer, metadata.issuerAskedFor)
        else { return nil }
        return issuer
    }
}

extension IdentityProvider {
    /// Rejects a valid signature by another issuer's key.
    ///
    /// A shared key set names the issuer of some keys: Entra ID's keys for personal accounts must not sign tokens for
    /// users of a directory.
    package func check(_ key: JSONWebKey, maySign claims: Claims) throws {
        // The claims check rejects a token of an entirely different issuer.
        guard let keyIssuer = key.issuer, let issuer = issuer(of: claims), !rules.issuer.acceptsKey(keyIssuer, issuer)
        else { return }
        throw Refusal(
            .keyIssuerMismatch,
            "the token is signed with a key that the provider publishes for \(keyIssuer) alone; report it to the provider"
        )
    }
}

struct PlaceFailures {
    private var failures: [any ActionableError] = []

    mutating func note(_ failure: any ActionableError) { failures.append(failure) }

    var temporary: (any ActionableError)? {
        failures.first { failure in
            if let error = failure as? ServerError, error.isTemporary { return true }
            return if case .retry = failure.nextAction { true } else { false }
        }
    }

    /// Some servers close the connection at unknown paths, or send a long page; an unreachable server gets no further
    /// requests.
    mutating func response(from place: URL, over transport: any Transport) async throws -> TransportResponse? {
        do {
            return try await transport.send(HTTPRequest(url: place))
        } catch let error as TransportError where [.connectionLost, .responseTooLarge].contains(error.code) {
            note(error)
            return nil
        }
    }

    var mostInformative: (any ActionableError)? { temporary ?? failures.first { $0 is Refusal } ?? failures.first }
}
