// SPDX-License-Identifier: Apache-2.0
import BearerAuth
import Fixtures
import JSONWebSignatures

@Suite struct LogoutTokenTests {
    typealias Spoiled = IDTokenTests.Spoiled
    typealias Change = IDTokenTests.Change

    private static let event = #"{"http://schemas.openid.net/event/backchannel-logout":{}}"#

    private static var good: TokenFixture {
        var fixture = TokenFixture()
        fixture.type = "logout+jwt"
        fixture.say("nonce", nil)
        fixture.say("nbf", nil)
        fixture.say("exp", "\(TokenFixture.start + 120)")
        fixture.say("jti", #""bWJq""#)
        fixture.say("sid", #""08a5019c-17e1""#)
        fixture.say("events", event)
        return fixture
    }

    private static func judge(_ fixture: TokenFixture) async throws -> LogoutToken {
        try await fixture.validator().validateLogoutToken(try #require(try fixture.token()), for: TokenFixture.clientID)
    }

    static let spoiled: [Spoiled] =
        ownRows + IDTokenTests.signatureRows + IDTokenTests.announcementRows

    private static let ownRows: [Spoiled] = [
        Spoiled(.issuerMismatch, "somebody else issued it") { $0.say("iss", #""https://evil.example""#) },
        Spoiled(.issuerMismatch, "nobody issued it") { $0.say("iss", nil) },
        Spoiled(.audienceMismatch, "it is for another app") { $0.say("aud", #""other""#) },
        Spoiled(.audienceMismatch, "it is for nobody") { $0.say("aud", nil) },
        Spoiled(.notALogoutToken, "it has a nonce, as ID tokens have") { $0.say("nonce", #""n""#) },
        Spoiled(.notALogoutToken, "its nonce is null") { $0.say("nonce", "null") },
        Spoiled(.notALogoutToken, "it tells of no events") { $0.say("events", nil) },
        Spoiled(.notALogoutToken, "it tells of another event") { $0.say("events", #"{"urn:other":{}}"#) },
        Spoiled(.notALogoutToken, "events is a text") {
            $0.say("events", #""http://schemas.openid.net/event/backchannel-logout""#)
        },
        Spoiled(.notALogoutToken, "the event is not an object") {
            $0.say("events", event.replacing("{}", with: "true"))
        },
        Spoiled(.notALogoutToken, "its type is that of an access token") { $0.type = "at+jwt" },
        Spoiled(.claimMissing, "there is no iat") { $0.say("iat", nil) },
        Spoiled(.claimMissing, "there is no exp") { $0.say("exp", nil) },
        Spoiled(.claimMissing, "there is no jti") { $0.say("jti", nil) },
        Spoiled(.claimMissing, "jti is empty") { $0.say("jti", "\"\"") },
        Spoiled(.claimMissing, "it names neither person nor session") {
            $0.say("sub", nil)
            $0.say("sid", nil)
        },
        Spoiled(.expired, "it ended, and the skew has passed") { $0.age = 120 + 300 },
        Spoiled(.notYetValid, "it has not begun") { $0.say("nbf", "\(TokenFixture.start + 301)") },
        Spoiled(.issuedInFuture, "it was issued in the future") { $0.say("iat", "\(TokenFixture.start + 301)") },
        Spoiled(.algorithmNotAllowed, "its algorithm was not announced for ID tokens") { $0.algorithm = .ps256 },
    ]

    @Test(arguments: spoiled) func `a logout token is refused when`(_ row: Spoiled) async throws {
        var fixture = Self.good
        row.spoil(&fixture)
        let spoiled = fixture
        #expect(await refused { try await Self.judge(spoiled) } == row.code)
    }

    @Test(arguments: [("RS256", true), ("PS256", false), ("ES256", false), ("HS256", false), ("none", false)])
    func `only the registered algorithm signs ID tokens and logout tokens`(named: String, isTaken: Bool) async throws {
        // The provider advertises three algorithms, and signs with RS256.
        let metadata = FakeProvider.metadata.replacing(#"["RS256"]"#, with: #"["RS256","PS256","ES256"]"#)
        let provider = FakeProvider(metadata: metadata)
        let now = TokenFixture().now
        let validator = TokenValidator(
            try await provider.discovered(time: TimeSource { now }), idTokenAlgorithm: named, time: TimeSource { now })
        let token = try #require(try Self.good.token())
        let fixture = TokenFixture()
        let (tokens, answer) = (try fixture.tokens(), try fixture.answer())
        guard !isTaken else {
            _ = try await validator.validateLogoutToken(token, for: TokenFixture.clientID)
            _ = try await validator.validateIDToken(in: tokens, answering: answer)
            return
        }
        let logout = await #expect(throws: Refusal.self) {
            try await validator.validateLogoutToken(token, for: TokenFixture.clientID)
        }
        let signIn = await #expect(throws: Refusal.self) {
            try await validator.validateIDToken(in: tokens, answering: answer)
        }
        #expect(logout?.code == .algorithmNotAllowed && signIn?.code == .algorithmNotAllowed)
    }

    @Test func `a logout token of an unaccepted directory signs no user out`() async throws {
        let rules = ProviderRules(checkToken: { (claims, _) throws(Refusal) in
            guard claims.string("iss") == "https://admitted.example" else {
                throw Refusal(.directoryNotAdmitted, "the directory is not let in")
            }
        })
        let fixture = Self.good
        let token = try #require(try fixture.token())
        let validator = try await fixture.validator(rules: rules)
        let refusal = await refused {
            try await validator.validateLogoutToken(token, for: TokenFixture.clientID)
        }
        #expect(refusal == .directoryNotAdmitted)
    }

    @Test func `every code of the validation has a row`() throws {
        let judges = try SourceText.refusals(
            of: "Client/SignInProvider/Tokens/LogoutToken.swift", "Client/SignInProvider/Tokens/TimeRules.swift")
        #expect(Set(Self.spoiled.map(\.code)) == judges.union(try IDTokenTests.codesOfSignedTokens()))
    }

    static let passing: [Change] = [
        Change("nothing is spoiled") { _ in },
        Change("it does not say what type it is") { $0.type = nil },
        Change("its type is that of any token") { $0.type = "JWT" },
        Change("its type is written in full") { $0.type = "application/Logout+JWT" },
        Change("it names the person only") { $0.say("sid", nil) },
        Change("it names the session only") { $0.say("sub", nil) },
        Change("the event says more") { $0.say("events", event.replacing("{}", with: #"{"a":1}"#)) },
        Change("there are other events besides") {
            $0.say("events", event.replacing("{\"", with: #"{"urn:other":1,""#))
        },
    ]

    @Test(arguments: passing) func `a logout token is believed when`(_ row: Change) async throws {
        var fixture = Self.good
        row.make(&fixture)
        let token = try await Self.judge(fixture)
        #expect(token.issuer == FakeProvider.issuer && token.id == "bWJq")
        #expect(token.subject == token.claims.string("sub") && token.sessionID == token.claims.string("sid"))
        #expect(token.expiresAt == fixture.now + 120)
    }

    @Test func `a logout token is neither an ID token nor an access token`() async throws {
        var fixture = Self.good
        fixture.say("nonce", #""\#(TokenFixture.nonce)""#)
        fixture.say("azp", #""client""#)
        let (asIDToken, token) = (fixture, try #require(try fixture.token()))
        let first = await #expect(throws: Refusal.self) { try await asIDToken.identity() }
        let validator = try await fixture.validator()
        let second = await #expect(throws: Refusal.self) {
            try await validator.caller(with: token, under: AccessTokenRules(audiences: ["client"]))
        }
        #expect([first?.code, second?.code] == [.notAnIDToken, .notAnAccessToken])
    }
}
