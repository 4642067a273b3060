// SPDX-License-Identifier: Apache-2.0
import Foundation
import OAuthMessages
import Testing

/// What is shown of a provider's own words, whoever wrote them.
@Suite struct ServerErrorWordsTests {
    @Test func `a secret that the provider repeats is not shown`() {
        let secret = "8xLOxBtZp8-refresh"
        let error = ServerError(
            .invalidGrant, providerDescription: "Invalid refresh token: \(secret)",
            errorURI: "https://id.example/help?t=\(secret)"
        ).hiding([secret])
        #expect(error.providerDescription == "Invalid refresh token: redacted")
        #expect(error.errorURI == "https://id.example/help?t=redacted")
        #expect(!"\(error)".contains(secret))
    }

    @Test func `a word of everyday length is no secret`() {
        let error = ServerError(.invalidGrant, providerDescription: "the code is used").hiding(["code", ""])
        #expect(error.providerDescription == "the code is used")
    }

    @Test(arguments: [
        ("no\u{1B}[2Jway", "no[2Jway"), ("no\u{2028}way", "no"), ("no\u{202E}way", "noway"), ("no\u{85}way", "no"),
    ])
    func `what begins lines, moves a cursor or turns the writing is not repeated`(_ text: String, _ shown: String) {
        let error = ServerError(.invalidGrant, providerDescription: text)
        #expect("\(error)" == "invalid_grant: \(shown)")
    }

    @Test func `a secret has at least eight bytes`() {
        let error = ServerError(.invalidGrant, providerDescription: "not 1234567, not 12345678")
        #expect(error.hiding(["1234567"]).providerDescription == "not 1234567, not 12345678")
        #expect(error.hiding(["12345678"]).providerDescription == "not 1234567, not redacted")
    }

    @Test(arguments: ["", "a\nb", "a\"b", "a\\b", "é", "a\u{1F}", "a\u{7F}", String(repeating: "a", count: 129)])
    func `what can be no name of an error is none`(_ name: String) {
        #expect(ServerError(ServerError.Code(rawValue: name)).code == .unspecified)
    }

    @Test(arguments: ["a", "x:1.2/y", "no way", "~", String(repeating: "a", count: 128)])
    func `names that nobody here knows are kept`(_ name: String) {
        #expect(ServerError(ServerError.Code(rawValue: name)).code.rawValue == name)
    }

    @Test func `a book is cut, and spaces without end are harmless`() {
        let error = ServerError(
            .accessDenied, providerDescription: String(repeating: " ", count: 1_000_000) + "Trace ID: x")
        #expect(error.providerDescription?.count == 4096)
        #expect(error.reason == nil || error.reason?.isEmpty == false)
    }
}
