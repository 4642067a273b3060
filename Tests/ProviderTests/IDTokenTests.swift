// SPDX-License-Identifier: Apache-2.0
import Foundation
import JOSE
import OAuth
import Provider
import Testing

@Suite struct IDTokenTests {
    /// A token that passes; each row spoils one thing and names the refusal it must cause.
    struct Spoiled: Sendable, CustomTestStringConvertible {
        let code: Refusal.Code
        let testDescription: String
        let spoil: @Sendable (inout TokenFixture) -> Void

        init(
            _ code: Refusal.Code, _ description: String,
            _ spoil: @escaping @Sendable (inout TokenFixture) -> Void
        ) {
            (self.code, self.testDescription, self.spoil) = (code, description, spoil)
        }
    }

    @Test(arguments: spoiled) func `an ID token is refused when`(_ row: Spoiled) async throws {
        var fixture = TokenFixture()
        row.spoil(&fixture)
        let token = try fixture.token()
        let refusal = await #expect(throws: Refusal.self) { try await fixture.identity() }
        #expect(refusal?.code == row.code)
        let text = String(describing: refusal) + String(reflecting: refusal)
        #expect(!text.contains(TokenFixture.nonce) && !text.contains(token?.revealed ?? TokenFixture.nonce))
    }

    @Test func `every code of the validation has a row`() {
        let codes: Set<Refusal.Code> = [
            .idTokenMissing, .tokenMalformed, .algorithmNotAllowed, .keyUnknown, .signatureInvalid,
            .issuerMismatch,
            .audienceMismatch, .authorizedPartyMismatch, .expired, .notYetValid, .issuedInFuture,
            .nonceMismatch,
            .claimMissing, .keySetMalformed, .keySetMissing, .notAnIDToken, .authenticationTooOld,
            .authenticationContextMismatch, .accessTokenHashMismatch, .codeHashMismatch,
        ]
        #expect(Set(Self.spoiled.map(\.code)) == codes)
    }

    static let passing: [Spoiled] = [
        Spoiled(.claimMissing, "nothing is spoiled") { _ in },
        Spoiled(.claimMissing, "it ended, but within the skew") { $0.age = 3600 + 299 },
        Spoiled(.claimMissing, "it was issued ahead of our clock, but within the skew") { $0.age = -300 },
        Spoiled(.claimMissing, "aud is a list of one") { $0.say("aud", #"["client"]"#) },
        Spoiled(.claimMissing, "aud is a list of two, and azp is us") {
            $0.say("aud", #"["api","client"]"#)
            $0.say("azp", #""client""#)
        },
        Spoiled(.claimMissing, "azp is us") { $0.say("azp", #""client""#) },
        Spoiled(.claimMissing, "nbf is not there") { $0.say("nbf", nil) },
        Spoiled(.claimMissing, "it names no key, and there is one only") { $0.keyIdentifier = nil },
        Spoiled(.claimMissing, "times have fractions") { $0.say("iat", "\(TokenFixture.start - 1).25") },
        Spoiled(.claimMissing, "it names the access token and the code that came with it") {
            $0.say("at_hash", #""77QmUPtjPfzWtF2AnpK9RQ""#)
            $0.say("c_hash", #""LDktKdoQak3Pk0cnXxCltA""#)
        },
        Spoiled(.claimMissing, "the person signed in as long ago as was allowed, and the skew") {
            $0.options = SignInOptions(prompt: .login, maxAge: .seconds(60))
            $0.say("auth_time", "\(TokenFixture.start - 360)")
        },
        Spoiled(.claimMissing, "no sign-in was demanded that is newer than auth_time") { $0.say("auth_time", "1") },
        Spoiled(.claimMissing, "acr is one of those that were demanded") {
            $0.options = SignInOptions(essentialACRValues: ["urn:mace:gold", "phr"])
            $0.say("acr", #""phr""#)
        },
        Spoiled(.claimMissing, "acr is another than was only wished for") {
            $0.options = SignInOptions(acrValues: ["phr"])
            $0.say("acr", #""0""#)
        },
        Spoiled(.claimMissing, "it does not say what type it is") { $0.type = nil },
        Spoiled(.claimMissing, "it lists thousands of groups") {
            $0.say("groups", "\"" + String(repeating: "g", count: 150_000) + "\"")
        },
        Spoiled(.claimMissing, "it was dated back, as Entra ID does") {
            $0.say("iat", "\(TokenFixture.start - 300)")
            $0.say("nbf", "\(TokenFixture.start - 300)")
        },
        Spoiled(.claimMissing, "sub has 255 bytes") {
            $0.say("sub", "\"" + String(repeating: "s", count: 255) + "\"")
        },
    ]

    @Test(arguments: passing) func `an ID token is believed when`(_ row: Spoiled) async throws {
        var fixture = TokenFixture()
        row.spoil(&fixture)
        let identity = try await fixture.identity()
        #expect(identity.issuer == "https://id.example")
        #expect(identity.claims.string("sub") == identity.subject)
    }
}
