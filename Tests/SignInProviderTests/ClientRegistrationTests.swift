// SPDX-License-Identifier: Apache-2.0
import Foundation
import OAuthMessages
import SignInProvider
import Testing

@Suite struct ClientRegistrationTests {
    private func registration(secret: String? = nil) throws -> ClientRegistration {
        ClientRegistration(
            name: "n", issuer: try #require(URL(string: "https://id.example")), clientID: "c",
            authentication: ClientAuthentication(secret: secret),
            redirectURI: try #require(RedirectURI("http://localhost")), scopes: ["User.Read"])
    }

    @Test func `openid is asked for by itself`() throws {
        #expect(try registration().scopes.text == "openid User.Read")
        #expect(try registration().asking(for: ["Mail.Read", "openid"]).scopes.text == "openid User.Read Mail.Read")
    }

    @Test func `ID tokens of another algorithm than the registered one are refused`() async throws {
        let fixture = TokenFixture()
        let now = fixture.now
        let provider = try await fixture.provider.discovered(time: TimeSource { now })
        for (algorithm, isGood) in [("RS256", true), ("PS256", false)] {
            let registration = ClientRegistration(
                name: "n", issuer: try #require(URL(string: FakeProvider.issuer)), clientID: TokenFixture.clientID,
                redirectURI: try #require(RedirectURI("http://localhost")), scopes: [], idTokenAlgorithm: algorithm)
            let validator = TokenValidator(provider, for: registration, time: TimeSource { now })
            let identity = try? await validator.validateIDToken(
                in: try fixture.tokens(), answering: try fixture.answer())
            #expect((identity != nil) == isGood, "\(algorithm)")
        }
    }

    @Test(arguments: [(nil, false), ("", false), ("s3cret", true)] as [(String?, Bool)])
    func `a client with a secret is confidential`(_ secret: String?, _ isConfidential: Bool) throws {
        #expect(try registration(secret: secret).authentication.isConfidential == isConfidential)
    }

    @Test func `it says nothing of its secret`() throws {
        let registration = try registration(secret: "s3cret")
        var dumped = ""
        dump(registration, to: &dumped)
        for text in ["\(registration)", String(reflecting: registration), dumped] {
            #expect(!text.contains("s3cret"))
        }
    }
}
