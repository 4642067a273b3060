// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
public import HTTPTransport
public import OAuthMessages
import PortableFoundation

/// A client's reaction after an API rejected its request, derived from the response's challenges.
///
/// ```swift
/// switch ChallengeAnswer(to: response) {
/// case .consent(let scopes): account = try await flow.extend(account, by: scopes, with: agent)
/// case .giveUp(let reason): await show(reason)
/// default: break
/// }
/// ```
///
/// RFC 6750 §3, RFC 9470 §3, RFC 9449 §7.1; the claims challenges of Microsoft's APIs
public enum ChallengeAnswer: Sendable, Hashable {
    /// Get another token with the same permissions.
    case refresh
    /// Get a token that satisfies these claims.
    case claims(ClaimsRequest)
    /// Let the user authenticate again: with one of these classes, in order of preference, or within this time.
    case authenticateAgain(acrValues: [String], maxAge: Duration?)
    /// Get a token that also has these permissions; the user may have to consent.
    case consent(ScopeSet)
    /// Give up, for this reason.
    case giveUp(String)

    /// Evaluates a response; `nil` if it does not reject a token.
    ///
    /// Of several challenges, the most specific one counts. URLs in a challenge are never followed.
    public init?(to response: TransportResponse) {
        let fields = response.head.headerFields[values: .wwwAuthenticate]
        let answers = AuthenticationChallenge.all(in: fields).filter { $0.isScheme("Bearer") || $0.isScheme("DPoP") }
            .map(Self.init(to:))
        let demand = answers.first { $0.isDemand } ?? answers.first { $0 != .refresh }
        switch response.status {
        case .unauthorized: self = demand ?? .refresh
        // Without a demand, the API has rejected the user rather than the token.
        case .forbidden:
            guard let demand else { return nil }
            self = demand
        default: return nil
        }
    }

    private var isDemand: Bool {
        switch self {
        case .claims, .authenticateAgain, .consent: true
        case .refresh, .giveUp: false
        }
    }

    /// The options of the sign-in that meets the demand.
    public var options: SignInOptions {
        switch self {
        case .claims(let claims): SignInOptions(claims: claims)
        case .authenticateAgain(let acrValues, let maxAge): SignInOptions(maxAge: maxAge, acrValues: acrValues)
        case .refresh, .consent, .giveUp: SignInOptions()
        }
    }

    private init(to challenge: AuthenticationChallenge) {
        // Microsoft's APIs send claims with `insufficient_claims`, and some with `invalid_token`.
        if let claims = challenge["claims"] {
            self =
                ClaimsRequest(challenge: claims).map(Self.claims)
                ?? .giveUp("the API requests malformed claims; report it to the API")
            return
        }
        switch challenge["error"] {
        case "insufficient_user_authentication":
            let acrValues = (challenge["acr_values"] ?? "").split(separator: " ").map(String.init)
            let maxAge = challenge["max_age"].flatMap(UInt32.init).map { Duration.seconds($0) }
            self =
                acrValues.isEmpty && maxAge == nil
                ? .giveUp("the API requires another authentication without naming it; report it to the API")
                : .authenticateAgain(acrValues: acrValues, maxAge: maxAge)
        case "insufficient_scope":
            let scopes = ScopeSet(text: challenge["scope"] ?? "")
            self =
                scopes.isEmpty
                ? .giveUp(
                    "the token lacks a permission that the API does not name; ask the API's operator for its scopes")
                : .consent(scopes)
        // The transport has retried once, with the nonce and the time of the response.
        case "use_dpop_nonce", "invalid_dpop_proof":
            self = .giveUp("the API rejected the proof of the app's key again; set this machine's clock, or report it")
        case "insufficient_claims":
            self = .giveUp("the API requests claims without naming them; report it to the API")
        default: self = .refresh
        }
    }
}
