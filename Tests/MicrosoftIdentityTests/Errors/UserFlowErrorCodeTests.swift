// SPDX-License-Identifier: Apache-2.0
import Fixtures
import MicrosoftIdentity

@Suite struct UserFlowErrorCodeTests {
    @Test(arguments: rows) func `an error number determines the next action`(_ row: ErrorRow) {
        let error = ServerError(row.code, providerDescription: "AADB2C\(row.number): text\r\nCorrelation ID: g\r\n")
        #expect(UserFlowErrorCode(of: error)?.rawValue == row.number)
        #expect(ProviderRules.userFlow.nextAction(error) == row.action)
        #expect(ProviderRules.userFlow.endsSignIn(error) == row.ends)
    }

    @Test func `every known number has one row`() {
        #expect(Set(Self.rows.map(\.number)).isSuperset(of: userFlowErrorNumbers))
        #expect(Set(Self.rows.map(\.number)).count == Self.rows.count)
    }

    @Test func `every number that the library knows has a row`() throws {
        let numbers = try SourceText.of("Sources/Client/MicrosoftIdentity/Errors/UserFlowErrorCode.swift").numbers
        #expect(numbers.count > 40 && Set(Self.rows.map(\.number)) == numbers)
    }

    @Test(arguments: rows) func `no number that is not about the refresh token signs anyone out`(_ row: ErrorRow) {
        let error = ServerError(.invalidGrant, providerDescription: "AADB2C\(row.number): text")
        #expect(ProviderRules.userFlow.endsSignIn(error) == row.ends)
        let other = ServerError(.interactionRequired, providerDescription: "AADB2C\(row.number): text")
        #expect(!ProviderRules.userFlow.endsSignIn(other))
    }

    @Test(
        arguments: [
            (.invalidGrant, .signInAgain), (.serverError, .retry(after: nil)), (.accessDenied, .signInAgain),
        ] as [(ServerError.Code, NextAction)])
    func `an unknown number leaves it to the code`(_ code: ServerError.Code, _ action: NextAction) {
        let error = ServerError(code, providerDescription: "AADB2C12345: text")
        #expect(ProviderRules.userFlow.nextAction(error) == action)
        #expect(!ProviderRules.userFlow.endsSignIn(error))
    }

    @Test func `a flow may answer with an error of Entra ID`() {
        let error = ServerError(.invalidGrant, providerDescription: "AADSTS70008: text")
        #expect(UserFlowErrorCode(of: error) == nil)
        #expect(ProviderRules.userFlow.nextAction(error) == .signInAgain)
        #expect(ProviderRules.userFlow.endsSignIn(error))
        #expect(ProviderRules.userFlow.endsSignIn(ServerError(.invalidGrant)))
    }

    @Test(arguments: [nil, "", "AADB2C", "AADB2C9: text", "AADB2C90118x", "see AADB2C90118: text", "aadb2c90118: x"])
    func `a description names no number`(_ text: String?) {
        #expect(UserFlowErrorCode(of: ServerError(.accessDenied, providerDescription: text)) == nil)
    }
}
