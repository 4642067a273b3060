// SPDX-License-Identifier: Apache-2.0
extension IdentityProvider {
    /// The issuer of a token with these claims, if it is this provider.
    ///
    /// OpenID Connect Core §3.1.3.7 rule 2
    func issuer(of claims: Claims) -> String? {
        guard let issuer = claims.string("iss"),
            rules.issuer.acceptsToken(issuer, claims, metadata.issuer, metadata.issuerAskedFor)
        else { return nil }
        return issuer
    }
}
