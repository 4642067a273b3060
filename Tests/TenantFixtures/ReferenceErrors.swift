// SPDX-License-Identifier: Apache-2.0

/// The errors in the notes on the real service, which are not in the repository: each number of Entra ID with
/// its codes of RFC 6749, and each number of Azure AD B2C.
enum ReferenceErrors {
    /// By number; where several codes stand, the endpoint decides.
    static let entra: [Int: Set<String>] = [
        16000: ["interaction_required"], 28000: ["invalid_request"], 28002: ["invalid_request"],
        28003: ["invalid_request"], 50011: ["invalid_request"], 50020: ["invalid_request", "interaction_required"],
        50034: ["invalid_grant"], 50049: ["invalid_instance"], 50053: ["invalid_grant"], 50055: ["invalid_grant"],
        50056: ["invalid_grant"], 50057: ["invalid_grant"], 50058: ["login_required"], 50059: ["invalid_request"],
        50072: ["interaction_required"], 50074: ["interaction_required"], 50076: ["invalid_grant"],
        50078: ["interaction_required"], 50079: ["interaction_required"], 50089: ["invalid_grant"],
        50105: ["access_denied", "interaction_required"], 50126: ["invalid_grant"], 50140: ["interaction_required"],
        50147: ["invalid_grant", "invalid_request"], 50158: ["interaction_required"],
        50173: ["invalid_grant"], 50194: ["invalid_request"], 50196: ["invalid_grant"],
        50199: ["interaction_required"], 53000: ["interaction_required"], 53001: ["interaction_required"],
        53002: ["interaction_required"], 53003: ["interaction_required"], 53004: ["interaction_required"],
        54005: ["invalid_grant"], 65001: ["invalid_grant", "consent_required"], 65004: ["access_denied"],
        65005: ["invalid_client", "invalid_resource"], 70000: ["invalid_grant"], 70001: ["unauthorized_client"],
        70002: ["invalid_client"], 70003: ["unsupported_grant_type"],
        70005: ["unsupported_response_type", "invalid_request"],
        70007: ["unsupported_response_type", "invalid_request"], 70008: ["invalid_grant"], 70011: ["invalid_scope"],
        70016: ["authorization_pending"], 70018: ["bad_verification_code"], 70019: ["expired_token"],
        70020: ["expired_token"], 70043: ["invalid_grant"], 90002: ["invalid_tenant", "invalid_request"],
        90014: ["invalid_request"], 90019: ["invalid_tenant", "invalid_request"], 90023: ["invalid_request"],
        90033: ["temporarily_unavailable"], 90055: ["temporarily_unavailable"],
        // The reference names no code for these three.
        90072: ["interaction_required"], 90090: ["temporarily_unavailable"], 90094: ["access_denied"],
        90095: ["access_denied"], 90100: ["invalid_request"], 90102: ["invalid_request"],
        500_011: ["invalid_resource"], 501_481: ["invalid_grant", "invalid_request"],
        501_491: ["invalid_grant", "invalid_request"], 530_032: ["interaction_required", "access_denied"],
        530_035: ["interaction_required", "access_denied"], 650_056: ["invalid_client", "invalid_resource"],
        650_057: ["invalid_client", "invalid_resource"], 700_005: ["invalid_grant"],
        700_016: ["unauthorized_client"], 700_022: ["invalid_scope"], 700_023: ["invalid_scope"],
        700_025: ["invalid_client"], 700_027: ["invalid_client"], 700_038: ["unauthorized_client"],
        700_054: ["unsupported_response_type", "invalid_request"], 700_082: ["invalid_grant"],
        700_084: ["invalid_grant"], 900_023: ["invalid_tenant", "invalid_request"], 900_144: ["invalid_request"],
        900_561: ["invalid_request"], 900_971: ["invalid_request"], 901_002: ["invalid_request"],
        7_000_215: ["invalid_client"], 7_000_218: ["invalid_client"], 7_000_222: ["invalid_client"],
        9_001_023: ["invalid_request"], 9_002_313: ["invalid_grant", "invalid_request"],
        9_002_325: ["invalid_request"], 9_002_326: ["invalid_request"], 9_002_327: ["invalid_request"],
        9_002_332: ["invalid_request"],
    ]

    /// The `suberror` of the reference.
    static let suberrors = [
        50055: "user_password_expired", 50074: "basic_action", 50076: "basic_action", 50173: "bad_token",
        65001: "consent_required",
    ]

    /// Errors shown on a page: those of directory, client, and redirect URI.
    static let pages: Set = [
        50011, 50059, 50194, 70001, 90002, 90019, 90102, 500_113, 650_056, 700_016, 700_038, 900_023, 900_971,
        7_000_112, 9_002_332,
    ]

    static let userFlow: Set = [
        90006, 90008, 90010, 90012, 90013, 90014, 90018, 90035, 90036, 90043, 90052, 90053, 90054, 90055, 90057, 90067,
        90077, 90079, 90080, 90081, 90084, 90085, 90086, 90087, 90088, 90091, 90107, 90110, 90111, 90114, 90115, 90117,
        90118, 90120, 90128, 90129, 90146, 90151, 90157, 90182, 90183, 90184, 90205, 90225, 90273, 99059,
    ]
}
