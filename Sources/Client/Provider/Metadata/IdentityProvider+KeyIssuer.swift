// SPDX-License-Identifier: Apache-2.0
import JOSE
import OAuth

extension IdentityProvider {
    /// Refuses a token with a good signature by another issuer's key.
    ///
    /// A key set that many issuers share names the issuer of some keys: Entra ID's keys of personal accounts must not
    /// vouch for the people of a directory.
    ///
    /// - Throws: ``Refusal`` (`keyIssuerMismatch`).
    func check(_ key: JSONWebKey, maySign claims: Claims) throws {
        // The judge of the claims refuses a token of an entirely different issuer.
        guard let keyIssuer = key.issuer, let issuer = issuer(of: claims), !rules.issuer.acceptsKey(keyIssuer, issuer)
        else { return }
        throw Refusal(
            .keyIssuerMismatch,
            "the token is signed with a key that the provider publishes for \(keyIssuer) alone; report it to the provider"
        )
    }
}
