// SPDX-License-Identifier: Apache-2.0
import OAuth
import TenantDirectory

extension StandardGrantHandlers {
    /// A token for the person that the client names in an assertion, signed with a key that the client registered.
    ///
    /// No page is shown and no person agrees: a client with this grant type acts for all people of the directory. There
    /// is no refresh token; the client signs another assertion. RFC 7523 §2.1 and §3, RFC 7521 §4.1
    func jwtBearer(_ form: FormParameters) async throws -> StandardTokenReply {
        let now = provider.settings.now()
        guard let assertion = StandardClientAssertion(try form.demanded("assertion")),
            let proof = assertion.judged(by: client, audiences: [provider.issuer, provider.url(.token)], now: now),
            let person = try await provider.person(assertion.subject),
            try await provider.usedIdentifiers.take(
                "assertion of \(client.id) \(proof.identifier)", until: proof.expiresAt)
        else {
            throw StandardError(
                .invalidGrant,
                "The assertion is not signed with a key of this client, is used up or too old, is for another server, "
                    + "or names nobody of the directory. Check key, iss, sub, aud, jti and exp.")
        }
        let scopes = try narrowed(ScopeSet(client.metadata.scopes).resourcePart, form)
        let grant = provider.ledger.newGrant(for: client, actingFor: person.id, scopes: scopes)
        return try await reply(toUnattended: grant, scopes: scopes)
    }
}
