// SPDX-License-Identifier: Apache-2.0
import JOSE
import OAuth

extension IdentityProvider {
    /// Refuses a token whose signature holds, but by a key that is another issuer's.
    ///
    /// A key set that many issuers share says of some keys whose they are: Entra ID's keys of personal accounts must
    /// not vouch for the people of a directory.
    ///
    /// - Throws: ``Refusal`` (`keyIssuerMismatch`).
    func check(_ key: JSONWebKey, maySign claims: Claims) throws {
        // A token of another issuer altogether is refused for that, by the judge of its claims.
        guard let keyIssuer = key.issuer, let issuer = issuer(of: claims), !rules.issuer.acceptsKey(keyIssuer, issuer)
        else { return }
        throw Refusal(
            .keyIssuerMismatch,
            "the token is signed with a key that the provider publishes for \(keyIssuer) alone; report it to the provider"
        )
    }
}
