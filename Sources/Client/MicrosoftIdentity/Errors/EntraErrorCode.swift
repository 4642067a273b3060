// SPDX-License-Identifier: Apache-2.0
public import OAuthMessages
import SignInProvider

/// The number of an Entra ID error, as in `AADSTS50076`; the set is open.
///
/// ```swift
/// do {
///     account = try await flow.signIn(with: agent)
/// } catch let error as ServerError where EntraErrorCode(of: error)?.rawValue == 50105 {
///     await show("Ask your administrator to assign you to this app.")  // AADSTS50105
/// }
/// ```
public struct EntraErrorCode: Sendable, Hashable, RawRepresentable {
    /// The number without its letters.
    public let rawValue: Int

    /// Creates a code from its number.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Extracts the code from a server error's description, or from its list of numbers; `nil` if there is none.
    public init?(of error: ServerError) {
        let match = error.providerDescription?.firstMatch(of: #/^AADSTS(\d{4,9})\b/#)
        guard let number = match.flatMap({ Int($0.1) }) ?? error.numbers.first else { return nil }
        rawValue = number
    }

    @Sendable static func nextAction(for error: ServerError) -> NextAction {
        if let claims = error.claims { return .answerClaimsChallenge(claims) }
        // On another device, the user declines with this code, together with any number.
        if error.suberror == "cancel" || error.code == .authorizationDeclined { return .acceptCancellation }
        if asksForConsent(error) { return .consent([]) }
        return EntraErrorCode(of: error)?.nextAction ?? error.suberror.flatMap(nextAction(suberror:))
            ?? error.actionOfCode
    }

    /// Entra ID also sends `invalid_grant`, with or without a `suberror`, to require a second factor or a new password;
    /// only the number distinguishes them.
    @Sendable static func endsSignIn(_ error: ServerError) -> Bool {
        guard ProviderRules.endsGrant(error), !asksForConsent(error) else { return false }
        guard let number = EntraErrorCode(of: error)?.rawValue else { return true }
        // The remaining values of `suberror` mean that the token is invalid or expired.
        return number != tooOldForOneAPI && (error.suberror != nil || ends.contains(number))
    }

    /// 70000 also means that a permission lacks consent; the refresh token is still valid for the others.
    private static func asksForConsent(_ error: ServerError) -> Bool {
        EntraErrorCode(of: error)?.rawValue == 70000
            && error.providerDescription?.contains("scopes requested are unauthorized or expired") == true
    }

    /// A policy of one API requires more frequent sign-ins; the refresh token is still valid for the others.
    private static let tooOldForOneAPI = 70043

    /// Revoked, unknown, expired, unused for too long, or of a single-page app, where tokens are valid for 24 hours.
    private static let ends: Set<Int> = [50133, 50173, 70000, 70008, 700_082, 700_084]
}

extension EntraErrorCode {
    /// `nil` if the standard code has the same action; `docs/errors.md` lists all of them.
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

    /// A password, session, code, or token is invalid or has expired.
    private static let ended: Set<Int> = [
        50013, 50055, 50056, 50058, 50089, 50126, 50132, 50133, 50140, 50142, 50148, 50173, 50199, 54005, 70000, 70008,
        70018, 70019, 70020, 70043, 70044, 500_133, 501_481, 700_005, 700_082, 700_084,
    ]

    /// App, registration, and settings do not match, which a user cannot resolve on a page.
    private static let misregistered: Set<Int> = [
        28000, 28002, 28003, 50011, 50027, 50049, 50050, 50059, 50128, 50147, 50194, 65005, 70001, 70002, 70003, 70005,
        70007, 70011, 90002, 90004, 90005, 90009, 90014, 90015, 90019, 90023, 90056, 90100, 90102, 90124, 90130,
        240_002,
        500_011, 500_112, 500_113, 500_131, 500_501, 500_502, 501_491, 650_056, 650_057, 700_016, 700_021, 700_022,
        700_023, 700_024, 700_025, 700_027, 700_038, 700_051, 700_054, 700_211, 700_212, 700_213, 900_023, 900_144,
        900_236, 900_561, 900_971, 901_002, 1_002_012, 7_000_112, 7_000_114, 7_000_215, 7_000_218, 7_000_222, 9_000_410,
        9_001_023, 9_002_325, 9_002_326, 9_002_327, 9_002_331, 9_002_332,
    ]

    static func nextAction(suberror: String) -> NextAction? {
        switch suberror {
        // The page names the missing step, which the user completes there, or, for `additional_action`, elsewhere.
        case "basic_action", "additional_action": .signInAgain
        // A page can only show the reason.
        case "message_only": .askAdministrator
        case "consent_required": .consent([])
        case "user_password_expired": .signInAgain
        case "bad_token", "token_expired", "client_mismatch": .signInAgain
        case "protection_policy_required", "device_authentication_failed": .registerDevice
        default: nil
        }
    }
}

extension ServerError {
    /// Used for unknown numbers and suberrors of Microsoft.
    ///
    /// If a user cancels on one of Microsoft's pages, the error has its own number and `suberror`; `access_denied` with
    /// any other number comes from a policy.
    var actionOfCode: NextAction {
        let hasNumber = EntraErrorCode(of: self) != nil || UserFlowErrorCode(of: self) != nil
        return code == .accessDenied && hasNumber ? .signInAgain : nextAction
    }
}
