// SPDX-License-Identifier: Apache-2.0
import TenantEntra

/// The numbers that usually go with codes, for rules that name only a code.
enum UsualNumber {
    /// The number that usually goes with a code at Entra ID.
    static func entra(_ code: String) -> Int? { entraNumbers[code] }

    /// The number that usually goes with a code at Azure AD B2C.
    static func userFlow(_ code: String) -> Int? { userFlowNumbers[code] }

    private static let entraNumbers = [
        "invalid_grant": 70_000, "invalid_client": 7_000_215, "unauthorized_client": 700_016,
        "invalid_scope": 70_011, "access_denied": 65_004, "login_required": 50_058,
        "consent_required": 65_001, "interaction_required": 50_076, "authorization_pending": 70_016,
        "expired_token": 70_020, "server_error": 90_033, "temporarily_unavailable": 90_033,
        "slow_down": EntraError.slowDown.number, "authorization_declined": EntraError.authorizationDeclined.number,
        "bad_verification_code": EntraError.badDeviceCode.number,
    ]

    private static let userFlowNumbers = [
        "invalid_grant": 90_080, "access_denied": 90_091, "temporarily_unavailable": 90_035, "server_error": 90_035,
        "invalid_client": 90_081, "interaction_required": 90_077,
    ]
}
