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
    /// Client authentication failed.
    public static let invalidClient = Self(rawValue: "invalid_client")
    /// The code or refresh token is invalid, expired, or revoked.
    public static let invalidGrant = Self(rawValue: "invalid_grant")
    /// The client is not allowed to use this grant type.
    public static let unauthorizedClient = Self(rawValue: "unauthorized_client")
    /// The provider does not support this grant type.
    public static let unsupportedGrantType = Self(rawValue: "unsupported_grant_type")
    /// The provider does not support this response type.
    public static let unsupportedResponseType = Self(rawValue: "unsupported_response_type")
    /// A scope is unknown, malformed, or exceeds the grant.
    public static let invalidScope = Self(rawValue: "invalid_scope")
    /// The user or the provider denied access.
    public static let accessDenied = Self(rawValue: "access_denied")
    /// The provider had an internal error.
    public static let serverError = Self(rawValue: "server_error")
    /// The provider is overloaded, or temporarily down.
    public static let temporarilyUnavailable = Self(rawValue: "temporarily_unavailable")

    // OpenID Connect Core §3.1.2.6
    /// A page must be shown.
    public static let interactionRequired = Self(rawValue: "interaction_required")
    /// The user must sign in.
    public static let loginRequired = Self(rawValue: "login_required")
    /// The user must consent.
    public static let consentRequired = Self(rawValue: "consent_required")
    /// The user must choose an account.
    public static let accountSelectionRequired = Self(rawValue: "account_selection_required")

    // RFC 8628 §3.5
    /// The user has not responded yet.
    public static let authorizationPending = Self(rawValue: "authorization_pending")
    /// The user has not responded yet, and the client polls too often.
    public static let slowDown = Self(rawValue: "slow_down")
    /// The device code has expired.
    public static let expiredToken = Self(rawValue: "expired_token")
    /// The user declined; Entra ID's code.
    public static let authorizationDeclined = Self(rawValue: "authorization_declined")
    /// The device code is unknown; Entra ID's code.
    public static let badVerification = Self(rawValue: "bad_verification_code")

    // RFC 8707 §2, RFC 8693 §2.2.2
    /// The requested API is unknown, or the client is not allowed to use it.
    public static let invalidTarget = Self(rawValue: "invalid_target")
    /// The requested API is unknown; Entra ID's code.
    public static let invalidResource = Self(rawValue: "invalid_resource")
    /// The directory in the request is unknown; Entra ID's code.
    public static let invalidTenant = Self(rawValue: "invalid_tenant")
    /// The host in the request is not a provider; Entra ID's code.
    public static let invalidInstance = Self(rawValue: "invalid_instance")

    // RFC 9449 §5, §8; the client handles both itself, once
    /// The proof of the client's key was rejected.
    public static let invalidDPoPProof = Self(rawValue: "invalid_dpop_proof")
    /// The proof must include a nonce from the server.
    public static let useDPoPNonce = Self(rawValue: "use_dpop_nonce")

    // RFC 9396 §5
    /// The authorization details are unknown or malformed.
    public static let invalidAuthorizationDetails = Self(rawValue: "invalid_authorization_details")

    /// The error response has no code.
    public static let unspecified = Self(rawValue: "unspecified")

    /// The action that the standard suggests, without provider-specific rules.
    ///
    /// `access_denied` does not say whether the user or the provider refused (RFC 6749 §4.1.2.1). After a page, it is
    /// nearly always the user, because a provider that refuses shows the reason on the page.
    package var nextAction: NextAction {
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

    /// Lets `catch` match a code: `catch ServerError.Code.invalidGrant { … }`.
    public static func ~= (code: Self, error: any Error) -> Bool { (error as? ServerError)?.code == code }
}
