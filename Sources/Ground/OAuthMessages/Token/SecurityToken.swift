// SPDX-License-Identifier: Apache-2.0
package import PortableFoundation

/// A token and its type, for token exchange.
///
/// ```swift
/// let caller = SecurityToken.accessToken(callersToken)
/// let service = SecurityToken(ownToken, type: "urn:ietf:params:oauth:token-type:jwt")
/// let tokens = grants.tokenExchange(caller, actor: service, audiences: ["orders"])
/// ```
///
/// RFC 8693 §3
public struct SecurityToken: Sendable, Hashable {
    /// The token.
    public let token: Redacted<String>
    /// The URI of its type, such as `urn:ietf:params:oauth:token-type:access_token`.
    public let type: String

    /// Creates a token of any type, identified by its URI.
    public init(_ token: Redacted<String>, type: String) {
        self.token = token
        self.type = type
    }

    /// Creates an access token of the same provider.
    public static func accessToken(_ token: Redacted<String>) -> Self { Self(token, type: accessTokenType) }
    /// Creates a refresh token of the same provider.
    public static func refreshToken(_ token: Redacted<String>) -> Self { Self(token, type: prefix + "refresh_token") }
    /// Creates an ID token.
    public static func idToken(_ token: Redacted<String>) -> Self { Self(token, type: prefix + "id_token") }
    /// Creates a token of any signed type (JWT).
    public static func jwt(_ token: Redacted<String>) -> Self { Self(token, type: prefix + "jwt") }

    package static let accessTokenType = prefix + "access_token"
    /// The type of an assertion that an identity provider signs for another authorization server.
    package static let identityAssertionType = prefix + "id-jag"
    private static let prefix = "urn:ietf:params:oauth:token-type:"
}

/// An assertion with which an enterprise's identity provider lets a client act for a user at another server.
///
/// Identity Assertion JWT Authorization Grant (draft-ietf-oauth-identity-assertion-authz-grant-04), RFC 8693 §2.2
package struct IdentityAssertion: Sendable {
    /// The signed assertion, which only the other server reads.
    package let assertion: Redacted<String>

    /// Throws ``ServerError`` if the provider declined, or ``Refusal`` for a response without an assertion.
    package init(status: Int, body: Data) throws {
        let error = ServerError(status: status, body: body)
        guard status == 200, error.code == .unspecified else { throw error }
        let response = try ForeignJSON(body, orThrow: Self.malformed)
        assertion = Redacted(try response.required("access_token"))
        let (issuedType, tokenType) = (try response.required("issued_token_type"), try response.required("token_type"))
        // An access token would open the identity provider's own APIs to the other server.
        guard issuedType == SecurityToken.identityAssertionType, tokenType.lowercased() == "n_a" else {
            throw Refusal(
                .tokenTypeUnsupported,
                "the identity provider did not return an identity assertion (id-jag); it must support them")
        }
    }

    private static func malformed(_ defect: String) -> Refusal {
        Refusal(
            .tokenResponseMalformed,
            "the identity provider's response to the token exchange \(defect); report it to the provider")
    }
}
