// SPDX-License-Identifier: Apache-2.0
import Foundation
public import OAuth
import Provider

/// The number of an Entra ID error, as in `AADSTS50076`.
public struct EntraErrorCode: Sendable, Hashable, RawRepresentable {
    /// The number without its letters.
    public let rawValue: Int

    /// Takes a number.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Reads the number from a server error's description; `nil` if it names none.
    public init?(of error: ServerError) {
        guard let match = error.errorDescription?.firstMatch(of: #/^AADSTS(\d{4,9})\b/#),
            let number = Int(match.1)
        else {
            return nil
        }
        rawValue = number
    }

    /// What an error asks for; what the number does not decide follows from the code of the standard.
    static func nextAction(for error: ServerError) -> NextAction {
        if let claims = error.claims { return .answerClaimsChallenge(claims) }
        if error.suberror == "cancel" { return .acceptCancellation }
        return EntraErrorCode(of: error)?.nextAction ?? error.nextAction
    }

    /// Whether an error is about the refresh token itself.
    ///
    /// Entra ID also says `invalid_grant`, now with and now without
    /// a `suberror`, where a second factor or a new password is asked for; only the number tells them apart.
    @Sendable static func endsSignIn(_ error: ServerError) -> Bool {
        guard ProviderRules.endsGrant(error) else { return false }
        guard let number = EntraErrorCode(of: error)?.rawValue else { return true }
        return [50173, 70000, 70008, 70043, 700_082, 700_084].contains(number)
    }

    private var nextAction: NextAction? {
        switch rawValue {
        case 65001, 65004: .consent([])
        case 50072, 50074, 50076, 50078, 50079, 50158: .secondFactor([])
        case 65005, 90094, 90095, 50105, 50057, 53003, 530_032, 530_035: .askAdministrator
        case 50055, 50173, 50089, 54005, 70000, 70008, 70043, 700_082, 700_084: .signInAgain
        case 90033, 90055, 90090: .retry(after: nil)
        case 50011, 70001, 700_016, 700_038, 7_000_215, 7_000_218, 7_000_222, 700_025, 70011, 500_011, 90002,
            50194:
            .correctRegistration
        default: nil
        }
    }
}
