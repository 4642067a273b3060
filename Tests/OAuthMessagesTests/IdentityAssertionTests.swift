// SPDX-License-Identifier: Apache-2.0
import Fixtures
import OAuthMessages

@Suite struct IdentityAssertionTests {
    private static let example = #"""
        {"issued_token_type": "urn:ietf:params:oauth:token-type:id-jag",
         "access_token": "eyJhbGciOiJIUzI1NiIsI", "token_type": "N_A", "scope": "chat.read chat.history",
         "expires_in": 300}
        """#

    private static func assertion(_ body: String, status: Int = 200) throws -> IdentityAssertion {
        try IdentityAssertion(status: status, body: Data(body.utf8))
    }

    @Test(arguments: ["N_A", "n_a"])
    func `the example is read, whatever the case of its token type`(_ type: String) throws {
        let assertion = try Self.assertion(Self.example.replacing("N_A", with: type))
        #expect(assertion.assertion.revealed == "eyJhbGciOiJIUzI1NiIsI")
    }

    static let refused: [(part: String, instead: String, code: Refusal.Code, word: String)] = [
        (#""eyJhbGciOiJIUzI1NiIsI""#, #""""#, .tokenResponseMalformed, "lacks 'access_token'"),
        (#""eyJhbGciOiJIUzI1NiIsI""#, "7", .tokenResponseMalformed, "access_token"),
        ("access_token", "token", .tokenResponseMalformed, "access_token"),
        ("token-type:id-jag", "token-type:access_token", .tokenTypeUnsupported, "id-jag"),
        ("N_A", "Bearer", .tokenTypeUnsupported, "id-jag"),
        ("issued_token_type", "issued", .tokenResponseMalformed, "issued_token_type"),
        (#""token_type""#, #""type""#, .tokenResponseMalformed, "token_type"),
        ("{", "[", .tokenResponseMalformed, "JSON"),
    ]

    @Test(arguments: refused.indices) func `rejects a response without an identity assertion`(_ row: Int) {
        let (part, instead, code, word) = Self.refused[row]
        let refusal = #expect(throws: Refusal.self) {
            try Self.assertion(Self.example.replacing(part, with: instead))
        }
        #expect(refusal?.code == code && refusal?.message.contains(word) == true, "\(String(describing: refusal))")
    }

    @Test(arguments: [(400, #"{"error":"invalid_grant"}"#), (200, #"{"error":"invalid_grant"}"#)])
    func `a rejection by the provider is returned as its own error`(_ status: Int, _ body: String) {
        let error = #expect(throws: ServerError.self) { try Self.assertion(body, status: status) }
        #expect(error?.code == .invalidGrant)
    }

    @Test func `an assertion that came with an error status is not taken`() {
        #expect(throws: ServerError.self) { try Self.assertion(Self.example, status: 201) }
    }
}
