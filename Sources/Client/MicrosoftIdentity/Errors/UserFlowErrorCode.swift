// SPDX-License-Identifier: Apache-2.0
public import OAuthMessages
import PortableFoundation
import SignInProvider

/// The number of an Azure AD B2C error, as in `AADB2C90118`; the set is open.
///
/// ```swift
/// do {
///     account = try await flow.signIn(with: agent)
/// } catch let error as ServerError where UserFlowErrorCode(of: error) == .passwordForgotten {
///     _ = try await resetFlow.signIn(with: agent)
///     account = try await flow.signIn(with: agent)
/// }
/// ```
public struct UserFlowErrorCode: Sendable, Hashable, RawRepresentable {
    /// The number without its letters.
    public let rawValue: Int

    /// Creates a code from its number.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Extracts the code from a server error's description; `nil` if there is none.
    public init?(of error: ServerError) {
        guard let match = error.providerDescription?.firstMatch(of: #/^AADB2C(\d{4,9})\b/#),
            let number = Int(match.1)
        else {
            return nil
        }
        rawValue = number
    }

    /// The user forgot the password; another flow sets a new one.
    public static let passwordForgotten = UserFlowErrorCode(rawValue: 90118)
    /// The user canceled on a page of the flow.
    public static let cancelled = UserFlowErrorCode(rawValue: 90091)
    /// The user canceled at the identity provider that they had selected.
    public static let cancelledElsewhere = UserFlowErrorCode(rawValue: 90273)

    /// No customer has this address; another flow signs up customers.
    public static let unknownCustomer = UserFlowErrorCode(rawValue: 99002)

    /// A flow may also send an error of Entra ID, on which it is built.
    @Sendable static func nextAction(for error: ServerError) -> NextAction {
        UserFlowErrorCode(of: error)?.nextAction ?? EntraErrorCode.nextAction(for: error)
    }

    /// A token that was sent to another flow (90088) is still valid at its own.
    @Sendable static func endsSignIn(_ error: ServerError) -> Bool {
        guard let number = UserFlowErrorCode(of: error)?.rawValue else { return EntraErrorCode.endsSignIn(error) }
        return ProviderRules.endsGrant(error) && [90080, 90090, 90128, 90129].contains(number)
    }

    /// `nil` if the standard code has the same action; `docs/errors.md` lists all of them.
    private var nextAction: NextAction? {
        switch rawValue {
        case Self.passwordForgotten.rawValue: .resetPassword
        case Self.unknownCustomer.rawValue: .signUp
        case Self.cancelled.rawValue, Self.cancelledElsewhere.rawValue: .acceptCancellation
        case 90052, 90054, 90077, 90080, 90085, 90087, 90088, 90090, 90121, 90128, 90129, 90151, 90157, 90182, 90225:
            .signInAgain
        case 90053: .chooseAccount
        case 90082: .consent([])
        case 90111, 90205: .askAdministrator
        case 90035, 90114: .retry(after: nil)
        case 90006, 90008, 90010, 90012, 90013, 90014, 90018, 90036, 90043, 90055, 90057, 90066, 90067, 90079, 90081,
            90083, 90084, 90086, 90107, 90110, 90115, 90117, 90120, 90122, 90146, 90183, 90184, 90226, 99005, 99059:
            .correctRegistration
        default: nil
        }
    }
}
