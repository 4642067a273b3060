// SPDX-License-Identifier: Apache-2.0
import Fixtures
import MicrosoftIdentity

@Suite struct EntraErrorCodeTests {
    @Test(arguments: rows) func `an error number determines the next action`(_ row: ErrorRow) {
        for rules in [ProviderRules.entra, .externalID, .userFlow] {
            let error = ServerError(
                row.code, providerDescription: "AADSTS\(row.number): text\r\nTrace ID: g", suberror: row.suberror)
            #expect(EntraErrorCode(of: error)?.rawValue == row.number)
            #expect((rules.nextAction(error), rules.endsSignIn(error)) == (row.action, row.ends))
        }
    }

    @Test func `a permission that was never consented to ends no sign-in, though its number does`() {
        let error = ServerError(
            .invalidGrant,
            providerDescription: "AADSTS70000: The request was denied because one or more scopes requested are "
                + "unauthorized or expired. The user must first sign in and grant the client application access")
        for rules in [ProviderRules.entra, .externalID, .userFlow] {
            #expect(rules.nextAction(error) == .consent([]))
            #expect(!rules.endsSignIn(error))
        }
    }

    @Test func `every known number has one row`() {
        #expect(Set(Self.rows.map(\.number)).isSuperset(of: entraErrorNumbers))
        #expect(Set(Self.rows.map(\.number)).count == Self.rows.count)
    }

    @Test func `every number that the library knows has a row`() throws {
        let numbers = try SourceText.of("Sources/Client/MicrosoftIdentity/Errors/EntraErrorCode.swift").numbers
        // The action of the standard's code applies, whatever the number.
        #expect(numbers.count > 100 && Set(Self.rows.map(\.number)) == numbers.union([9_002_313, 9_010_010]))
    }

    /// Microsoft sends it with either code: for an unreadable request, and for an unreadable token.
    @Test func `a malformed request ends no sign-in, whatever it comes as`() {
        for (code, action) in [(.invalidRequest, .correctRegistration), (.invalidGrant, .signInAgain)]
            as [(ServerError.Code, NextAction)]
        {
            let error = ServerError(code, providerDescription: "AADSTS9002313: Invalid request. Request is malformed")
            #expect(ProviderRules.entra.nextAction(error) == action)
            #expect(!ProviderRules.entra.endsSignIn(error))
        }
    }

    @Test(arguments: rows) func `no number that is not about the refresh token signs anyone out`(_ row: ErrorRow) {
        let error = ServerError(.invalidGrant, providerDescription: "AADSTS\(row.number): text")
        #expect(ProviderRules.entra.endsSignIn(error) == row.ends)
        // Nor with another kind of error.
        let other = ServerError(.interactionRequired, providerDescription: "AADSTS\(row.number): text")
        #expect(!ProviderRules.entra.endsSignIn(other))
    }

    /// `suberror`, next action, and whether this response to a refresh ends the sign-in: without a number, and with an
    /// unknown one.
    static let suberrors: [(String?, NextAction, Bool)] = [
        ("basic_action", .signInAgain, false), ("additional_action", .signInAgain, false),
        ("message_only", .askAdministrator, false), ("consent_required", .consent([]), false),
        ("user_password_expired", .signInAgain, false), ("bad_token", .signInAgain, true),
        ("token_expired", .signInAgain, true), ("protection_policy_required", .registerDevice, false),
        ("client_mismatch", .signInAgain, false), ("device_authentication_failed", .registerDevice, false),
        ("cancel", .acceptCancellation, false), ("made_up", .signInAgain, false),
    ]

    @Test(arguments: suberrors, [nil, "AADSTS999999: text"])
    func `without a known number, the suberror decides`(row: (String?, NextAction, Bool), description: String?) {
        let error = ServerError(.invalidGrant, providerDescription: description, suberror: row.0)
        #expect(ProviderRules.entra.nextAction(error) == row.1)
        #expect(ProviderRules.entra.endsSignIn(error) == row.2)
        #expect(!ProviderRules.entra.endsSignIn(ServerError(.interactionRequired, suberror: row.0)))
    }

    /// An error code with an unknown number, and the next action.
    static let unknown: [(ServerError.Code, NextAction)] = [
        (.invalidGrant, .signInAgain), (.interactionRequired, .signInAgain), (.consentRequired, .consent([])),
        (.invalidRequest, .correctRegistration), (.temporarilyUnavailable, .retry(after: nil)),
        (.accessDenied, .signInAgain), (.authorizationDeclined, .acceptCancellation),
        (ServerError.Code(rawValue: "made_up"), .none),
    ]

    @Test(arguments: unknown)
    func `an unknown number leaves it to the code`(_ code: ServerError.Code, _ action: NextAction) {
        let error = ServerError(code, providerDescription: "AADSTS999999: text")
        #expect(ProviderRules.entra.nextAction(error) == action)
        #expect(!ProviderRules.entra.endsSignIn(error))
    }

    @Test func `without a number, a no on a page is the person's own`() {
        for rules in [ProviderRules.entra, .externalID, .userFlow] {
            #expect(rules.nextAction(ServerError(.accessDenied)) == .acceptCancellation)
            #expect(rules.nextAction(ServerError(.accessDenied, suberror: "cancel")) == .acceptCancellation)
        }
    }

    /// The number means missing consent, but here the person declined.
    @Test func `declining on another device does not ask for consent`() {
        let error = ServerError(.authorizationDeclined, providerDescription: "AADSTS65004: User declined to sign in")
        for rules in [ProviderRules.entra, .externalID, .userFlow] {
            #expect(rules.nextAction(error) == .acceptCancellation)
        }
    }

    @Test func `an invalid grant without any reason ends the sign-in, as the standard says`() {
        #expect(ProviderRules.entra.endsSignIn(ServerError(.invalidGrant)))
        #expect(ProviderRules.standard.endsSignIn(ServerError(.invalidGrant)))
    }

    @Test func `a claims challenge goes before the number`() {
        let error = ServerError(.invalidGrant, providerDescription: "AADSTS50076: text", claims: "{}")
        #expect(ProviderRules.entra.nextAction(error) == .answerClaimsChallenge("{}"))
        #expect(!ProviderRules.entra.endsSignIn(error))
        #expect(!ProviderRules.entra.endsSignIn(ServerError(.invalidGrant, claims: "{}")))
    }

    @Test func `a number beside the description counts where that has none`() {
        let error = ServerError(.invalidGrant, providerDescription: "in other words", numbers: [65001])
        #expect(EntraErrorCode(of: error)?.rawValue == 65001)
        let both = ServerError(.invalidGrant, providerDescription: "AADSTS50076: text", numbers: [65001])
        #expect(EntraErrorCode(of: both)?.rawValue == 50076)
    }

    @Test(arguments: [
        nil, "", "text", "AADSTS", "AADSTS123: text", "AADSTS1234567890: text", "see AADSTS50076: text",
        "aadsts50076: text", "AADB2C90118: text", "AADSTS50076x: text",
    ])
    func `a description names no number`(_ text: String?) {
        #expect(EntraErrorCode(of: ServerError(.invalidGrant, providerDescription: text)) == nil)
    }
}
