// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// A provider of plain OAuth 2, which publishes nothing of itself and gives no ID tokens.
///
/// What it says is believed as far as the connection to it goes: nothing of it is signed. Prefer OpenID Connect where a
/// provider has it.
///
/// RFC 6749
public struct OAuthProvider: Sendable, Hashable {
    /// Where people sign in.
    public var authorizationEndpoint: URL
    /// Where codes and refresh tokens are redeemed.
    public var tokenEndpoint: URL
    /// Where a person who signs in on another device gets a code, if the provider can do that. RFC 8628
    public var deviceAuthorizationEndpoint: URL?
    /// Where a token is given back, if the provider takes it. RFC 7009
    public var revocationEndpoint: URL?
    /// The call that tells who signed in.
    public var profile: ProfileEndpoint

    /// Describes a provider.
    ///
    /// - Parameters:
    ///   - authorizationEndpoint: Where people sign in.
    ///   - tokenEndpoint: Where codes and refresh tokens are redeemed.
    ///   - deviceAuthorizationEndpoint: Where device codes come from.
    ///   - revocationEndpoint: Where a token is given back.
    ///   - profile: The call that tells who signed in.
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
