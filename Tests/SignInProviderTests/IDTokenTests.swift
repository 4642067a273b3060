// SPDX-License-Identifier: Apache-2.0
import Fixtures
import OAuthMessages
import SignInProvider

@Suite struct IDTokenTests {
    /// A valid token; each row has one defect and the refusal that it must cause.
    struct Spoiled: Sendable, CustomTestStringConvertible {
        let code: Refusal.Code
        let testDescription: String
        let spoil: @Sendable (inout TokenFixture) -> Void

        init(_ code: Refusal.Code, _ description: String, _ spoil: @escaping @Sendable (inout TokenFixture) -> Void) {
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

    /// The refusals of every signed token before its claims are read.
    static func codesOfSignedTokens() throws -> Set<Refusal.Code> {
        try SourceText.refusals(
            of: "Client/SignInProvider/Tokens/Refusal+JOSE.swift", "Client/SignInProvider/Keys/RemoteKeySet.swift",
            "Client/SignInProvider/Tokens/Claims.swift",
            "Client/SignInProvider/Metadata/IdentityProvider.swift check")
    }

    @Test func `every code of the validation has a row`() throws {
        let judges = try SourceText.refusals(
            of: "Client/SignInProvider/Tokens/TokenValidator.swift", "Client/SignInProvider/Tokens/IDTokenJudge.swift",
            "Client/SignInProvider/Tokens/TimeRules.swift")
        #expect(Set(Self.spoiled.map(\.code)) == judges.union(try Self.codesOfSignedTokens()))
        #expect(Set(Self.signatureRows.map(\.code)) == (try Self.codesOfSignedTokens()))
    }

    struct Change: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let make: @Sendable (inout TokenFixture) -> Void

        init(_ description: String, _ make: @escaping @Sendable (inout TokenFixture) -> Void) {
            (testDescription, self.make) = (description, make)
        }
    }

    static let passing: [Change] = [
        Change("nothing is spoiled") { _ in },
        Change("it ended, but within the skew") { $0.age = 3600 + 299 },
        Change("it was issued ahead of our clock, but within the skew") { $0.age = -300 },
        Change("aud is a list of one") { $0.say("aud", #"["client"]"#) },
        Change("aud is a list of two, and azp is us") {
            $0.say("aud", #"["api","client"]"#)
            $0.say("azp", #""client""#)
        },
        Change("azp is us") { $0.say("azp", #""client""#) },
        Change("nbf is not there") { $0.say("nbf", nil) },
        Change("it names no key, and there is one only") { $0.keyIdentifier = nil },
        Change("times have fractions") { $0.say("iat", "\(TokenFixture.start - 1).25") },
        Change("it names the access token and the code that came with it") {
            $0.say("at_hash", #""77QmUPtjPfzWtF2AnpK9RQ""#)
            $0.say("c_hash", #""LDktKdoQak3Pk0cnXxCltA""#)
        },
        Change("the person signed in as long ago as was allowed, and the skew") {
            $0.options = SignInOptions(prompt: .login, maxAge: .seconds(60))
            $0.say("auth_time", "\(TokenFixture.start - 360)")
        },
        Change("auth_time is ahead of our clock, but within the skew") {
            $0.options = SignInOptions(maxAge: .seconds(60))
            $0.say("auth_time", "\(TokenFixture.start + 300)")
        },
        Change("no sign-in was demanded that is newer than auth_time") { $0.say("auth_time", "1") },
        Change("acr is one of those that were demanded") {
            $0.options = SignInOptions(essentialACRValues: ["urn:mace:gold", "phr"])
            $0.say("acr", #""phr""#)
        },
        Change("acr is another than was only wished for") {
            $0.options = SignInOptions(acrValues: ["phr"])
            $0.say("acr", #""0""#)
        },
        Change("it does not say what type it is") { $0.type = nil },
        Change("it lists thousands of groups") {
            $0.say("groups", "\"" + String(repeating: "g", count: 150_000) + "\"")
        },
        Change("it was dated back, as Entra ID does") {
            $0.say("iat", "\(TokenFixture.start - 300)")
            $0.say("nbf", "\(TokenFixture.start - 300)")
        },
        Change("sub has 255 bytes") {
            $0.say("sub", "\"" + String(repeating: "s", count: 255) + "\"")
        },
    ]

    @Test(arguments: passing) func `an ID token is believed when`(_ row: Change) async throws {
        var fixture = TokenFixture()
        row.make(&fixture)
        let identity = try await fixture.identity()
        #expect((identity.issuer, identity.claims.string("sub")) == ("https://id.example", identity.subject))
    }
}
