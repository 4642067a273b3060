// SPDX-License-Identifier: Apache-2.0
import MicrosoftIdentity
import OAuth
import Provider
import Testing

@Suite struct UserFlowErrorCodeTests {
    /// Number, error code, what to do, and whether a refresh that is answered so ends the sign-in.
    static let errors: [(Int, ServerError.Code, NextAction, Bool)] = [
        (90118, .accessDenied, .resetPassword, false),
        (90091, .accessDenied, .acceptCancellation, false),
        (90273, .accessDenied, .acceptCancellation, false),
        (90006, .invalidRequest, .correctRegistration, false),
        (90008, .invalidRequest, .correctRegistration, false),
        (90010, .invalidRequest, .correctRegistration, false),
        (90018, .invalidClient, .correctRegistration, false),
        (90035, .temporarilyUnavailable, .retry(after: nil), false),
        (90077, .interactionRequired, .signInAgain, false),
        (90079, .invalidClient, .correctRegistration, false),
        (90080, .invalidGrant, .signInAgain, true),
        (90081, .invalidGrant, .correctRegistration, false),
        (90084, .invalidGrant, .correctRegistration, false),
        (90085, .invalidGrant, .signInAgain, false),
        (90088, .invalidGrant, .signInAgain, false),
        (90090, .invalidGrant, .signInAgain, true),
        (90111, .invalidGrant, .askAdministrator, false),
        (90114, .invalidGrant, .retry(after: nil), false),
        (90115, .invalidRequest, .correctRegistration, false),
        (90117, .invalidRequest, .correctRegistration, false),
        (90128, .invalidGrant, .signInAgain, true),
        (90129, .invalidGrant, .signInAgain, true),
        (90146, .invalidRequest, .correctRegistration, false),
        (90183, .invalidGrant, .correctRegistration, false),
        (90205, .accessDenied, .askAdministrator, false),
        (90225, .invalidGrant, .signInAgain, false),
        (99059, .invalidRequest, .correctRegistration, false),
        (90128, .invalidRequest, .signInAgain, false),
        (12345, .invalidGrant, .signInAgain, false),
        (12345, .serverError, .retry(after: nil), false),
    ]

    @Test(arguments: errors) func `an error asks for`(
        _ number: Int, _ code: ServerError.Code, _ action: NextAction, _ endsSignIn: Bool
    ) {
        let error = ServerError(code, errorDescription: "AADB2C\(number): text\r\nCorrelation ID: g\r\n")
        #expect(UserFlowErrorCode(of: error)?.rawValue == number)
        #expect(ProviderRules.userFlow.nextAction(error) == action)
        #expect(ProviderRules.userFlow.endsSignIn(error) == endsSignIn)
    }

    @Test func `a flow may answer with an error of Entra ID`() {
        let error = ServerError(.invalidGrant, errorDescription: "AADSTS70008: text")
        #expect(UserFlowErrorCode(of: error) == nil)
        #expect(ProviderRules.userFlow.nextAction(error) == .signInAgain)
        #expect(ProviderRules.userFlow.endsSignIn(error))
        #expect(ProviderRules.userFlow.endsSignIn(ServerError(.invalidGrant)))
    }

    @Test(arguments: [nil, "", "AADB2C", "AADB2C9: text", "AADB2C90118x", "see AADB2C90118: text", "aadb2c90118: x"])
    func `a description names no number`(_ text: String?) {
        #expect(UserFlowErrorCode(of: ServerError(.accessDenied, errorDescription: text)) == nil)
    }
}
