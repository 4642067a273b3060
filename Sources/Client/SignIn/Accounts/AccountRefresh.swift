// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPTransport
import OAuth
import Provider

/// Asks a provider once for new tokens of an account, and says what has to be kept before anyone uses them.
///
/// RFC 6749 §6, OpenID Connect Core §12
struct AccountRefresh: Sendable {
    /// What came of it; each case has the record to keep.
    enum Outcome {
        /// There is a new access token.
        case renewed(AccountRecord, Redacted<String>)
        /// The provider has ended the sign-in.
        case ended(AccountRecord, ServerError)
        /// The answer cannot be judged, because nobody gives the keys or this machine's clock is wrong. The new refresh
        /// token is kept all the same: the provider may not take the old one again.
        case unjudged(AccountRecord, any Error)
    }

    let registration: ClientRegistration
    let provider: IdentityProvider
    let transport: any Transport
    let time: TimeSource

    /// Asks the provider.
    ///
    /// - Throws: What left everything as it was: ``Refusal``, `ServerError`, `TransportError`.
    func outcome(for record: AccountRecord, asking scopes: ScopeSet) async throws -> Outcome {
        guard let refreshToken = record.refreshToken else {
            throw Refusal(
                .signInRequired,
                "the sign-in cannot be renewed without its refresh token; ask for offline_access, and sign in again")
        }
        // Without them a provider repeats what the sign-in granted; what differs from that must be said. RFC 6749 §6
        let includesScope =
            provider.rules.sendsScopesToTokenEndpoint
            || record.grantedScopes.map { $0.permissions != scopes.permissions } ?? false
        let request = TokenRequest(
            refreshing: refreshToken, clientID: registration.clientID,
            scopes: scopes.union(registration.scopes.openIDConnectPart), includingScope: includesScope)
        // So that usually nothing has to be waited for between the answer and its being saved; some need no keys.
        try? await provider.keys.prepare()
        do {
            let response = try await TokenEndpoint(of: provider, for: registration, over: transport, time: time)
                .answer(to: request)
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

    private func judged(
        _ response: TokenResponse, for record: AccountRecord, scopes: ScopeSet
    ) async throws -> Outcome {
        var renewed = record
        if response.idToken != nil, registration.oauthProvider == nil {
            do {
                let validator = TokenValidator(
                    provider, idTokenAlgorithm: registration.idTokenAlgorithm, now: time.date)
                let identity = try await validator.identity(
                    of: response, for: registration.clientID, continuing: record.identity)
                renewed.claims = identity.claims.values
            } catch let refusal as Refusal where Self.impostures.contains(refusal.code) {
                throw refusal
            } catch {
                renewed.refreshToken = response.refreshToken ?? record.refreshToken
                return .unjudged(renewed, error)
            }
        }
        let granted = response.granted(asking: scopes, of: registration)
        renewed.take(response, for: granted, now: time.date())
        guard granted == scopes, let accessToken = response.accessToken else {
            return .unjudged(
                renewed,
                Refusal(
                    .scopeNotGranted,
                    "the provider gave a token for '\(granted)' in place of '\(scopes)'; let the "
                        + "person agree to what is missing"))
        }
        return .renewed(renewed, accessToken)
    }

    /// Refusals that no passing failure causes: a provider that answered so must not change the account.
    static let impostures: Set<Refusal.Code> = [.subjectMismatch, .issuerMismatch]
}

extension ServerError {
    /// Whether a refresh was refused in a way that some servers use in place of `invalid_grant`: with status 400 and no
    /// error, or with `invalid_request`.
    ///
    /// It may as well be a fault of the request, so the account stays. A new sign-in helps in the first case, and fails
    /// with a clearer error in the second.
    fileprivate var mayBeAboutRefreshToken: Bool {
        switch status ?? 0 {
        case 400: code == .invalidRequest || code == .unspecified
        case 401..<429: code == .invalidRequest
        default: false
        }
    }
}
