// SPDX-License-Identifier: Apache-2.0
import MicrosoftIdentity
import OAuth
import Provider
import Testing

@Suite struct EntraErrorCodeTests {
    /// Number, error code, suberror, what to do, and whether a refresh that is answered so ends the sign-in.
    ///
    /// Which code comes with which number is what Entra ID's servers send.
    static let errors: [(Int, ServerError.Code, String?, NextAction, Bool)] = [
        (16000, .interactionRequired, nil, .signInAgain, false),
        (50011, .invalidRequest, nil, .correctRegistration, false),
        (500_011, ServerError.Code(rawValue: "invalid_resource"), nil, .correctRegistration, false),
        (50055, .invalidGrant, "user_password_expired", .signInAgain, false),
        (50055, .invalidGrant, nil, .signInAgain, false),
        (50057, .invalidGrant, nil, .askAdministrator, false),
        (50058, .loginRequired, nil, .signInAgain, false),
        (50072, .interactionRequired, nil, .secondFactor([]), false),
        (50074, .interactionRequired, "basic_action", .secondFactor([]), false),
        (50076, .interactionRequired, "basic_action", .secondFactor([]), false),
        (50076, .invalidGrant, "basic_action", .secondFactor([]), false),
        (50076, .invalidGrant, nil, .secondFactor([]), false),
        (50078, .invalidGrant, nil, .secondFactor([]), false),
        (50079, .invalidGrant, nil, .secondFactor([]), false),
        (50089, .invalidGrant, nil, .signInAgain, false),
        (50105, .accessDenied, nil, .askAdministrator, false),
        (50158, .interactionRequired, nil, .secondFactor([]), false),
        (50173, .invalidGrant, "bad_token", .signInAgain, true),
        (50173, .invalidGrant, nil, .signInAgain, true),
        (53003, .accessDenied, nil, .askAdministrator, false),
        (54005, .invalidGrant, nil, .signInAgain, false),
        (65001, .invalidGrant, "consent_required", .consent([]), false),
        (65001, .invalidGrant, nil, .consent([]), false),
        (65004, .accessDenied, nil, .consent([]), false),
        (70000, .invalidGrant, nil, .signInAgain, true),
        (70008, .invalidGrant, "token_expired", .signInAgain, true),
        (700_082, .invalidGrant, nil, .signInAgain, true),
        (700_084, .invalidGrant, nil, .signInAgain, true),
        (70043, .invalidGrant, "token_expired", .signInAgain, true),
        (70011, .invalidScope, nil, .correctRegistration, false),
        (700_016, .unauthorizedClient, nil, .correctRegistration, false),
        (7_000_215, .invalidClient, nil, .correctRegistration, false),
        (90002, .invalidRequest, nil, .correctRegistration, false),
        (90094, .invalidGrant, nil, .askAdministrator, false),
        (90033, .temporarilyUnavailable, nil, .retry(after: nil), false),
        (90055, .temporarilyUnavailable, nil, .retry(after: nil), false),
        (9_002_313, .invalidGrant, nil, .signInAgain, false),
        (999_999, .invalidGrant, nil, .signInAgain, false),
    ]

    @Test(arguments: errors) func `an error asks for`(
        _ number: Int, _ code: ServerError.Code, _ suberror: String?, _ action: NextAction, _ endsSignIn: Bool
    ) {
        let error = ServerError(
            code, errorDescription: "AADSTS\(number): text\r\nTrace ID: g", suberror: suberror)
        #expect(EntraErrorCode(of: error)?.rawValue == number)
        #expect(ProviderRules.entra.nextAction(error) == action)
        #expect(ProviderRules.entra.endsSignIn(error) == endsSignIn)
    }

    @Test func `a claims challenge goes before the number`() {
        let error = ServerError(
            .invalidGrant, errorDescription: "AADSTS50076: text", suberror: nil, claims: "{}")
        #expect(ProviderRules.entra.nextAction(error) == .answerClaimsChallenge("{}"))
        #expect(!ProviderRules.entra.endsSignIn(error))
    }

    @Test(arguments: [
        nil, "", "text", "AADSTS", "AADSTS123: text", "AADSTS1234567890: text", "see AADSTS50076: text",
        "aadsts50076: text",
        "AADB2C90118: text", "AADSTS50076x: text",
    ])
    func `a description names no number`(_ text: String?) {
        #expect(EntraErrorCode(of: ServerError(.invalidGrant, errorDescription: text)) == nil)
    }

    @Test(
        arguments: [
            (nil, true), ("bad_token", true), ("token_expired", true), ("consent_required", false),
            ("basic_action", false),
            ("additional_action", false), ("message_only", false), ("user_password_expired", false),
            ("made_up", false),
        ] as [(String?, Bool)])
    func `without a number the suberror decides what ends a sign-in`(_ suberror: String?, _ ends: Bool) {
        let error = ServerError(.invalidGrant, suberror: suberror)
        #expect(ProviderRules.entra.endsSignIn(error) == ends)
        #expect(ProviderRules.standard.endsSignIn(error) == ends)
        #expect(!ProviderRules.standard.endsSignIn(ServerError(.interactionRequired, suberror: suberror)))
    }
}
