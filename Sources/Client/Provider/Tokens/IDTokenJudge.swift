// SPDX-License-Identifier: Apache-2.0
package import Foundation
import JOSE
import OAuth

/// Judges an ID token, after the check of its signature.
///
/// OpenID Connect Core §3.1.3.7
package struct IDTokenJudge: Sendable {
    let clientID: String
    let provider: IdentityProvider
    let binding: IDTokenBinding
    let times: TimeRules

    package init(clientID: String, provider: IdentityProvider, binding: IDTokenBinding, times: TimeRules) {
        self.clientID = clientID
        self.provider = provider
        self.binding = binding
        self.times = times
    }

    /// Refuses a token unless it says: this provider signed this person in, for us, now, for this request.
    ///
    /// - Throws: ``Refusal`` (`notAnIDToken`, `claimMissing`, `issuerMismatch`, `audienceMismatch`,
    ///   `authorizedPartyMismatch`, `nonceMismatch`, `expired`, `notYetValid`, `issuedInFuture`,
    ///   `authenticationTooOld`, `authenticationContextMismatch`, `accessTokenHashMismatch`, `codeHashMismatch`); the
    ///   errors of the provider's rules.
    package func identity(from token: VerifiedToken, now: Date) throws -> Identity {
        let claims = token.claims
        guard let issuer = provider.issuer(of: claims) else {
            throw Refusal(
                .issuerMismatch, "the ID token was not issued by \(provider.metadata.issuer); check the issuer")
        }
        try checkKind(token)
        try provider.rules.checkToken(claims, provider.metadata.issuerAskedFor)
        try checkAudience(claims)
        try checkNonce(claims)
        guard claims.date("iat") != nil else {
            throw Refusal(
                .claimMissing, "the ID token does not say when it was issued (iat); report it to the provider")
        }
        try times.check(claims, now: now)
        try AuthenticationJudge(binding, times: times).check(claims, now: now)
        try checkHashes(claims, by: token.header.algorithm)
        guard let subject = provider.rules.subject(claims), !subject.isEmpty, subject.utf8.count <= 255 else {
            throw Refusal(.claimMissing, "the ID token does not say who signed in (sub); report it to the provider")
        }
        // The nonce is a secret of the request, and was checked; the holder of the identity must not see it.
        return Identity(issuer: issuer, subject: subject, claims: claims.without("nonce"))
    }

    /// One key signs tokens of several kinds, and a token of another kind must not pass for this one. RFC 8725 §3.11
    private func checkKind(_ token: VerifiedToken) throws {
        guard !["at+jwt", "logout+jwt"].contains(token.type), !token.claims.has("events") else {
            throw Refusal(
                .notAnIDToken, "the provider sent a token of another kind as ID token; report it to the provider")
        }
    }

    private func checkAudience(_ claims: Claims) throws {
        let audience = claims.strings("aud")
        guard audience.contains(where: clientID.isSameSecret) else {
            throw Refusal(.audienceMismatch, "the ID token is for another app than \(clientID); check the client id")
        }
        guard claims.has("azp") || audience.count > 1 else { return }
        guard claims.string("azp")?.isSameSecret(as: clientID) == true else {
            throw Refusal(
                .authorizedPartyMismatch, "the ID token was given to another app than \(clientID); check the client id")
        }
    }

    private func checkNonce(_ claims: Claims) throws {
        guard let nonce = binding.nonce else { return }
        guard let stated = claims.string("nonce"), stated.isSameSecret(as: nonce.revealed) else {
            throw Refusal(.nonceMismatch, "the ID token belongs to another sign-in; start again")
        }
    }

    /// The token endpoint may omit the hashes, but a hash that is there must match.
    ///
    /// OpenID Connect Core §3.1.3.8, §3.3.2.10
    private func checkHashes(_ claims: Claims, by algorithm: SignatureAlgorithm) throws {
        func holds(_ claim: String, _ secret: Redacted<String>?) -> Bool {
            guard claims.has(claim), let secret else { return true }
            return claims.string(claim)?.isSameSecret(as: algorithm.leftHalfHash(of: secret.revealed)) == true
        }
        guard holds("at_hash", binding.accessToken) else {
            throw Refusal(
                .accessTokenHashMismatch, "the access token is not the one that the ID token was made for; start again")
        }
        guard holds("c_hash", binding.code) else {
            throw Refusal(.codeHashMismatch, "the code is not the one that the ID token was made for; start again")
        }
    }
}
