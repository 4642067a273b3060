// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
package import HTTPTransport
import JSONWebSignatures
import OAuthMessages
import PortableFoundation

/// A provider: its metadata, discovered or described by a registration, its rules and its keys.
///
/// By reference, since an API looks at its providers for each new token.
package final class IdentityProvider: Sendable {
    /// The metadata, as published or as the registration describes them.
    package let metadata: ProviderMetadata
    /// How it departs from the standard.
    package let rules: ProviderRules
    /// Its signing keys.
    package let keys: RemoteKeySet

    /// Combines the parts of a provider.
    package init(metadata: ProviderMetadata, rules: ProviderRules, keys: RemoteKeySet) {
        self.metadata = metadata
        self.rules = rules
        self.keys = keys
    }

    /// Discovers a provider: fetches its metadata and checks them.
    ///
    /// - Returns: The provider; its keys are not fetched yet.
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

    /// The provider of a registration: discovered, or as the registration describes it.
    ///
    /// - Throws: As ``discover(_:over:time:)``.
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

    /// The same provider with the keys that an earlier discovery has fetched, if their address is the same.
    ///
    /// They may be needed just when the provider does not send them.
    func keepingKeys(of earlier: IdentityProvider?) -> IdentityProvider {
        guard let earlier, earlier.metadata.keySetURI == metadata.keySetURI else { return self }
        return IdentityProvider(metadata: metadata, rules: rules, keys: earlier.keys)
    }

    /// The same provider under these rules, which may have changed since the discovery.
    func following(_ rules: ProviderRules) -> IdentityProvider {
        IdentityProvider(metadata: metadata, rules: rules, keys: keys)
    }

    /// The same provider as a registration uses it: with the endpoints for mutual TLS if it has a certificate.
    func used(by registration: ClientRegistration) -> IdentityProvider {
        guard registration.usesMutualTLS else { return following(registration.rules) }
        return IdentityProvider(metadata: metadata.forMutualTLS, rules: registration.rules, keys: keys)
    }

    /// The origin of an address, for messages.
    private static func place(_ address: URL) -> String { Origin(address)?.description ?? "no server" }

    /// Asks each place of the metadata until one has a usable document.
    ///
    /// Gateways and web servers answer for unknown paths in many ways: with errors, redirects, and pages. A document
    /// that is metadata, but of another issuer or with an insecure address, is refused: it is never passed over.
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
                // A temporary failure must not turn a provider that identifies people into one that does not.
                guard metadata.isOpenIDProvider || failures.temporary == nil else { continue }
                return metadata
            } catch let error as ServerError {
                failures.note(error)
            } catch let refusal as Refusal where refusal.code == .metadataMalformed {
                failures.note(refusal)
            }
        }
        // There is at least one place, so that one failure is known.
        throw failures.mostInformative ?? ServerError(.unspecified, status: 404)
    }

    /// The places of the metadata, in the order of the requests.
    private static func places(
        of issuer: URL, at metadataURL: URL?, rules: ProviderRules
    ) -> [(kind: MetadataKind, place: URL)] {
        let kinds = rules.metadataKinds.isEmpty ? [.openID] : rules.metadataKinds
        if let metadataURL { return [(kinds[0], metadataURL)] }
        // Without a path in the issuer, two kinds of document have one address.
        return kinds.reduce(into: []) { places, kind in
            let place = kind.address(of: issuer)
            if !places.contains(where: { $0.place == place }) { places.append((kind, place)) }
        }
    }
}

extension IdentityProvider {
    /// The issuer of a token with these claims, if it is this provider.
    ///
    /// OpenID Connect Core §3.1.3.7 rule 2
    package func issuer(of claims: Claims) -> String? {
        guard let issuer = claims.string("iss"),
            rules.issuer.acceptsToken(issuer, claims, metadata.issuer, metadata.issuerAskedFor)
        else { return nil }
        return issuer
    }
}

extension IdentityProvider {
    /// Refuses a token with a good signature by another issuer's key.
    ///
    /// A key set that many issuers share names the issuer of some keys: Entra ID's keys of personal accounts must not
    /// vouch for the people of a directory.
    ///
    /// - Throws: ``Refusal`` (`keyIssuerMismatch`).
    package func check(_ key: JSONWebKey, maySign claims: Claims) throws {
        // The judge of the claims refuses a token of an entirely different issuer.
        guard let keyIssuer = key.issuer, let issuer = issuer(of: claims), !rules.issuer.acceptsKey(keyIssuer, issuer)
        else { return }
        throw Refusal(
            .keyIssuerMismatch,
            "the token is signed with a key that the provider publishes for \(keyIssuer) alone; report it to the provider"
        )
    }
}

/// The failures at the places of a document, and the one to report.
struct PlaceFailures {
    private var failures: [any ActionableError] = []

    mutating func note(_ failure: any ActionableError) { failures.append(failure) }

    /// The first failure after which the same place may have a document later.
    var temporary: (any ActionableError)? {
        failures.first { failure in
            if let error = failure as? ServerError, error.isTemporary { return true }
            return if case .retry = failure.nextAction { true } else { false }
        }
    }

    /// Asks one place.
    ///
    /// Some servers close the connection at paths that they do not know, or send a long page. A server that cannot be
    /// reached is not asked for more.
    ///
    /// - Returns: The response; `nil` if there was none, which is noted.
    mutating func response(from place: URL, over transport: any Transport) async throws -> TransportResponse? {
        do {
            return try await transport.send(HTTPRequest(url: place))
        } catch let error as TransportError where [.connectionLost, .responseTooLarge].contains(error.code) {
            note(error)
            return nil
        }
    }

    /// A temporary failure, else a document that cannot be used, else the first failure.
    var mostInformative: (any ActionableError)? { temporary ?? failures.first { $0 is Refusal } ?? failures.first }
}
