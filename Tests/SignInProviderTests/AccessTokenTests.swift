// SPDX-License-Identifier: Apache-2.0
import BearerAuth
import Fixtures
import JSONWebSignatures

@Suite struct AccessTokenTests {
    typealias Spoiled = IDTokenTests.Spoiled

    private static var good: TokenFixture {
        var fixture = TokenFixture()
        fixture.say("nonce", nil)
        fixture.say("aud", #""api://tasks""#)
        fixture.say("azp", #""client""#)
        fixture.say("scp", #""Tasks.Read Tasks.ReadWrite""#)
        return fixture
    }

    private static func judge(_ fixture: TokenFixture) async throws -> Caller {
        let rules = AccessTokenRules(audiences: ["api://tasks", "api-id"])
        return try await fixture.validator().caller(with: #require(try fixture.token()), under: rules)
    }

    static let spoiled: [Spoiled] = ownRows + IDTokenTests.signatureRows

    private static let ownRows: [Spoiled] = [
        Spoiled(.issuerMismatch, "somebody else issued it") { $0.say("iss", #""https://evil.example""#) },
        Spoiled(.audienceMismatch, "it is for another API") { $0.say("aud", #""api://other""#) },
        Spoiled(.audienceMismatch, "it is for nobody") { $0.say("aud", nil) },
        Spoiled(.audienceMismatch, "it is an ID token of the app") { $0.say("aud", #""client""#) },
        Spoiled(.notAnAccessToken, "it names no client") { $0.say("azp", nil) },
        Spoiled(.notAnAccessToken, "it has a nonce") { $0.say("nonce", #""n""#) },
        Spoiled(.notAnAccessToken, "it has the hash of an access token") { $0.say("at_hash", #""h""#) },
        Spoiled(.notAnAccessToken, "it has the hash of a code") { $0.say("c_hash", #""h""#) },
        Spoiled(.notAnAccessToken, "it tells of events, as logout tokens do") { $0.say("events", "{}") },
        Spoiled(.notAnAccessToken, "its type is that of a logout token") { $0.type = "logout+jwt" },
        Spoiled(.claimMissing, "it does not say who calls") { $0.say("sub", nil) },
        Spoiled(.claimMissing, "it says that nobody calls") { $0.say("sub", "\"\"") },
        Spoiled(.claimMissing, "it has no end") { $0.say("exp", nil) },
        Spoiled(.expired, "it ended") { $0.age = 3900 },
        Spoiled(.notYetValid, "it has not begun") { $0.say("nbf", "\(TokenFixture.start + 301)") },
        Spoiled(.issuedInFuture, "it was issued in the future") {
            $0.say("iat", "\(TokenFixture.start + 301)")
        },
        Spoiled(.signatureInvalid, "its algorithm is not that of its key") {
            ($0.algorithm, $0.key) = (.es256, Key.elliptic)
        },
    ]

    @Test(arguments: spoiled) func `an access token is refused when`(_ row: Spoiled) async throws {
        var fixture = Self.good
        row.spoil(&fixture)
        let spoiled = fixture
        #expect(await refused { try await Self.judge(spoiled) } == row.code)
    }

    @Test func `every code of the validation has a row`() throws {
        let judges = try SourceText.refusals(
            of: "Servers/BearerAuth/AccessTokenRules.swift", "Client/SignInProvider/Tokens/TimeRules.swift")
        #expect(Set(Self.spoiled.map(\.code)) == judges.union(try IDTokenTests.codesOfSignedTokens()))
    }

    @Test func `an access token identifies the caller, the client, and the permissions`() async throws {
        let token = try await Self.judge(Self.good)
        #expect((token.subject, token.clientID) == ("248289761001", "client"))
        #expect(token.scopes == ["Tasks.Read", "Tasks.ReadWrite"])
        #expect(token.id == "https://id.example 248289761001")
    }

    /// Tokens for an app that is its own API: by the standard, a refreshed ID token looks the same.
    static let tokensForItself: [(type: String?, scope: String?, ProviderRules, isAccepted: Bool)] = [
        (nil, nil, .standard, false), ("JWT", nil, .standard, false), ("at+jwt", nil, .standard, true),
        ("application/AT+JWT", nil, .standard, true), ("JWT", "Tasks.Read", .standard, true),
        ("JWT", nil, ProviderRules(idTokensNameClient: false), true),
    ]

    /// OpenID Connect Core §2: an ID token may be for several apps; `azp` names one.
    @Test(arguments: [#"["client","other"]"#, #""client""#], ["client", "another app"])
    func `a refreshed ID token is never an access token, for any audience`(
        audience: String, party: String
    ) async throws {
        var fixture = Self.good
        fixture.type = "JWT"
        fixture.say("aud", audience)
        fixture.say("azp", "\"\(party)\"")
        fixture.say("scp", nil)
        let validator = try await fixture.validator()
        let token = try #require(try fixture.token())
        let refusal = await refused {
            try await validator.caller(with: token, under: AccessTokenRules(audiences: ["client"]))
        }
        #expect(refusal == .notAnAccessToken)
    }

    @Test(arguments: tokensForItself.indices, ["scp", "scope"])
    func `a refreshed ID token is no access token of an app for itself`(row: Int, claim: String) async throws {
        let (type, scope, rules, isAccepted) = Self.tokensForItself[row]
        var fixture = Self.good
        fixture.type = type
        fixture.say("aud", #""client""#)
        fixture.say("scp", nil)
        fixture.say(claim, scope.map { "\"\($0)\"" })
        let validator = try await fixture.validator(rules: rules)
        let api = AccessTokenRules(audiences: ["client"], scopeRule: .everyAppButItsOwn)
        let token = try #require(try fixture.token())
        guard isAccepted else {
            #expect(await refused { try await validator.caller(with: token, under: api) } == .notAnAccessToken)
            return
        }
        #expect(try await validator.caller(with: token, under: api).allows("Tasks.Write") == (scope == nil))
    }

    @Test(arguments: ["azp", "appid", "client_id"]) func `the client is named by`(_ claim: String) async throws {
        var fixture = Self.good
        fixture.say("azp", nil)
        fixture.say(claim, #""app""#)
        #expect(try await Self.judge(fixture).clientID == "app")
    }

    @Test func `one of several audiences is enough`() async throws {
        var fixture = Self.good
        fixture.say("aud", #"["other","api-id"]"#)
        fixture.say("scp", nil)
        fixture.say("scope", #""a""#)
        let token = try await Self.judge(fixture)
        #expect((token.id, token.scopes) == ("https://id.example 248289761001", ["a"]))
    }
}
