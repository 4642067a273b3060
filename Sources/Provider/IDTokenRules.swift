// SPDX-License-Identifier: Apache-2.0
import Foundation
import OAuth

/// Judges an ID token, once its signature holds.
///
/// OpenID Connect Core §3.1.3.7
struct IDTokenRules: Sendable {
    let clientID: String
    let provider: ProviderMetadata
    let rules: ProviderRules
    /// The nonce of the request; absent when an ID token comes with a refresh, which answers no request.
    let nonce: Redacted<String>?
    let times: TimeRules

    /// Refuses claims that do not say: this provider signed this person in, for us, now, for this request.
    ///
    /// - Throws: ``Refusal`` (`claimMissing`, `issuerMismatch`, `audienceMismatch`, `authorizedPartyMismatch`,
    ///   `nonceMismatch`, `expired`, `notYetValid`, `issuedInFuture`); what the provider's rules refuse besides.
    func identity(from claims: Claims, now: Date) throws -> Identity {
        guard let stated = claims.string("iss"),
            rules.issuer.acceptsToken(stated, claims, provider.issuer, provider.issuerAskedFor)
        else {
            throw Refusal(.issuerMismatch, "the ID token was not issued by \(provider.issuer)")
        }
        try rules.checkToken(claims, provider.issuerAskedFor)
        try checkAudience(claims)
        if let nonce {
            guard let stated = claims.string("nonce"), stated.isSameSecret(as: nonce.revealed) else {
                throw Refusal(.nonceMismatch, "the ID token belongs to another sign-in; start again")
            }
        }
        guard claims.date("iat") != nil else {
            throw Refusal(.claimMissing, "the ID token does not say when it was issued (iat)")
        }
        try times.check(claims, now: now)
        guard let subject = rules.subject(claims), !subject.isEmpty, subject.utf8.count <= 255 else {
            throw Refusal(.claimMissing, "the ID token does not say who signed in (sub)")
        }
        // The nonce has done its work; it was a secret of the request and is no business of whoever keeps the identity.
        return Identity(
            issuer: stated, subject: subject, claims: Claims(claims.values.filter { $0.key != "nonce" }))
    }

    private func checkAudience(_ claims: Claims) throws {
        let audience = claims.strings("aud")
        guard audience.contains(where: clientID.isSameSecret) else {
            throw Refusal(.audienceMismatch, "the ID token is for another app than \(clientID)")
        }
        guard claims.has("azp") || audience.count > 1 else { return }
        guard claims.string("azp")?.isSameSecret(as: clientID) == true else {
            throw Refusal(.authorizedPartyMismatch, "the ID token was given to another app than \(clientID)")
        }
    }
}
