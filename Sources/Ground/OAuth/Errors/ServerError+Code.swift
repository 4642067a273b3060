// SPDX-License-Identifier: Apache-2.0
extension ServerError {
    /// A provider's error code; the set is open.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The code as the provider sent it.
        public let rawValue: String

        /// Creates a code.
        public init(rawValue: String) { self.rawValue = rawValue }
    }
}

extension ServerError.Code {
    // RFC 6749 §4.1.2.1, §5.2
    /// The request is malformed.
    public static let invalidRequest = Self(rawValue: "invalid_request")
    /// The client could not be authenticated.
    public static let invalidClient = Self(rawValue: "invalid_client")
    /// The code or refresh token is invalid, expired or revoked.
    public static let invalidGrant = Self(rawValue: "invalid_grant")
    /// The client may not use this grant.
    public static let unauthorizedClient = Self(rawValue: "unauthorized_client")
    /// The provider does not know this grant.
    public static let unsupportedGrantType = Self(rawValue: "unsupported_grant_type")
    /// The provider does not know this response type.
    public static let unsupportedResponseType = Self(rawValue: "unsupported_response_type")
    /// A scope is unknown, malformed, or exceeds the grant.
    public static let invalidScope = Self(rawValue: "invalid_scope")
    /// The person or the provider refused.
    public static let accessDenied = Self(rawValue: "access_denied")
    /// The provider failed.
    public static let serverError = Self(rawValue: "server_error")
    /// The provider is overloaded, or down for some time.
    public static let temporarilyUnavailable = Self(rawValue: "temporarily_unavailable")

    // OpenID Connect Core §3.1.2.6
    /// A page must be shown.
    public static let interactionRequired = Self(rawValue: "interaction_required")
    /// The person must sign in.
    public static let loginRequired = Self(rawValue: "login_required")
    /// The person must consent.
    public static let consentRequired = Self(rawValue: "consent_required")
    /// The person must choose an account.
    public static let accountSelectionRequired = Self(rawValue: "account_selection_required")

    // RFC 8628 §3.5
    /// The person has not answered yet.
    public static let authorizationPending = Self(rawValue: "authorization_pending")
    /// The person has not answered yet, and the client polls too often.
    public static let slowDown = Self(rawValue: "slow_down")
    /// The device code has expired.
    public static let expiredToken = Self(rawValue: "expired_token")
    /// The person refused; Entra ID's name for it.
    public static let authorizationDeclined = Self(rawValue: "authorization_declined")
    /// The provider does not know the device code; Entra ID's name for it.
    public static let badVerification = Self(rawValue: "bad_verification_code")

    // RFC 8707 §2, RFC 8693 §2.2.2
    /// The requested API is unknown, or the client may not use it.
    public static let invalidTarget = Self(rawValue: "invalid_target")
    /// The same; Entra ID's name for it.
    public static let invalidResource = Self(rawValue: "invalid_resource")
    /// The directory in the request is unknown; Entra ID's name for it.
    public static let invalidTenant = Self(rawValue: "invalid_tenant")
    /// The host in the request is not a provider; Entra ID's name for it.
    public static let invalidInstance = Self(rawValue: "invalid_instance")

    // RFC 9449 §5, §8; the client answers both itself, once
    /// The proof of the client's key was not accepted.
    public static let invalidDPoPProof = Self(rawValue: "invalid_dpop_proof")
    /// The proof must carry a nonce of the server.
    public static let useDPoPNonce = Self(rawValue: "use_dpop_nonce")

    // RFC 9396 §5
    /// The authorization details are unknown or malformed.
    public static let invalidAuthorizationDetails = Self(rawValue: "invalid_authorization_details")

    /// The error response has no code.
    public static let unspecified = Self(rawValue: "unspecified")

    /// The action that the standard suggests, without rules of one provider.
    ///
    /// `access_denied` does not tell whether the person or the provider refused (RFC 6749 §4.1.2.1). On a page the
    /// person has nearly always cancelled, and a provider that refuses shows the person the reason.
    public var nextAction: NextAction {
        switch self {
        case .invalidGrant, .interactionRequired, .loginRequired, .expiredToken, .badVerification: .signInAgain
        case .accountSelectionRequired: .chooseAccount
        case .accessDenied, .authorizationDeclined: .acceptCancellation
        case .consentRequired: .consent([])
        case .temporarilyUnavailable, .serverError, .authorizationPending, .slowDown, .useDPoPNonce: .retry(after: nil)
        case .invalidClient, .unauthorizedClient, .invalidRequest, .invalidScope, .unsupportedGrantType,
            .unsupportedResponseType, .invalidTarget, .invalidResource, .invalidTenant, .invalidInstance,
            .invalidAuthorizationDetails:
            .correctRegistration
        default: .none
        }
    }

    /// Lets `catch` name a code: `catch ServerError.Code.invalidGrant { … }`.
    public static func ~= (code: Self, error: any Error) -> Bool {
        (error as? ServerError)?.code == code
    }
}
