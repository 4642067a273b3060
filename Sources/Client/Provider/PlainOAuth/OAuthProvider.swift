// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// A provider of plain OAuth 2, which publishes no metadata and issues no ID tokens.
///
/// Only the connection protects its responses: it signs nothing. Prefer OpenID Connect if a provider has it.
///
/// RFC 6749
public struct OAuthProvider: Sendable, Hashable {
    /// Where people sign in.
    public var authorizationEndpoint: URL
    /// The address at which the client redeems codes and refresh tokens.
    public var tokenEndpoint: URL
    /// The device authorization endpoint, if the provider has one. RFC 8628
    public var deviceAuthorizationEndpoint: URL?
    /// The revocation endpoint, if the provider has one. RFC 7009
    public var revocationEndpoint: URL?
    /// The request that identifies the person.
    public var profile: ProfileEndpoint

    /// Describes a provider.
    ///
    /// - Parameters:
    ///   - authorizationEndpoint: Where people sign in.
    ///   - tokenEndpoint: Where codes and refresh tokens are redeemed.
    ///   - deviceAuthorizationEndpoint: Where device codes come from.
    ///   - revocationEndpoint: Where a token is revoked.
    ///   - profile: The request that identifies the person.
    public init(
        authorizationEndpoint: URL, tokenEndpoint: URL, deviceAuthorizationEndpoint: URL? = nil,
        revocationEndpoint: URL? = nil, profile: ProfileEndpoint
    ) {
        self.authorizationEndpoint = authorizationEndpoint
        self.tokenEndpoint = tokenEndpoint
        self.deviceAuthorizationEndpoint = deviceAuthorizationEndpoint
        self.revocationEndpoint = revocationEndpoint
        self.profile = profile
    }
}
