// SPDX-License-Identifier: Apache-2.0
public import Foundation
public import HTTPTransport
import HTTPTypes
import OAuth

/// A provider that was discovered: its metadata, its rules and its keys.
public struct IdentityProvider: Sendable {
    /// What the provider says of itself.
    public let metadata: ProviderMetadata
    /// How it departs from the standard.
    public let rules: ProviderRules
    /// Its signing keys.
    public let keys: RemoteKeySet

    /// Asks a provider what it is.
    ///
    /// - Parameters:
    ///   - issuer: The issuer; its metadata address follows from it.
    ///   - rules: How this kind of provider departs from the standard.
    ///   - transport: What sends the requests.
    ///   - now: The clock for the age of its keys.
    /// - Returns: The provider, with its keys still to be fetched.
    /// - Throws: ``Refusal`` (`addressInsecure`, `metadataMalformed`, `metadataIssuerMismatch`); ``ServerError``;
    ///   `TransportError`.
    ///
    /// OpenID Connect Discovery §4
    public static func discover(
        _ issuer: URL, rules: ProviderRules, over transport: any Transport,
        now: @escaping @Sendable () -> Date = { Date() }
    ) async throws -> IdentityProvider {
        let address = try ProviderMetadata.secure(issuer).appending(path: ".well-known/openid-configuration")
        let response = try await transport.send(HTTPRequest(url: address))
        let metadata = try rules.explaining {
            try ProviderMetadata(
                status: response.status.code, body: response.body, askedFor: issuer, rule: rules.issuer)
        }
        let keys = RemoteKeySet(address: metadata.keySetURI, transport: transport, now: now)
        return IdentityProvider(metadata: metadata, rules: rules, keys: keys)
    }
}
