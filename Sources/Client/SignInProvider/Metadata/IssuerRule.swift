// SPDX-License-Identifier: Apache-2.0
import OAuthMessages
package import PortableFoundation

/// How a kind of provider writes its issuer, in its metadata and in its tokens.
package struct IssuerRule: Sendable {
    /// Whether metadata with this `issuer` may answer for the requested issuer.
    package let acceptsMetadata: @Sendable (_ stated: String, _ askedFor: URL) -> Bool
    /// Whether a token with this `iss` and these claims is from the requested provider, with `stated` in its metadata.
    package let acceptsToken: @Sendable (_ issuer: String, _ claims: Claims, _ stated: String, _ askedFor: URL) -> Bool
    /// Whether a key that the provider publishes for one issuer may have signed a token with this `iss`; a key without
    /// an issuer is good for all.
    package let acceptsKey: @Sendable (_ keyIssuer: String, _ issuer: String) -> Bool

    /// Creates a rule; in the standard, keys have no issuers, so the default does not check them.
    package init(
        acceptsMetadata: @escaping @Sendable (_ stated: String, _ askedFor: URL) -> Bool,
        acceptsToken:
            @escaping @Sendable (
                _ issuer: String, _ claims: Claims, _ stated: String, _ askedFor: URL
            ) -> Bool,
        acceptsKey: @escaping @Sendable (_ keyIssuer: String, _ issuer: String) -> Bool = { _, _ in true }
    ) {
        self.acceptsMetadata = acceptsMetadata
        self.acceptsToken = acceptsToken
        self.acceptsKey = acceptsKey
    }

    /// The standard: the same text everywhere, compared exactly.
    ///
    /// Only the requested issuer, which a person types or an API lists, may have or lack the slash behind a bare host.
    /// The text of the metadata then counts, in redirects and in tokens.
    ///
    /// OpenID Connect Discovery §4.3, OpenID Connect Core §3.1.3.7 rule 2
    package static let exact = IssuerRule(
        acceptsMetadata: { stated, askedFor in
            askedFor.isSameIssuer(as: stated)
        },
        acceptsToken: { issuer, _, stated, _ in issuer.isSameSecret(as: stated) })
}

extension URL {
    /// Whether it is the same issuer; a slash after a bare host makes no difference.
    package func isSameIssuer(as other: URL) -> Bool { isSameIssuer(as: other.absoluteString) }

    /// Whether a text is this issuer, byte by byte; a slash after a bare host makes no difference.
    package func isSameIssuer(as other: String) -> Bool {
        let own = absoluteString
        guard !other.isSameSecret(as: own) else { return true }
        guard ["", "/"].contains(path()), query() == nil, fragment() == nil else { return false }
        return other.isSameSecret(as: own.hasSuffix("/") ? String(own.dropLast()) : own + "/")
    }
}
