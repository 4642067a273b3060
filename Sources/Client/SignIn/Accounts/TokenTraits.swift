// SPDX-License-Identifier: Apache-2.0
import SignInProvider

/// The settings of a registration that shape an access token beside its permissions.
///
/// A token that was requested under other settings is never given in place of one under these: it would lack the
/// capability that the API relies on, or the binding that the app demands.
package struct TokenTraits: Sendable, Hashable, Codable {
    /// The app's capabilities, in order.
    var capabilities: [String] = []
    /// Whether the token is bound to the account's key. RFC 9449
    var isBound = false
    /// Whether the token is bound to the client's certificate; `nil` if not, as in earlier records. RFC 8705
    var isCertificateBound: Bool?
    /// The API that the token is for. RFC 8707
    var resource: String?

    /// Those of a registration without any of these settings.
    static let plain = TokenTraits()
}

extension ClientRegistration {
    /// The traits of tokens that are requested now.
    var tokenTraits: TokenTraits {
        TokenTraits(
            capabilities: clientCapabilities.sorted(), isBound: dpopBoundAccessTokens,
            isCertificateBound: tlsClientCertificateBoundAccessTokens ? true : nil, resource: sentResource)
    }
}
