// SPDX-License-Identifier: Apache-2.0
import TenantEntra

/// The usual numbers of error codes, for rules that name only a code.
enum UsualNumber {
    /// The usual number of a code at Entra ID.
    static func entra(_ code: String) -> Int? { entraNumbers[code] }

    /// The usual number of a code at Azure AD B2C.
    static func userFlow(_ code: String) -> Int? { userFlowNumbers[code] }

    private static let entraNumbers = [
        "invalid_grant": 70000, "invalid_client": 7_000_215, "unauthorized_client": 700016,
        "invalid_scope": 70011, "access_denied": 65004, "login_required": 50058,
        "consent_required": 65001, "interaction_required": 50076, "authorization_pending": 70016,
        "expired_token": 70020, "server_error": 90033, "temporarily_unavailable": 90033,
        "slow_down": EntraError.slowDown.number, "authorization_declined": EntraError.authorizationDeclined.number,
        "bad_verification_code": EntraError.badDeviceCode.number,
    ]

    private static let userFlowNumbers = [
        "invalid_grant": 90080, "access_denied": 90091, "temporarily_unavailable": 90035, "server_error": 90035,
        "invalid_client": 90081, "interaction_required": 90077,
    ]
}
