// SPDX-License-Identifier: Apache-2.0
import Foundation
import OAuth
import Testing

/// What is shown of a provider's own words, whoever wrote them.
@Suite struct ServerErrorWordsTests {
    @Test func `a secret that the provider repeats is not shown`() {
        let secret = "8xLOxBtZp8-refresh"
        let error = ServerError(
            .invalidGrant, errorDescription: "Invalid refresh token: \(secret)",
            errorURI: "https://id.example/help?t=\(secret)"
        ).hiding([secret])
        #expect(error.errorDescription == "Invalid refresh token: redacted")
        #expect(error.errorURI == "https://id.example/help?t=redacted")
        #expect(!"\(error)".contains(secret))
    }

    @Test func `a word of everyday length is no secret`() {
        let error = ServerError(.invalidGrant, errorDescription: "the code is used").hiding(["code", ""])
        #expect(error.errorDescription == "the code is used")
    }

    @Test(arguments: ["no\u{1B}[2Jway", "no\u{2028}way", "no\u{202E}way", "no\u{85}way"])
    func `what begins lines, moves a cursor or turns the writing is not repeated`(_ text: String) {
        let error = ServerError(.invalidGrant, errorDescription: text)
        #expect(["invalid_grant: no[2Jway", "invalid_grant: noway", "invalid_grant: no"].contains("\(error)"))
    }

    @Test(arguments: ["", "a\nb", "a\"b", "a\\b", "é", String(repeating: "a", count: 129)])
    func `what can be no name of an error is none`(_ name: String) {
        #expect(ServerError(ServerError.Code(rawValue: name)).code == .unspecified)
    }

    @Test(arguments: ["a", "x:1.2/y", "no way", String(repeating: "a", count: 128)])
    func `names that nobody here knows are kept`(_ name: String) {
        #expect(ServerError(ServerError.Code(rawValue: name)).code.rawValue == name)
    }

    @Test func `a book is cut, and spaces without end are harmless`() {
        let error = ServerError(
            .accessDenied, errorDescription: String(repeating: " ", count: 1_000_000) + "Trace ID: x")
        #expect(error.errorDescription?.count == 4096)
        #expect(error.reason == nil || error.reason?.isEmpty == false)
    }
}
