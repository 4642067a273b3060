// SPDX-License-Identifier: Apache-2.0
import Fixtures
import OAuthMessages

/// The standard's next action for each code.
@Suite struct ServerErrorActionTests {
    static let rows: [(ServerError.Code, NextAction)] = [
        (.invalidRequest, .correctRegistration), (.invalidClient, .correctRegistration),
        (.invalidGrant, .signInAgain), (.unauthorizedClient, .correctRegistration),
        (.unsupportedGrantType, .correctRegistration), (.unsupportedResponseType, .correctRegistration),
        (.invalidScope, .correctRegistration), (.accessDenied, .acceptCancellation),
        (.serverError, .retry(after: nil)), (.temporarilyUnavailable, .retry(after: nil)),
        (.interactionRequired, .signInAgain), (.loginRequired, .signInAgain), (.consentRequired, .consent([])),
        (.accountSelectionRequired, .chooseAccount), (.authorizationPending, .retry(after: nil)),
        (.slowDown, .retry(after: nil)), (.expiredToken, .signInAgain), (.authorizationDeclined, .acceptCancellation),
        (.badVerification, .signInAgain), (.invalidTarget, .correctRegistration),
        (.invalidResource, .correctRegistration), (.invalidTenant, .correctRegistration),
        (.invalidInstance, .correctRegistration), (.unspecified, .none), (.invalidDPoPProof, .none),
        (.useDPoPNonce, .retry(after: nil)), (.invalidAuthorizationDetails, .correctRegistration),
    ]

    @Test(arguments: rows) func `a code says what to do`(_ code: ServerError.Code, _ action: NextAction) {
        #expect(code.nextAction == action)
        #expect(ServerError(code).nextAction == action)
    }

    @Test(
        arguments: [
            (nil, 1), (.zero, 1), (.milliseconds(1), 1), (.seconds(1), 1), (.milliseconds(1001), 2), (.seconds(7), 7),
            (.seconds(-5), 1),
        ] as [(Duration?, Int)])
    func `a wait in whole seconds is rounded up and never zero`(_ delay: Duration?, _ seconds: Int) {
        #expect(NextAction.retry(after: delay).secondsToWait == seconds)
    }

    @Test func `an action without a later request has no wait`() {
        #expect(NextAction.signInAgain.secondsToWait == nil)
    }

    @Test func `every code has one row`() throws {
        let written = try SourceText.of("Sources/Ground/OAuthMessages/Errors/ServerError+Code.swift")
            .matches(of: #/static let \w+ = Self\(rawValue: "(\w+)"\)/#).map { String($0.1) }
        #expect(written.count > 20 && written.sorted() == Self.rows.map(\.0.rawValue).sorted())
    }

    /// RFC 6749 §4.1.2.1 does not separate a person's refusal from a provider's: on a page it is the person's, in a
    /// response to a program it never is.
    @Test func `access_denied in a redirect is the user's, in a response the provider's`() throws {
        let request = try Example.request()
        let state = request.state.revealed
        let redirect = try #require(URL(string: "https://client.example.org/cb?error=access_denied&state=\(state)"))
        let error = #expect(throws: ServerError.self) {
            try AuthorizationResponse(Redacted(redirect), answering: request)
        }
        #expect(error?.nextAction == .acceptCancellation)
        let response = ServerError(status: 400, body: Data(#"{"error":"access_denied"}"#.utf8))
        #expect(response.nextAction == .signInAgain)
    }
}
