// SPDX-License-Identifier: Apache-2.0
import HTTPTransport
import OAuthMessages
import PortableFoundation
import SignInProvider

/// Requests new tokens for an account once, and returns the record to save before a caller uses them. RFC 6749 §6,
/// OpenID Connect Core §12
struct AccountRefresh: Sendable {
    enum Outcome {
        case refreshed(AccountRecord, Redacted<String>)
        case ended(AccountRecord, ServerError)
        /// The client cannot use the response, for example because keys are missing or this machine's clock is wrong;
        /// it keeps the new refresh token, because the provider may now reject the old one.
        case unjudged(AccountRecord, any Error)
    }

    let registration: ClientRegistration
    let provider: IdentityProvider
    let transport: any Transport
    let prover: @Sendable (DPoPKey) -> DPoPProver
    let time: TimeSource

    func outcome(
        for record: AccountRecord, asking scopes: ScopeSet, meeting claims: ClaimsRequest? = nil
    ) async throws -> Outcome {
        guard let refreshToken = record.refreshToken else {
            throw Refusal(
                .signInRequired,
                "the sign-in has no refresh token; request offline_access, and sign in again")
        }
        try checkGranted(scopes, to: record)
        let request = request(with: refreshToken, of: record, asking: scopes, meeting: claims)
        // A public client's refresh token is bound to the key of its sign-in. RFC 9449 §5
        var record = record
        if registration.dpopBoundAccessTokens { record.dpopKey = record.dpopKey ?? DPoPKey() }
        let prover = registration.dpopBoundAccessTokens ? record.dpopKey.map(prover) : nil
        do {
            let response = try await TokenEndpoint(
                of: provider, for: registration, over: transport, proving: prover, time: time
            ).send(request)
            return try await judged(response, for: record, scopes: scopes)
        } catch let error as ServerError where provider.rules.endsSignIn(error) {
            var ended = record
            (ended.endedAt, ended.refreshToken, ended.tokens) = (time.date(), nil, [])
            return .ended(ended, error)
        } catch var error as ServerError {
            if !provider.rules.alwaysSaysInvalidGrant, error.mayBeAboutRefreshToken { error.nextAction = .signInAgain }
            throw error
        } catch let refusal as Refusal {
            guard let salvaged = refusal.cause as? TokenResponse.Salvaged else { throw refusal }
            var unjudged = record
            unjudged.refreshToken = salvaged.refreshToken
            return .unjudged(unjudged, refusal)
        }
    }

    private func request(
        with refreshToken: Redacted<String>, of record: AccountRecord, asking scopes: ScopeSet,
        meeting claims: ClaimsRequest?
    ) -> TokenRequest {
        // Without `scope`, a provider repeats the grant of the sign-in, so another set must be named. RFC 6749 §6
        let includesScope =
            provider.rules.sendsScopesToTokenEndpoint
            || record.grantedScopes.map { $0.permissions != scopes.permissions } ?? false
        let usual = registration.scopes.openIDConnectPart
        return TokenRequest(
            refreshing: refreshToken, clientID: registration.clientID,
            scopes: scopes.union(isLimited(record) ? usual.granted(in: record.grantedScopes ?? []) : usual),
            includingScope: includesScope, claims: registration.claims(claims))
    }

    /// Whether the grant of the sign-in is known and limits a refresh, as in RFC 6749 §6; Microsoft's providers issue
    /// tokens for each API that the user has ever consented to.
    private func isLimited(_ record: AccountRecord) -> Bool {
        !provider.rules.sendsScopesToTokenEndpoint && record.grantedScopes?.isEmpty == false
    }

    /// After a request for a permission that the user did not grant, a strict provider would end the sign-in.
    private func checkGranted(_ scopes: ScopeSet, to record: AccountRecord) throws {
        guard isLimited(record), let granted = record.grantedScopes else { return }
        let missing = scopes.permissions.subtracting(granted.permissions)
        guard missing.isEmpty else {
            throw Refusal(
                .scopeNotGranted,
                "the user did not grant '\(missing.sorted().joined(separator: " "))'; let the user grant it, or request "
                    + "a token without it")
        }
    }

    private func judged(
        _ response: TokenResponse, for record: AccountRecord, scopes: ScopeSet
    ) async throws -> Outcome {
        var refreshed = record
        if response.idToken != nil, registration.bringsIDToken(from: provider.metadata) {
            do {
                let validator = TokenValidator(provider, for: registration, time: time)
                let identity = try await validator.validateRefreshedIDToken(
                    in: response, for: registration.clientID, continuing: record.identity,
                    signedInWith: record.nonceOfRefresh)
                refreshed.claims = identity.claims.values
            } catch let refusal as Refusal where Self.impostures.contains(refusal.code) {
                throw refusal
            } catch {
                refreshed.refreshToken = response.refreshToken ?? record.refreshToken
                return .unjudged(refreshed, error)
            }
        }
        let granted = response.granted(asking: scopes, of: registration)
        refreshed.take(response, for: granted, as: registration.tokenTraits, now: time.date())
        guard granted == scopes, let accessToken = response.accessToken else {
            return .unjudged(
                refreshed,
                Refusal(
                    .scopeNotGranted,
                    "the provider issued a token for '\(granted)' instead of '\(scopes)'; let the "
                        + "user grant the missing scopes"))
        }
        return .refreshed(refreshed, accessToken)
    }

    /// Refusals with a permanent cause, after which a response must not change the account: it is for another user,
    /// issuer, sign-in, or app, or its tokens are not bound to this client's key.
    static let impostures: Set<Refusal.Code> = [
        .subjectMismatch, .issuerMismatch, .nonceMismatch, .tokenNotBound,
        .audienceMismatch, .authorizedPartyMismatch,
    ]
}

extension ServerError {
    /// Whether the error is one that some servers send instead of `invalid_grant`: a 400 without a code, or
    /// `invalid_request`.
    ///
    /// The request itself may be invalid, so the account stays. A new sign-in helps in the first case, and fails with a
    /// clearer error in the second.
    fileprivate var mayBeAboutRefreshToken: Bool {
        carriesOAuthError && (code == .invalidRequest || code == .unspecified && status == 400)
    }
}
