// SPDX-License-Identifier: Apache-2.0
import SignIn
import SignInTesting
import Testing

struct FaultRow: Sendable, CustomTestStringConvertible {
    enum Journey: String, Sendable {
        case signIn, refresh, deviceCode, userFlow
    }

    let journey: Journey
    let fault: Fault
    let endpoint: FaultRule.Endpoint?
    let outcome: Outcome

    init(_ journey: Journey, _ fault: Fault, at endpoint: FaultRule.Endpoint? = nil, _ outcome: Outcome) {
        (self.journey, self.fault, self.endpoint, self.outcome) = (journey, fault, endpoint, outcome)
    }

    var testDescription: String {
        "\(journey.rawValue): \(fault.kind)\(endpoint.map { " at \($0.rawValue)" } ?? "")"
    }

    static let all = provider + redirects + replies + idTokens + others

    static let provider: [FaultRow] = [
        FaultRow(.signIn, .malformedJSON, at: .metadata, .refusal(.metadataMalformed)),
        FaultRow(.signIn, .document(.metadataWithoutTokenEndpoint), .refusal(.tokenEndpointMissing)),
        FaultRow(.signIn, .document(.wrongIssuerInMetadata), .refusal(.metadataIssuerMismatch)),
        FaultRow(.signIn, .document(.insecureTokenEndpoint), .refusal(.addressInsecure)),
        FaultRow(
            .signIn, .failure(.serviceUnavailable), at: .metadata,
            .server("temporarily_unavailable", .retry(after: nil))),
        FaultRow(
            .signIn, .error(ErrorAnswer(number: 90002, status: 404)), at: .metadata,
            .server("invalid_request", .correctRegistration)),
        FaultRow(.signIn, .drop, at: .metadata, .transport(.connectionLost)),
        FaultRow(.signIn, .malformedJSON, at: .keys, .refusal(.keySetMalformed)),
        FaultRow(.signIn, .content(.duplicateMember), at: .metadata, .refusal(.metadataMalformed)),
        FaultRow(.signIn, .document(.keySetWithoutKeys), .refusal(.keySetMalformed)),
        FaultRow(.signIn, .document(.emptyKeySet), .refusal(.keySetMalformed)),
        FaultRow(.signIn, .document(.keysForEncryption), .refusal(.signatureInvalid)),
        FaultRow(.signIn, .keyMember("e", "Aw"), .refusal(.keySetMalformed)),
        FaultRow(.signIn, .failure(.internalServerError), at: .keys, .server("server_error", .retry(after: nil))),
    ]

    static let redirects: [FaultRow] = [
        FaultRow(.signIn, .redirect(.wrongState), .refusal(.stateMismatch)),
        FaultRow(.signIn, .redirect(.missingState), .refusal(.stateMismatch)),
        FaultRow(.signIn, .redirect(.wrongIssuerInRedirect), .refusal(.redirectIssuerMismatch)),
        FaultRow(.signIn, .redirect(.missingCode), .refusal(.codeMissing)),
        FaultRow(.signIn, .redirect(.duplicateParameter), .refusal(.duplicateParameter)),
        FaultRow(.signIn, .redirect(.unreadableRedirect), .refusal(.redirectMismatch)),
        // The scripted browser reports it; a listener would refuse the path.
        FaultRow(.signIn, .redirect(.wrongRedirect), .transport(.unreachable)),
        FaultRow(
            .signIn, .error(ErrorAnswer("access_denied")), at: .authorize,
            .server("access_denied", .acceptCancellation)),
        FaultRow(
            .signIn, .error(ErrorAnswer(number: 50076)), at: .authorize,
            .server("interaction_required", .secondFactor(["openid", "profile", "offline_access", "User.Read.All"]))),
    ]

    static let replies: [FaultRow] = [
        FaultRow(.signIn, .document(.missingIDToken), .refusal(.idTokenMissing)),
        FaultRow(.signIn, .document(.missingAccessToken), .refusal(.tokenResponseMalformed)),
        FaultRow(.signIn, .document(.wrongTokenType), .refusal(.tokenTypeUnsupported)),
        FaultRow(.signIn, .document(.missingTokenType), .refusal(.tokenResponseMalformed)),
        FaultRow(.signIn, .document(.malformedExpiresIn), .accepted),
        FaultRow(.signIn, .document(.missingExpiresIn), .accepted),
        FaultRow(.signIn, .document(.missingRefreshToken), .accepted),
        FaultRow(.signIn, .member("id_token", ""), at: .token, .refusal(.idTokenMissing)),
        FaultRow(.signIn, .malformedJSON, at: .token, .refusal(.tokenResponseMalformed)),
        FaultRow(.signIn, .content(.emptyBody), at: .token, .refusal(.tokenResponseMalformed)),
        FaultRow(.signIn, .content(.truncatedBody), at: .token, .refusal(.tokenResponseMalformed)),
        FaultRow(.signIn, .content(.wrongContentType), at: .token, .accepted),
        FaultRow(.signIn, .content(.oversizedBody), at: .token, .transport(.responseTooLarge)),
        FaultRow(.signIn, .drop, at: .token, .transport(.connectionLost)),
        FaultRow(.signIn, .stall, at: .token, .transport(.timedOut)),
        FaultRow(.signIn, .tooManyRequests, at: .token, .server("temporarily_unavailable", .retry(after: nil))),
        FaultRow(.signIn, .slowDown, .server("slow_down", .retry(after: nil))),
        FaultRow(.signIn, .error(ErrorAnswer("invalid_grant")), at: .token, .server("invalid_grant", .signInAgain)),
        FaultRow(.signIn, .latency(milliseconds: 1500), at: .token, .accepted),
    ]

    static let idTokens: [FaultRow] = [
        FaultRow(.signIn, .idToken(.expired), .refusal(.expired)),
        FaultRow(.signIn, .idToken(.notYetValid), .refusal(.notYetValid)),
        FaultRow(.signIn, .idToken(.issuedInFuture), .refusal(.issuedInFuture)),
        FaultRow(.signIn, .idToken(.missingExpiry), .refusal(.claimMissing)),
        FaultRow(.signIn, .idToken(.missingIssuedAt), .refusal(.claimMissing)),
        FaultRow(.signIn, .idToken(.missingSubject), .refusal(.claimMissing)),
        FaultRow(.signIn, .idToken(.wrongIssuer), .refusal(.issuerMismatch)),
        FaultRow(.signIn, .idToken(.wrongTenant), .refusal(.issuerMismatch)),
        FaultRow(.signIn, .idToken(.wrongAudience), .refusal(.audienceMismatch)),
        FaultRow(.signIn, .idToken(.audienceArray), .refusal(.authorizedPartyMismatch)),
        FaultRow(.signIn, .idToken(.wrongAuthorizedParty), .refusal(.authorizedPartyMismatch)),
        FaultRow(.signIn, .wrongNonce, .refusal(.nonceMismatch)),
        FaultRow(.signIn, .idToken(.missingNonce), .refusal(.nonceMismatch)),
        FaultRow(.signIn, .idToken(.duplicateClaim), .refusal(.tokenMalformed)),
        FaultRow(.signIn, .wrongKey, .refusal(.signatureInvalid)),
        FaultRow(.signIn, .idToken(.unknownKey), .refusal(.keyUnknown)),
        FaultRow(.signIn, .idToken(.algNone), .refusal(.algorithmNotAllowed)),
        FaultRow(.signIn, .idToken(.algHS256), .refusal(.algorithmNotAllowed)),
        FaultRow(.signIn, .idToken(.tamperedPayload), .refusal(.signatureInvalid)),
        FaultRow(.signIn, .idToken(.truncatedSignature), .refusal(.signatureInvalid)),
        FaultRow(.signIn, .idToken(.missingSignature), .refusal(.tokenMalformed)),
        FaultRow(.signIn, .idToken(.paddedBase64), .refusal(.tokenMalformed)),
        FaultRow(.signIn, .idToken(.criticalHeader), .refusal(.tokenMalformed)),
        // Too long only for a header, in which it does not travel.
        FaultRow(.signIn, .idToken(.oversized), .accepted),
        FaultRow(.signIn, .idToken(.notAToken), .refusal(.tokenMalformed)),
        // A single published key needs no name (RFC 7515 §4.1.4).
        FaultRow(.signIn, .token(.header("kid", nil)), .accepted),
        FaultRow(.signIn, .token(.claim("iat", "yesterday")), .refusal(.claimMissing)),
        // Both are optional beside a code (OpenID Connect Core §3.1.3.6), but their values must be right.
        FaultRow(.signIn, .idToken(.wrongAtHash), .refusal(.accessTokenHashMismatch)),
        FaultRow(.signIn, .idToken(.wrongCHash), .refusal(.codeHashMismatch)),
        // These concern access tokens, or a known person.
        FaultRow(.signIn, .idToken(.missingScope), .accepted),
        FaultRow(.signIn, .idToken(.changedSubject), .accepted),
        FaultRow(.signIn, .idToken(.wrongUserFlow), .accepted),
        FaultRow(.signIn, .document(.idTokenAsAccessToken), .accepted),
    ]

    static let others: [FaultRow] = [
        FaultRow(.refresh, .idToken(.changedSubject), .refusal(.subjectMismatch)),
        FaultRow(.refresh, .error(ErrorAnswer(number: 50173)), at: .token, .refusal(.signInRequired)),
        FaultRow(
            .refresh, .error(ErrorAnswer(number: 65001)), at: .token,
            .server("invalid_grant", .consent(["User.Read.All"]))),
        FaultRow(
            .refresh, .failure(.tooManyRequests, retryAfter: 7), at: .token,
            .server("temporarily_unavailable", .retry(after: .seconds(7)))),
        FaultRow(.deviceCode, .document(.metadataWithoutDeviceEndpoint), .refusal(.deviceAuthorizationUnsupported)),
        FaultRow(.deviceCode, .document(.unreadableUserCode), .refusal(.deviceAuthorizationMalformed)),
        FaultRow(.deviceCode, .malformedJSON, at: .deviceCode, .refusal(.deviceAuthorizationMalformed)),
        FaultRow(.deviceCode, .document(.insecureVerificationURI), .refusal(.addressInsecure)),
        FaultRow(.deviceCode, .document(.expiredDeviceCode), .refusal(.deviceCodeExpired)),
        FaultRow(.deviceCode, .slowDown, .refusal(.deviceCodeExpired)),
        FaultRow(
            .deviceCode, .error(ErrorAnswer("authorization_declined")), at: .token,
            .server("authorization_declined", .acceptCancellation)),
        FaultRow(.userFlow, .idToken(.wrongUserFlow), .refusal(.userFlowMismatch)),
        FaultRow(.userFlow, .idToken(.wrongNonce), .refusal(.nonceMismatch)),
        FaultRow(
            .userFlow, .error(ErrorAnswer(number: 90118)), at: .authorize,
            .server("access_denied", .resetPassword)),
        FaultRow(.userFlow, .error(ErrorAnswer("invalid_grant")), at: .token, .server("invalid_grant", .signInAgain)),
    ]
}

enum Outcome: Sendable, Hashable, CustomStringConvertible {
    case accepted
    case refusal(Refusal.Code)
    /// The wire's code, and the next action.
    case server(String, NextAction)
    case transport(TransportError.Code)
    case other(String)

    init(of journey: () async throws -> Void) async {
        do {
            try await journey()
            self = .accepted
        } catch let error as Refusal {
            self = .refusal(error.code)
        } catch let error as ServerError {
            self = .server(error.code.rawValue, error.nextAction)
        } catch let error as TransportError {
            self = .transport(error.code)
        } catch {
            self = .other("\(error)")
        }
    }

    var description: String {
        switch self {
        case .accepted: "accepted"
        case .refusal(let code): "refused: \(code)"
        case .server(let code, let action): "declined: \(code), so \(action)"
        case .transport(let code): "lost: \(code.rawValue)"
        case .other(let text): text
        }
    }
}
