// SPDX-License-Identifier: Apache-2.0

/// What Microsoft's errors say, for rules that name only a number or only a code.
///
/// Texts and codes are from Microsoft's lists of error codes and from recordings; numbers that are not here get a text
/// of our own.
enum FaultText {
    /// An error of a provider.
    struct Known: Sendable {
        let code: String
        let text: String
        var suberror: String?
    }

    /// The number that usually goes with a code at Entra ID.
    static func number(ofEntraCode code: String) -> Int? { entraNumbers[code] }

    /// The number that usually goes with a code at Azure AD B2C.
    static func number(ofUserFlowCode code: String) -> Int? { userFlowNumbers[code] }

    /// An error that only devices meet.
    static func deviceError(_ number: Int) -> Known? {
        [EntraError.slowDown, .authorizationDeclined, .badDeviceCode].first { $0.number == number }
            .map { Known(code: $0.code, text: $0.text) }
    }

    /// The errors of Entra ID by number.
    static let entra: [Int: Known] = [
        16000: Known(
            code: "interaction_required",
            text: "Either multiple user identities are available for the current request or selected account is not "
                + "supported for the scenario."),
        50_034: Known(
            code: "invalid_grant",
            text: "The user account does not exist in the directory. To sign into this application, the account must "
                + "be added to the directory."),
        50_053: Known(code: "invalid_grant", text: "The account is locked, or you tried to sign in too many times."),
        50_055: Known(code: "invalid_grant", text: "The password is expired.", suberror: "user_password_expired"),
        50_057: Known(code: "invalid_grant", text: "The user account is disabled."),
        50_058: Known(
            code: "login_required", text: "A silent sign-in request was sent but no user is signed in."),
        50_072: Known(
            code: "interaction_required", text: "You must enroll in multi-factor authentication.",
            suberror: "basic_action"),
        50_074: Known(
            code: "interaction_required", text: "Strong Authentication is required.", suberror: "basic_action"),
        50_076: Known(
            code: "interaction_required",
            text: "Due to a configuration change made by your administrator, or because you moved to a new location, "
                + "you must use multi-factor authentication to access the resource.", suberror: "basic_action"),
        50_079: Known(
            code: "interaction_required", text: "You must enroll in multi-factor authentication.",
            suberror: "basic_action"),
        50_105: Known(
            code: "interaction_required", text: "The signed in user is not assigned to a role for the application."),
        50_126: Known(
            code: "invalid_grant", text: "Error validating credentials due to invalid username or password."),
        50_173: Known(
            code: "invalid_grant",
            text: "The provided grant has expired due to it being revoked, a fresh auth token is needed.",
            suberror: "bad_token"),
        53_000: Known(
            code: "interaction_required", text: "Device is not in required device state.", suberror: "message_only"),
        53_003: Known(
            code: "interaction_required", text: "Access has been blocked by Conditional Access policies.",
            suberror: "message_only"),
        54_005: Known(
            code: "invalid_grant",
            text: "OAuth2 Authorization code was already redeemed, please retry with a new valid code or use an "
                + "existing refresh token."),
        65_001: Known(
            code: "invalid_grant",
            text: "The user or administrator has not consented to use the application. Send an interactive "
                + "authorization request for this user and resource.", suberror: "consent_required"),
        65_004: Known(code: "access_denied", text: "User declined to consent to access the app."),
        70_000: Known(code: "invalid_grant", text: "The provided grant is invalid."),
        70_008: Known(
            code: "invalid_grant",
            text: "The provided authorization code or refresh token has expired due to "
                + "inactivity. Send a new interactive authorization request for this user and resource."),
        70_011: Known(code: "invalid_scope", text: "The provided value for the input parameter 'scope' is not valid."),
        70_016: Known(
            code: "authorization_pending",
            text: "OAuth 2.0 device flow error. Authorization is pending. Continue polling."),
        70_020: Known(code: "expired_token", text: "The provided device code has expired."),
        90_033: Known(
            code: "temporarily_unavailable", text: "A transient error has occurred. Please try again."),
        700_016: Known(code: "unauthorized_client", text: "The application was not found in the directory."),
        700_082: Known(
            code: "invalid_grant", text: "The refresh token has expired due to inactivity.", suberror: "bad_token"),
        700_084: Known(
            code: "invalid_grant",
            text: "The refresh token was issued to a single page app, and therefore has a "
                + "fixed, limited lifetime, which can't be extended.", suberror: "bad_token"),
        7_000_215: Known(code: "invalid_client", text: "Invalid client secret provided."),
        7_000_222: Known(code: "invalid_client", text: "The provided client secret keys are expired."),
    ]

    private static let entraNumbers = [
        "invalid_grant": 70_000, "invalid_client": 7_000_215, "unauthorized_client": 700_016,
        "invalid_scope": 70_011, "access_denied": 65_004, "login_required": 50_058,
        "consent_required": 65_001, "interaction_required": 50_076, "authorization_pending": 70_016,
        "expired_token": 70_020, "server_error": 90_033, "temporarily_unavailable": 90_033,
        "slow_down": EntraError.slowDown.number, "authorization_declined": EntraError.authorizationDeclined.number,
        "bad_verification_code": EntraError.badDeviceCode.number,
    ]

    /// The errors of Azure AD B2C by number.
    static let userFlow: [Int: Known] = [
        90_035: Known(
            code: "temporarily_unavailable",
            text: "The service is temporarily unavailable. Please retry after a few minutes."),
        90_080: Known(
            code: "invalid_grant", text: "The provided grant has expired. Please re-authenticate and try again."),
        90_091: Known(
            code: "access_denied", text: "The user has cancelled entering self-asserted information."),
        90_118: Known(code: "access_denied", text: "The user has forgotten their password."),
        90_129: Known(
            code: "invalid_grant",
            text: "The provided grant has been revoked. Please reauthenticate and try again."),
        90_157: Known(code: "access_denied", text: "User has exceeded the maximum number for retry attempts."),
        90_225: Known(
            code: "access_denied", text: "The username or password provided in the request are invalid."),
        90_273: Known(
            code: "access_denied", text: "The user has cancelled at the identity provider that they had chosen."),
        99_002: Known(
            code: "access_denied", text: "User does not exist. Please sign up before you can sign in."),
    ]

    private static let userFlowNumbers = [
        "invalid_grant": 90_080, "access_denied": 90_091, "temporarily_unavailable": 90_035, "server_error": 90_035,
        "invalid_client": 90_081, "interaction_required": 90_077,
    ]
}
