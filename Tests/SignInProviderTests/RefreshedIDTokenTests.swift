// SPDX-License-Identifier: Apache-2.0
import Fixtures
import OAuthMessages
import SignInProvider

@Suite struct RefreshedIDTokenTests {
    typealias Spoiled = IDTokenTests.Spoiled
    typealias Change = IDTokenTests.Change

    private static var good: TokenFixture {
        var fixture = TokenFixture()
        fixture.say("auth_time", "\(TokenFixture.start - 7200)")
        return fixture
    }

    /// Differences between the ID tokens of refresh and sign-in.
    static let changed: [Spoiled] = [
        Spoiled(.subjectMismatch, "it speaks of another person") { $0.say("sub", #""248289761002""#) },
        Spoiled(.subjectMismatch, "the person only looks the same") { $0.say("sub", #""\u212A""#) },
        Spoiled(.audienceMismatch, "it is for another app") { $0.say("aud", #""other""#) },
        Spoiled(.audienceMismatch, "it is for others besides") {
            $0.say("aud", #"["client","other"]"#)
            $0.say("azp", #""client""#)
        },
        Spoiled(.authorizedPartyMismatch, "it names us as the party, which it did not before") {
            $0.say("azp", #""client""#)
        },
        Spoiled(.idTokenOutdated, "it is older than that of the sign-in") {
            $0.say("iat", "\(TokenFixture.start - 301)")
        },
    ]

    /// Defects that a sign-in would refuse too.
    static let judged: [Spoiled] = [
        Spoiled(.issuerMismatch, "another provider issued it") { $0.say("iss", #""https://evil.example""#) },
        Spoiled(.expired, "it ended") { $0.age = 3900 },
        Spoiled(.idTokenMissing, "there is none") { $0.tampering = { _ in nil } },
        Spoiled(.nonceMismatch, "it names the nonce of another sign-in") { $0.say("nonce", #""n-0S6_WzA2Mj""#) },
        Spoiled(.nonceMismatch, "its nonce is empty") { $0.say("nonce", #""""#) },
        Spoiled(.nonceMismatch, "its nonce is no text") { $0.say("nonce", "7") },
        Spoiled(.accessTokenHashMismatch, "it is of another access token") { $0.say("at_hash", #""h""#) },
    ]

    @Test(arguments: changed + judged) func `a refreshed ID token is refused when`(_ row: Spoiled) async throws {
        var earlier = Self.good
        if row.testDescription.contains("looks") { earlier.say("sub", #""K""#) }
        var later = earlier
        later.say("nonce", nil)
        row.spoil(&later)
        let (spoiled, signedIn) = (later, try await earlier.identity())
        #expect(await refused { try await spoiled.identity(continuing: signedIn) } == row.code)
    }

    /// The nonce of the sign-in, that of the refreshed ID token, and whether it is believed. OpenID Connect Core §12.2
    static let nonces: [(signIn: String??, told: String?, isBelieved: Bool)] = [
        ("n", nil, true), ("n", "null", true), ("n", #""n""#, true), ("n", #""m""#, false), ("n", #""""#, false),
        ("n", #""n2""#, false), ("n", #"["n"]"#, false),
        (.some(nil), nil, true), (.some(nil), "null", true), (.some(nil), #""n""#, false), (.some(nil), #""""#, false),
        (.some(nil), "7", false),
        (.none, nil, true), (.none, #""n""#, true),
    ]

    @Test(arguments: nonces.indices)
    func `a refreshed ID token has the nonce of the sign-in or none`(_ row: Int) async throws {
        let (signIn, told, isBelieved) = Self.nonces[row]
        let rule = signIn.map { nonce in ExpectedNonce.ofSignIn(nonce.map { Redacted($0) }) } ?? .unchecked
        let earlier = try await Self.good.identity()
        var later = Self.good
        later.say("nonce", told)
        do {
            _ = try await later.identity(continuing: earlier, signedInWith: rule)
            #expect(isBelieved)
        } catch let refusal as Refusal {
            #expect(!isBelieved && refusal.code == .nonceMismatch)
        }
    }

    @Test(arguments: [("https://b.example", "o"), ("https://a.example", "O")])
    func `another issuer or subject does not continue an identity`(_ issuer: String, _ subject: String) throws {
        let identity = Identity(issuer: "https://a.example", subject: "o", claims: Claims([:]))
        try identity.checkContinued(by: identity)
        let other = Identity(issuer: issuer, subject: subject, claims: Claims([:]))
        #expect(refused { try identity.checkContinued(by: other) } == .subjectMismatch)
    }

    @Test func `every code of the comparison has a row`() throws {
        #expect(
            Set(Self.changed.map(\.code))
                == (try SourceText.refusals(of: "Client/SignInProvider/Tokens/Identity.swift")))
    }

    static let passing: [Change] = [
        Change("nothing has changed, and it repeats the nonce") { _ in },
        Change("it has no nonce") { $0.say("nonce", nil) },
        Change("its nonce is null") { $0.say("nonce", "null") },
        Change("another machine of the provider has a clock five minutes behind") {
            $0.say("iat", "\(TokenFixture.start - 300)")
        },
        Change("it was issued later") { $0.say("iat", "\(TokenFixture.start + 60)") },
        Change("aud is a list of one now") { $0.say("aud", #"["client"]"#) },
        Change("it does not repeat auth_time") { $0.say("auth_time", nil) },
        Change("it says that the person signed in again") {
            $0.say("auth_time", "\(TokenFixture.start)")
        },
        Change("the request had demanded a new sign-in") {
            $0.options = SignInOptions(maxAge: .zero)
        },
    ]

    @Test(arguments: passing) func `a refreshed ID token is believed when`(_ row: Change) async throws {
        let earlier = try await Self.good.identity()
        var later = Self.good
        row.make(&later)
        let refreshed = try await later.identity(continuing: earlier)
        #expect(refreshed.subject == earlier.subject)
        #expect(refreshed.claims["auth_time"] == earlier.claims["auth_time"], "nobody signs in at a refresh")
    }

    @Test(arguments: ["name", "preferred_username"])
    func `a refreshed ID token changes the name only if it has one`(claim: String) async throws {
        var earlier = Self.good
        earlier.say(claim, #""Ana""#)
        let signedIn = try await earlier.identity()
        #expect(try await Self.good.identity(continuing: signedIn).claims.string(claim) == "Ana")
        earlier.say(claim, #""Ana Maria""#)
        #expect(try await earlier.identity(continuing: signedIn).claims.string(claim) == "Ana Maria")
        var other = Self.good
        for claim in ["given_name", "email"] { other.say(claim, #""Ana""#) }
        let told = try await Self.good.identity(continuing: other.identity()).claims
        #expect(!told.has("given_name") && !told.has("email"), "other claims may go")
    }

    @Test(arguments: ["email", "phone_number"])
    func `another address of a user flow is not verified because the earlier one was`(_ claim: String) async throws {
        var signIn = Self.good
        signIn.say(claim, #""a""#)
        signIn.say("\(claim)_verified", "true")
        let verified = try await signIn.identity()
        #expect(try await verified.updated(by: Self.good.identity()).claims["\(claim)_verified"] == .boolean(true))
        var flow = Self.good
        flow.say(claim, #""b""#)
        let changed = try await verified.updated(by: flow.identity()).claims
        #expect(changed.string(claim) == "b" && !changed.has("\(claim)_verified"))
        flow.say("\(claim)_verified", "false")
        #expect(try await verified.updated(by: flow.identity()).claims["\(claim)_verified"] == .boolean(false))
    }
}
