// SPDX-License-Identifier: Apache-2.0
package import PortableFoundation

/// An assertion that an enterprise's identity provider signed: it lets one client act for one person at another
/// authorization server.
///
/// Identity Assertion JWT Authorization Grant (draft-ietf-oauth-identity-assertion-authz-grant-04), RFC 8693 §2.2
package struct IdentityAssertion: Sendable {
    /// The signed assertion, which only the other server reads.
    package let assertion: Redacted<String>

    /// Judges a response of the identity provider to a token exchange.
    ///
    /// - Throws: ``ServerError`` if the provider declined; ``Refusal`` (`tokenResponseMalformed`,
    ///   `tokenTypeUnsupported`) for a response without an assertion, such as one with an access token.
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
