// SPDX-License-Identifier: Apache-2.0
import HTTPTransport
import JSONWebSignatures
package import OAuthMessages
package import PortableFoundation

/// The claims that a client signs to authenticate one request, good for five minutes.
///
/// RFC 7523 §3
package struct ClientAssertion {
    private let claims: [String: JSONValue]

    /// Makes the claims; FAPI 2.0 demands the issuer as the audience (§5.3.3.1 item 5).
    package init(
        of clientID: String, to endpoint: URL, at provider: ProviderMetadata, following profile: SecurityProfile? = nil,
        now: Date,
        random: RandomSource = .system
    ) {
        let start = Int(now.timeIntervalSince1970)
        claims = [
            "iss": .string(clientID), "sub": .string(clientID),
            "aud": .string(profile == nil ? Self.audience(of: endpoint, at: provider) : provider.issuer),
            "jti": .string(random.text(bytes: 16)), "iat": .number("\(start)"), "nbf": .number("\(start)"),
            "exp": .number("\(start + 300)"),
        ]
    }

    /// The assertion, signed.
    ///
    /// - Throws: `JOSEError`; the crypto library's own error if it cannot sign.
    package func signed(with key: ClientKey) throws -> Redacted<String> { try key.assertion(claims) }

    /// The token endpoint, which every provider accepts as audience; for another server its own endpoint, or that
    /// server could use the assertion in our name.
    private static func audience(of endpoint: URL, at provider: ProviderMetadata) -> String {
        guard let tokenEndpoint = provider.tokenEndpoint, Origin.isShared(by: tokenEndpoint, endpoint) else {
            return endpoint.absoluteString
        }
        return tokenEndpoint.absoluteString
    }
}
