// SPDX-License-Identifier: Apache-2.0
public import Foundation
import OAuth

/// How a kind of provider writes its issuer, in its metadata and in its tokens.
public struct IssuerRule: Sendable {
    /// Whether metadata that states this issuer may answer for the issuer that was asked for.
    public let acceptsMetadata: @Sendable (_ stated: String, _ askedFor: URL) -> Bool
    /// Whether a token with this `iss` and these claims is from the provider that was asked for and whose metadata
    /// states `stated`.
    public let acceptsToken: @Sendable (_ issuer: String, _ claims: Claims, _ stated: String, _ askedFor: URL) -> Bool

    /// Creates a rule.
    public init(
        acceptsMetadata: @escaping @Sendable (_ stated: String, _ askedFor: URL) -> Bool,
        acceptsToken:
            @escaping @Sendable (
                _ issuer: String, _ claims: Claims, _ stated: String, _ askedFor: URL
            ) -> Bool
    ) {
        self.acceptsMetadata = acceptsMetadata
        self.acceptsToken = acceptsToken
    }

    /// The standard: the same text everywhere, compared to the letter.
    ///
    /// OpenID Connect Discovery §4.3, OpenID Connect Core §3.1.3.7 rule 2
    public static let exact = IssuerRule(
        acceptsMetadata: { stated, askedFor in stated.isSameSecret(as: askedFor.absoluteString) },
        acceptsToken: { issuer, _, stated, _ in issuer.isSameSecret(as: stated) })
}
