// SPDX-License-Identifier: Apache-2.0
import Fixtures
import OAuthMessages

@Suite struct RedactedTests {
    static let secret = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"

    private struct Holder: Error {
        let token = Redacted(RedactedTests.secret)
        var kept: Redacted<String>? = Redacted(RedactedTests.secret)
        let list = [Redacted(RedactedTests.secret)]
        let table = ["a": Redacted(RedactedTests.secret)]
        let bytes = Redacted(Array(RedactedTests.secret.utf8))
    }

    /// Every default rendering of a value.
    static func texts(of value: Any) -> [String] {
        var dumped = ""
        dump(value, to: &dumped)
        return [
            "\(value)", String(describing: value), String(reflecting: value), dumped, "\([value])",
            "\(value as Any?)",
            "\(Mirror(reflecting: value).children.map(\.value))", String(reflecting: ["k": value]),
        ]
    }

    @Test func `a secret is not in any text`() {
        for text in Self.texts(of: Redacted(Self.secret)) + Self.texts(of: Holder()) {
            #expect(!text.contains(Self.secret.prefix(4)))
            #expect(!text.contains("100, 66"), "nor are its bytes")
        }
        #expect("\(Redacted(Self.secret))" == "redacted")
    }

    @Test func `an error with a secret in it says nothing of it`() {
        let refusal = Refusal(.codeMissing, "why", cause: Holder())
        for text in Self.texts(of: refusal) + [refusal.localizedDescription, (refusal as NSError).description] {
            #expect(!text.contains(Self.secret.prefix(4)))
        }
    }

    @Test func `descriptions of requests and responses contain no secrets`() throws {
        let request = try Example.request()
        let response = try AuthorizationResponse(
            Redacted(try #require(URL(string: AuthorizationResponseTests.good))), answering: request)
        let tokens = try TokenResponse(status: 200, body: Data(TokenResponseTests.example.utf8))
        let values: [Any] = [
            request, response, TokenRequest(redeeming: response, scopes: [], includingScope: false),
            TokenRequest(refreshing: Redacted(Self.secret), clientID: "c", scopes: [], includingScope: false), tokens,
        ]
        let secrets = [Self.secret, Example.zeros, "SplxlOBe", "SlAV32hkKG", "8xLOxBtZp8", "eyJ"]
        for text in values.flatMap(Self.texts) { #expect(secrets.allSatisfy { !text.contains($0) }) }
    }

    @Test func `storage keeps the secret itself`() throws {
        let data = try JSONEncoder().encode([Redacted("a")])
        #expect(String(decoding: data, as: UTF8.self) == #"["a"]"#)
        #expect(try JSONDecoder().decode([Redacted<String>].self, from: data) == [Redacted("a")])
    }
}

@Suite struct SecretComparisonTests {
    @Test(arguments: [
        ("", "", true), ("secret", "secret", true), ("é", "é", true), ("secret", "Secret", false),
        ("secret", "secre", false), ("secre", "secret", false), ("secret", "", false), ("", "secret", false),
        ("ab", "ba", false), ("aa", "bb", false), ("é", "e\u{301}", false),
    ])
    func `secrets are the same if all their bytes are`(_ one: String, _ other: String, _ isSame: Bool) {
        #expect(one.isSameSecret(as: other) == isSame)
    }
}
