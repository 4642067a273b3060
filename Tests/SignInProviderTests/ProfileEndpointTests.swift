// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Foundation
import OAuthMessages
import SignInProvider
import Testing

/// Who signed in at a provider without ID tokens.
@Suite struct ProfileEndpointTests {
    /// GitHub's answer, as its documentation shows it.
    static let example = #"{"login":"octocat","id":1,"name":"monalisa octocat","email":"octocat@github.com"}"#

    private func identity(_ body: String, status: Int = 200, subject: String = "id") throws -> Identity {
        let endpoint = try #require(URL(string: "https://api.github.com/user"))
        return try ProfileEndpoint(endpoint, subject: subject, username: "login")
            .identity(status: status, body: Data(body.utf8), issuer: "https://github.com")
    }

    @Test func `a person is known by the id, and shown by name`() throws {
        let identity = try identity(Self.example)
        #expect(identity.subject == "1" && identity.issuer == "https://github.com")
        #expect(identity.name == "monalisa octocat" && identity.username == "octocat")
    }

    @Test func `the member with the name is the one that was said`() throws {
        let endpoint = try #require(URL(string: "https://api.example/me"))
        let identity = try ProfileEndpoint(endpoint, subject: "id", name: "display")
            .identity(
                status: 200, body: Data(#"{"id":7,"display":"Ana","name":"ana"}"#.utf8), issuer: "https://api.example")
        #expect(identity.name == "Ana")
    }

    @Test(arguments: [#"{"id":"u-1"}"#, #"{"id":"u-1","name":null,"login":7}"#])
    func `an id alone is enough`(_ body: String) throws {
        #expect(try identity(body).subject == "u-1")
    }

    static let refused = [
        "", "[]", "<html>", "{}", #"{"id":null}"#, #"{"id":""}"#, #"{"id":true}"#, #"{"id":[1]}"#, #"{"id":1.5}"#,
        #"{"id":9007199254740993}"#, #"{"id":-9223372036854775808}"#, #"{"id":1e300}"#, #"{"id":1,"id":2}"#,
        #"{"ID":1}"#,
        #"{"id":"\#(String(repeating: "x", count: 256))"}"#, #"{"x":"\#(String(repeating: "x", count: 300_000))"}"#,
    ]

    @Test(arguments: refused) func `a profile that names no person is refused`(_ body: String) {
        let refusal = #expect(throws: Refusal.self) { try identity(body) }
        #expect(refusal?.code == .profileMalformed)
    }

    @Test func `the rows are about every code of the judge`() throws {
        #expect(
            try SourceText.refusals(of: "Client/SignInProvider/OAuthProvider.swift") == [.profileMalformed]
        )
    }

    @Test func `what the provider says no to is its own error`() {
        let error = #expect(throws: ServerError.self) { try identity(#"{"message":"Bad credentials"}"#, status: 401) }
        #expect(error?.status == 401)
    }
}
