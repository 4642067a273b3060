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
    /// - Parameters:
    ///   - status: The HTTP status.
    ///   - body: The content.
    /// - Throws: ``ServerError`` if the provider declined; ``Refusal`` (`tokenResponseMalformed`,
    ///   `tokenTypeUnsupported`) for a response without an assertion, such as one with an access token.
    package init(status: Int, body: Data) throws {
        let error = ServerError(status: status, body: body)
        guard status == 200, error.code == .unspecified else { throw error }
        let wire: Wire = try ForeignJSON.decode(from: body, orThrow: Self.malformed)
        // An access token would open the identity provider's own APIs to the other server.
        guard wire.issuedType == SecurityToken.identityAssertionType, wire.tokenType.lowercased() == "n_a" else {
            throw Refusal(
                .tokenTypeUnsupported,
                "the identity provider did not return an identity assertion (id-jag); it must support them")
        }
        assertion = Redacted(wire.assertion)
    }

    private static func malformed(_ defect: String) -> Refusal {
        Refusal(
            .tokenResponseMalformed,
            "the identity provider's response to the token exchange \(defect); report it to the provider")
    }
}

/// The members as the provider sends them.
private struct Wire: Decodable {
    let assertion: String
    let issuedType: String
    let tokenType: String

    enum CodingKeys: String, CodingKey {
        case assertion = "access_token"
        case issuedType = "issued_token_type"
        case tokenType = "token_type"
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        assertion = try members.required(.assertion)
        issuedType = try members.required(.issuedType)
        tokenType = try members.required(.tokenType)
    }
}
