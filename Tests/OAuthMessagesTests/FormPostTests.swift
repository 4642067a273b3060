// SPDX-License-Identifier: Apache-2.0
import Foundation
import OAuthMessages
import Testing

/// OAuth 2.0 Form Post Response Mode: the answer is a form, judged by the same rules.
@Suite struct FormPostTests {
    private static func judge(_ form: String, mode: ResponseMode? = .formPost) throws -> AuthorizationResponse {
        try AuthorizationResponse(
            form: try #require(FormParameters(encoded: form)), answering: try Example.request(responseMode: mode))
    }

    @Test func `a form that answers the request gives its code`() throws {
        let response = try Self.judge("code=Splx%2FlO&state=\(Example.zeros)&iss=https://server.example.com")
        #expect(response.code.revealed == "Splx/lO")
    }

    static let spoiled: [(Refusal.Code, String)] = [
        (.stateMismatch, "code=c"), (.stateMismatch, "code=c&state=x"),
        (.stateMismatch, "error=access_denied&state=x"),
        (.redirectIssuerMismatch, "code=c&state=\(Example.zeros)&iss=https://evil.example"),
        (.duplicateParameter, "code=c&code=d&state=\(Example.zeros)"), (.codeMissing, "state=\(Example.zeros)"),
    ]

    @Test(arguments: spoiled) func `a form is refused with`(_ code: Refusal.Code, _ form: String) {
        let refusal = #expect(throws: Refusal.self) { try Self.judge(form) }
        #expect(refusal?.code == code)
    }

    @Test func `the provider's no is heard from a form`() {
        let error = #expect(throws: ServerError.self) {
            try Self.judge("error=login_required&state=\(Example.zeros)")
        }
        #expect(error?.code.rawValue == "login_required")
    }

    @Test(arguments: [nil, ResponseMode.query]) func `a form that was not asked for is refused`(_ mode: ResponseMode?) {
        let refusal = #expect(throws: Refusal.self) { try Self.judge("code=c&state=\(Example.zeros)", mode: mode) }
        #expect(refusal?.code == .redirectMismatch)
    }

    @Test func `a redirect is refused where a form was asked for`() throws {
        let url = try #require(URL(string: "https://client.example.org/cb?code=c&state=\(Example.zeros)"))
        let refusal = #expect(throws: Refusal.self) {
            try AuthorizationResponse(Redacted(url), answering: try Example.request(responseMode: .formPost))
        }
        #expect(refusal?.code == .redirectMismatch)
    }
}
