// SPDX-License-Identifier: Apache-2.0

import JSONWebSignatures
package import OAuthMessages
package import PortableFoundation
package import SignInProvider

/// An API's requirements for an access token: the audience, and the callers that need a scope. RFC 9068 §4
///
/// ```swift
/// let rules = AccessTokenRules(audiences: ["the API's client id", "api://tasks"])
/// let tokens = AcceptedTokens(from: work.provider, rules)
/// let protection = BearerProtection(accepting: [tokens], over: transport)
/// ```
public struct AccessTokenRules: Sendable, Hashable {
    /// The identifiers of the API, one of which must be the token's `aud`.
    public var audiences: Set<String>
    /// The callers that need a scope.
    public var scopeRule: ScopeRule

    /// Creates rules.
    public init(audiences: Set<String>, scopeRule: ScopeRule = .everyCaller) {
        self.audiences = audiences
        self.scopeRule = scopeRule
    }

    package func caller(
        from token: VerifiedToken, provider: IdentityProvider, times: TimeRules, now: Date
    ) throws -> Caller {
        let claims = token.claims
        guard let issuer = provider.issuer(of: claims) else {
            throw Refusal(
                .issuerMismatch,
                "the token was not issued by \(provider.metadata.issuer); send a token of that provider")
        }
        try provider.rules.checkToken(claims, provider.metadata.issuerAskedFor)
        guard !audiences.isDisjoint(with: claims.strings("aud")) else {
            throw Refusal(.audienceMismatch, "the token is for another API; request one with a scope of this API")
        }
        try times.check(claims, now: now)
        guard let client = claims.string("azp") ?? claims.string("appid") ?? claims.string("client_id"),
            !provider.rules.isIDToken(claims), !(provider.rules.idTokensNameClient && isLikeRefreshedIDToken(token))
        else {
            throw Refusal(.notAnAccessToken, "this is an ID token; send an access token")
        }
        // One key signs several kinds of tokens, of which some have no type. RFC 8725 §3.12
        guard !claims.has("events") else {
            throw Refusal(.notAnAccessToken, "this is a token about security events; send an access token")
        }
        guard let subject = provider.rules.subject(claims), !subject.isEmpty else {
            throw Refusal(.claimMissing, "the token does not identify the caller (sub)")
        }
        return Caller(
            id: provider.rules.callerID(claims, issuer, subject), issuer: issuer, subject: subject, clientID: client,
            claims: claims, needsScope: needsScope(claims))
    }

    /// Whether a token looks like an ID token from a refresh, which may have no nonce and hash, and several audiences.
    ///
    /// RFC 9068 §2.1 gives access tokens their own type; without it, scopes tell them apart. OpenID Connect Core §12.2
    private func isLikeRefreshedIDToken(_ token: VerifiedToken) -> Bool {
        token.claims.has("azp") && token.type != "at+jwt" && !token.claims.has("scp") && !token.claims.has("scope")
    }

    private func needsScope(_ claims: Claims) -> Bool {
        guard scopeRule == .everyAppButItsOwn, let app = claims.string("azp") else { return true }
        return claims.strings("aud") != [app] || claims.has("scp") || claims.has("scope")
    }
}

extension TokenValidator {
    /// Throws `ServerError` or `TransportError` if the keys cannot be fetched: respond with 503 then, and not 401.
    package func caller(with accessToken: Redacted<String>, under rules: AccessTokenRules) async throws -> Caller {
        try await caller(with: UnverifiedToken(accessToken), under: rules)
    }

    func caller(with accessToken: UnverifiedToken, under rules: AccessTokenRules) async throws -> Caller {
        let token = try await verified(accessToken)
        guard token.type != "logout+jwt" else {
            throw Refusal(.notAnAccessToken, "this is a logout token; send an access token")
        }
        return try rules.caller(from: token, provider: provider, times: times, now: time.date())
    }
}

/// The callers of an API that need a scope.
///
/// ```swift
/// var rules = AccessTokenRules(audiences: [clientID])
/// rules.scopeRule = .everyAppButItsOwn  // app and API are one registration of Azure AD B2C
/// let tokens = AcceptedTokens(from: userFlow.provider, rules)
/// ```
public enum ScopeRule: Sendable, Hashable {
    /// Every caller, as the standard requires.
    case everyCaller
    /// Every caller except the API's own app, if app and API share a registration, as Azure AD B2C allows.
    ///
    /// If a token's `aud` equals its `azp`, the app requested it for its own registration. It has no scope, because no
    /// other party has to consent. If it does have scopes, they apply.
    ///
    /// At other providers, an ID token can have the same form, so the token must be of the type `at+jwt` there.
    case everyAppButItsOwn
}
