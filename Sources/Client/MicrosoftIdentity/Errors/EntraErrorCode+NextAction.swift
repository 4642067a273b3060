// SPDX-License-Identifier: Apache-2.0
import OAuth

extension EntraErrorCode {
    /// The next action for a number; `nil` if the standard's code says the same.
    ///
    /// `docs/errors.md` lists them with their names.
    var nextAction: NextAction? {
        switch rawValue {
        case 65001: .consent([])
        case 65004: .acceptCancellation
        case 50072, 50074, 50076, 50078, 50079, 50158, 53004: .secondFactor([])
        case 50097, 50129, 50155, 50187, 53000, 53001: .registerDevice
        case 16000, 50020, 50034, 51004, 90072, 160_021, 500_208: .chooseAccount
        case 50057, 50105, 53002, 53003, 90094, 90095, 501_051, 530_032, 530_035: .askAdministrator
        case 50033, 50053, 50087, 50088, 50166, 50196, 70012, 70016, 90033, 90055, 90090: .retry(after: nil)
        case let number where Self.ended.contains(number): .signInAgain
        case let number where Self.misregistered.contains(number): .correctRegistration
        default: nil
        }
    }

    /// A password, session, code or token is wrong or has ended: the person must sign in.
    private static let ended: Set<Int> = [
        50013, 50055, 50056, 50058, 50089, 50126, 50132, 50133, 50140, 50142, 50148, 50173, 50199, 54005, 70000, 70008,
        70018, 70019, 70020, 70043, 70044, 500_133, 501_481, 700_005, 700_082, 700_084,
    ]

    /// App, registration and settings do not match; a person cannot solve that on a page.
    private static let misregistered: Set<Int> = [
        28000, 28002, 28003, 50011, 50027, 50049, 50050, 50059, 50128, 50147, 50194, 65005, 70001, 70002, 70003, 70005,
        70007, 70011, 90002, 90004, 90005, 90009, 90014, 90015, 90019, 90023, 90056, 90100, 90102, 90124, 90130,
        240_002,
        500_011, 500_112, 500_113, 500_131, 500_501, 500_502, 501_491, 650_056, 650_057, 700_016, 700_021, 700_022,
        700_023, 700_024, 700_025, 700_027, 700_038, 700_051, 700_054, 700_211, 700_212, 700_213, 900_023, 900_144,
        900_236, 900_561, 900_971, 901_002, 1_002_012, 7_000_112, 7_000_114, 7_000_215, 7_000_218, 7_000_222, 9_000_410,
        9_001_023, 9_002_325, 9_002_326, 9_002_327, 9_002_331, 9_002_332,
    ]

    /// The next action for a `suberror`, if no number gives one; `nil` for an unknown `suberror`.
    static func nextAction(suberror: String) -> NextAction? {
        switch suberror {
        // The page names the missing step, and the person does it there; for the second, outside of the page.
        case "basic_action", "additional_action": .signInAgain
        // A page can only show the reason.
        case "message_only": .askAdministrator
        case "consent_required": .consent([])
        // The page asks for a new password.
        case "user_password_expired": .signInAgain
        case "bad_token", "token_expired", "client_mismatch": .signInAgain
        case "protection_policy_required", "device_authentication_failed": .registerDevice
        default: nil
        }
    }
}
