// SPDX-License-Identifier: Apache-2.0
public import Foundation
public import HTTPTransport
import HTTPTypes
import OAuth

/// A provider: its metadata, discovered or described by a registration, its rules and its keys.
public struct IdentityProvider: Sendable {
    /// The metadata, as published or as the registration describes them.
    public let metadata: ProviderMetadata
    /// How it departs from the standard.
    public let rules: ProviderRules
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
    /// - Parameters:
    ///   - provider: Its address and rules. The content of the metadata is judged, independent of its address.
    ///   - transport: Sends the requests.
    ///   - now: The clock for the age of its keys.
    /// - Returns: The provider, with its keys still to be fetched.
    /// - Throws: ``Refusal`` (`addressInsecure`, `metadataMalformed`, `metadataIssuerMismatch`); ``ServerError``;
    ///   `TransportError`.
    ///
    /// OpenID Connect Discovery §4, RFC 8414 §3
    public static func discover(
        _ provider: ProviderDescription, over transport: any Transport,
        now: @escaping @Sendable () -> Date = { Date() }
    ) async throws -> IdentityProvider {
        let issuer = try ProviderMetadata.secure(provider.issuer)
        if let metadataURL = provider.metadataURL, Origin(metadataURL) != Origin(issuer) {
            throw Refusal(
                .metadataIssuerMismatch,
                "the metadata address is at \(Origin(metadataURL)), the issuer at \(Origin(issuer)); both must be at one host"
            )
        }
        let metadata = try await metadata(
            of: issuer, at: provider.metadataURL, rules: provider.rules, over: transport, now: now)
        let keys = RemoteKeySet(address: metadata.keySetURI, transport: transport, now: now)
        return IdentityProvider(metadata: metadata, rules: provider.rules, keys: keys)
    }

    /// The provider of a registration: discovered, or as the registration describes it.
    ///
    /// - Throws: As ``discover(_:over:now:)``.
    package static func provider(
        of registration: ClientRegistration, over transport: any Transport,
        now: @escaping @Sendable () -> Date = { Date() }
    ) async throws -> IdentityProvider {
        guard let plain = registration.oauthProvider else {
            let description = ProviderDescription(
                issuer: registration.issuer, metadataURL: registration.metadataURL, rules: registration.rules)
            return try await discover(description, over: transport, now: now)
        }
        return IdentityProvider(
            metadata: try ProviderMetadata(of: plain, named: registration.issuer), rules: registration.rules,
            keys: RemoteKeySet(address: nil, transport: transport, now: now))
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

    private static func metadata(
        of issuer: URL, at metadataURL: URL?, rules: ProviderRules, over transport: any Transport,
        now: @Sendable () -> Date
    ) async throws -> ProviderMetadata {
        var kinds = rules.metadataKinds[...]
        var kind = kinds.popFirst() ?? .openID
        while true {
            let address = metadataURL ?? kind.address(of: issuer)
            let response = try await transport.send(HTTPRequest(url: address))
            if response.status == .notFound, metadataURL == nil, let next = kinds.popFirst() {
                kind = next
                continue
            }
            return try rules.explaining(from: address, retryingAfter: response.retryAfter(now: now())) {
                try ProviderMetadata(
                    status: response.status.code, body: response.body, kind: kind, askedFor: issuer, rule: rules.issuer)
            }
        }
    }
}
