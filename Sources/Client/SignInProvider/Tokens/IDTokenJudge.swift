// SPDX-License-Identifier: Apache-2.0
import JSONWebSignatures
package import OAuthMessages
package import PortableFoundation

/// Validates an ID token by the rules of OpenID Connect Core §3.1.3.7, in their order.
///
/// | rule | where |
/// |---|---|
/// | 1, encryption | `UnverifiedJWS` rejects it: no client of Tessera registers for encryption |
/// | 6 to 8, signature | `TokenValidator.verified(_:)`, before any claim is read; never with a shared secret |
/// | 2 to 5 and 9 to 13 | ``identity(from:now:)`` |
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

    package func identity(from token: VerifiedToken, now: Date) throws -> Identity {
        let claims = token.claims
        let issuer = try issuer(of: claims)
        try checkKind(token)
        try provider.rules.checkToken(claims, provider.metadata.issuerAskedFor)
        try checkAudience(claims)
        try checkAuthorizedParty(claims)
        // Before the times: an old token of another sign-in must not look like a clock error.
        try checkNonce(claims)
        try checkTimes(claims, now: now)
        try checkAuthenticationContext(claims)
        try checkAuthenticationTime(claims, now: now)
        try checkHashes(claims, by: token.header.algorithm)
        guard let subject = provider.rules.subject(claims), !subject.isEmpty, subject.utf8.count <= 255 else {
            throw Refusal(.claimMissing, "the ID token does not identify the user (sub); report it to the provider")
        }
        // The nonce is a secret of the request, so the identity must not contain it.
        return Identity(issuer: issuer, subject: subject, claims: claims.without("nonce"))
    }

    /// Rule 2: `iss` matches the metadata, by the provider's rule.
    private func issuer(of claims: Claims) throws -> String {
        guard let issuer = provider.issuer(of: claims) else {
            throw Refusal(
                .issuerMismatch, "the ID token was not issued by \(provider.metadata.issuer); check the issuer")
        }
        return issuer
    }

    /// One key signs several types of tokens, and another type must not pass as an ID token. RFC 8725 §3.11
    private func checkKind(_ token: VerifiedToken) throws {
        guard !["at+jwt", "logout+jwt"].contains(token.type), !token.claims.has("events") else {
            throw Refusal(
                .notAnIDToken, "the provider sent another type of token as the ID token; report it to the provider")
        }
    }

    /// Rule 3.
    private func checkAudience(_ claims: Claims) throws {
        guard claims.strings("aud").contains(where: clientID.isSameSecret) else {
            throw Refusal(.audienceMismatch, "the ID token is for an app other than \(clientID); check the client id")
        }
    }

    /// Rules 4 and 5: several audiences require `azp`.
    private func checkAuthorizedParty(_ claims: Claims) throws {
        guard claims.has("azp") || claims.strings("aud").count > 1 else { return }
        guard claims.string("azp")?.isSameSecret(as: clientID) == true else {
            throw Refusal(
                .authorizedPartyMismatch,
                "the ID token was issued to an app other than \(clientID); check the client id")
        }
    }

    /// Rules 9 and 10.
    private func checkTimes(_ claims: Claims, now: Date) throws {
        guard claims.date("iat") != nil else {
            throw Refusal(
                .claimMissing, "the ID token has no time of issue (iat); report it to the provider")
        }
        try times.check(claims, now: now)
    }

    /// Rule 11: after a refresh, the nonce of the sign-in or none.
    private func checkNonce(_ claims: Claims) throws {
        let expected: Redacted<String>?
        switch binding.nonce {
        case .unchecked: return
        case .ofRequest(let nonce): expected = nonce
        case .ofSignIn(let nonce):
            guard ![nil, .null].contains(claims["nonce"]) else { return }
            expected = nonce
        }
        guard let expected, let stated = claims.string("nonce"), stated.isSameSecret(as: expected.revealed) else {
            throw Refusal(.nonceMismatch, "the ID token belongs to another sign-in; start again")
        }
    }

    /// Rule 12.
    private func checkAuthenticationContext(_ claims: Claims) throws {
        guard !binding.essentialACRValues.isEmpty else { return }
        guard let stated = claims.string("acr"), binding.essentialACRValues.contains(where: stated.isSameSecret) else {
            throw Refusal(
                .authenticationContextMismatch,
                "the user did not authenticate as required (acr); sign in again")
        }
    }

    /// Rule 13.
    private func checkAuthenticationTime(_ claims: Claims, now: Date) throws {
        guard let maxAge = binding.maxAge else { return }
        guard let time = claims.date("auth_time") else {
            throw Refusal(
                .claimMissing,
                "the ID token has no time of the sign-in (auth_time); at Entra ID, add that optional claim"
            )
        }
        let age = now.timeIntervalSince(time)
        guard age >= -times.tolerance else {
            throw Refusal(.issuedInFuture, "the sign-in time is in the future; check this machine's clock")
        }
        guard age <= maxAge.timeInterval + times.tolerance else {
            throw Refusal(
                .authenticationTooOld, "the user authenticated too long ago; sign in again")
        }
    }

    /// The token endpoint may omit the hashes, but a hash that is present must match. OpenID Connect Core §3.1.3.8,
    /// §3.3.2.10
    private func checkHashes(_ claims: Claims, by algorithm: SignatureAlgorithm) throws {
        func holds(_ claim: String, _ secret: Redacted<String>?) -> Bool {
            guard claims.has(claim), let secret else { return true }
            return claims.string(claim)?.isSameSecret(as: algorithm.leftHalfHash(of: secret.revealed)) == true
        }
        guard holds("at_hash", binding.accessToken) else {
            throw Refusal(
                .accessTokenHashMismatch, "the access token does not match the ID token; start again")
        }
        guard holds("c_hash", binding.code) else {
            throw Refusal(.codeHashMismatch, "the code does not match the ID token; start again")
        }
    }
}

package enum ExpectedNonce: Sendable {
    /// There was no browser request, or an earlier version did not store the nonce.
    case unchecked
    case ofRequest(Redacted<String>)
    /// The sign-in's nonce, if any: a refreshed token may omit it, but must not have a different one. OpenID Connect
    /// Core §12.2
    case ofSignIn(Redacted<String>?)
}

package struct IDTokenBinding: Sendable {
    var nonce = ExpectedNonce.unchecked
    var maxAge: Duration?
    /// The token must name one of these; empty requires none.
    var essentialACRValues: [String] = []
    var accessToken: Redacted<String>?
    var code: Redacted<String>?

    init(_ tokens: TokenResponse, answering response: AuthorizationResponse) {
        let request = response.request
        nonce = .ofRequest(request.nonce)
        maxAge = request.options.maxAge
        essentialACRValues = request.options.essentialACRValues
        accessToken = tokens.accessToken
        code = response.code
    }

    /// For a grant without a request in a browser.
    package init(_ tokens: TokenResponse) { accessToken = tokens.accessToken }
}
