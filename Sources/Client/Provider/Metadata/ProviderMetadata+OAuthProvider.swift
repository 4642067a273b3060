// SPDX-License-Identifier: Apache-2.0
package import Foundation

extension ProviderMetadata {
    /// Makes the metadata of a provider that publishes none, from its description.
    ///
    /// - Throws: ``Refusal`` (`addressInsecure`).
    package init(of provider: OAuthProvider, named issuer: URL) throws {
        self.issuer = issuer.absoluteString
        issuerAskedFor = issuer
        authorizationEndpoint = try Self.secure(provider.authorizationEndpoint)
        tokenEndpoint = try Self.secure(provider.tokenEndpoint)
        deviceAuthorizationEndpoint = try provider.deviceAuthorizationEndpoint.map(Self.secure)
        revocationEndpoint = try provider.revocationEndpoint.map(Self.secure)
        tokenEndpointAuthenticationMethods = []
        _ = try Self.secure(provider.profile.endpoint)
        (keySetURI, userInfoEndpoint, endSessionEndpoint) = (nil, nil, nil)
        (idTokenSigningAlgorithms, userInfoSigningAlgorithms) = ([], [])
        (responseModes, scopes, supportsProofKey, sendsIssuerInRedirect) = (["query"], [], true, false)
    }
}
