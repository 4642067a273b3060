// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPMessages
import HTTPTransport
import JSONWebSignatures
import OAuthMessages
import SignInProvider

@Suite struct UserInfoTests {
    struct Reply: Sendable {
        var status = 200
        var contentType: String? = "application/json;charset=UTF-8"
        var body = #"{"sub":"248289761001","name":"Jane Doe","email":"janedoe@example.com"}"#
        /// A signed response, in place of the body.
        var signed: TokenFixture?

        static var signed: Reply {
            var fixture = TokenFixture()
            for name in ["nonce", "exp", "iat", "nbf"] { fixture.say(name, nil) }
            return Reply(contentType: "application/jwt", signed: fixture)
        }
    }

    struct Spoiled: Sendable, CustomTestStringConvertible {
        let code: Refusal.Code
        let testDescription: String
        let reply: Reply

        init(_ code: Refusal.Code, _ description: String, _ reply: Reply = Reply(), _ spoil: (inout Reply) -> Void) {
            var reply = reply
            spoil(&reply)
            (self.code, testDescription, self.reply) = (code, description, reply)
        }
    }

    private static let identity = Identity(
        issuer: FakeProvider.issuer, subject: "o", claims: Claims(["sub": .string("248289761001")]))

    private static func judge(_ reply: Reply) async throws -> UserInfo {
        let fixture = reply.signed ?? TokenFixture()
        let body = try reply.signed.map { try $0.token()?.revealed ?? "" } ?? reply.body
        let response = try UserInfoResponse(
            status: reply.status, contentType: reply.contentType, body: Data(body.utf8))
        return try await fixture.validator().userInfo(response, of: identity, for: TokenFixture.clientID)
    }

    static let spoiled: [Spoiled] = ownRows + signedRows

    /// A signed response is validated like any signed token.
    private static let signedRows = IDTokenTests.signatureRows.map { row in
        Spoiled(row.code, "a signed one: \(row.testDescription)", .signed) { reply in
            guard var fixture = reply.signed else { return }
            row.spoil(&fixture)
            reply.signed = fixture
        }
    }

    private static let ownRows: [Spoiled] = [
        Spoiled(.userInfoMalformed, "it has no type") { $0.contentType = nil },
        Spoiled(.userInfoMalformed, "it is a page") { $0.contentType = "text/html" },
        Spoiled(.userInfoMalformed, "its type only begins like JSON") { $0.contentType = "application/json5" },
        Spoiled(.userInfoMalformed, "it is empty") { $0.body = "" },
        Spoiled(.userInfoMalformed, "it is a list") { $0.body = "[]" },
        Spoiled(.userInfoMalformed, "a claim stands there twice") { $0.body = #"{"sub":"248289761001","sub":"x"}"# },
        Spoiled(.userInfoMalformed, "it is longer than any") {
            $0.body += String(repeating: " ", count: 256 * 1024 + 1 - $0.body.utf8.count)
        },
        Spoiled(.claimMissing, "it does not say about whom it tells") { $0.body = #"{"name":"Jane Doe"}"# },
        Spoiled(.claimMissing, "sub is a number") { $0.body = #"{"sub":248289761001}"# },
        Spoiled(.claimMissing, "sub is empty") { $0.body = #"{"sub":""}"# },
        Spoiled(.subjectMismatch, "it tells about somebody else") { $0.body = #"{"sub":"248289761002"}"# },
        Spoiled(.subjectMismatch, "a signed one tells about somebody else", .signed) {
            $0.signed?.say("sub", #""248289761002""#)
        },
        Spoiled(.issuerMismatch, "a signed one was issued by somebody else", .signed) {
            $0.signed?.say("iss", #""https://evil.example""#)
        },
        Spoiled(.audienceMismatch, "a signed one is for another app", .signed) { $0.signed?.say("aud", #""other""#) },
        Spoiled(.expired, "a signed one has ended", .signed) { $0.signed?.say("exp", "1") },
        Spoiled(.notYetValid, "a signed one has not begun", .signed) {
            $0.signed?.say("exp", "\(TokenFixture.start + 900)")
            $0.signed?.say("nbf", "\(TokenFixture.start + 301)")
        },
        Spoiled(.issuedInFuture, "a signed one is from the future", .signed) {
            $0.signed?.say("exp", "\(TokenFixture.start + 900)")
            $0.signed?.say("iat", "\(TokenFixture.start + 301)")
        },
        Spoiled(.algorithmNotAllowed, "its algorithm was not announced", .signed) {
            $0.signed?.provider = FakeProvider(
                metadata: FakeProvider.metadata.replacing(
                    "{", with: #"{"userinfo_signing_alg_values_supported":["ES256"],"#))
        },
        Spoiled(.tokenMalformed, "JSON is said to be signed") { $0.contentType = "application/jwt" },
    ]

    @Test(arguments: spoiled) func `a UserInfo response is refused when`(_ row: Spoiled) async throws {
        #expect(await refused { try await Self.judge(row.reply) } == row.code)
    }

    @Test func `every code of the rules has a row`() throws {
        let rules = try SourceText.refusals(
            of: "Client/SignInProvider/UserInfo.swift", "Client/SignInProvider/Tokens/TimeRules.swift"
        ).subtracting([.userInfoUnsupported])
        #expect(Set(Self.spoiled.map(\.code)) == rules.union(try IDTokenTests.codesOfSignedTokens()))
    }

    @Test func `the longest UserInfo response is read`() async throws {
        var reply = Reply()
        reply.body += String(repeating: " ", count: 256 * 1024 - reply.body.utf8.count)
        #expect(try await Self.judge(reply).subject == "248289761001")
    }

    @Test(arguments: [Reply(), .signed, Reply(contentType: "Application/JSON")])
    func `a UserInfo response must be about the signed-in user`(_ reply: Reply) async throws {
        let info = try await Self.judge(reply)
        #expect((info.subject, info.claims.string("sub")) == ("248289761001", info.subject))
    }

    @Test(arguments: [401, 403, 302, 500]) func `another status is the provider's error`(_ status: Int) async throws {
        let error = await #expect(throws: ServerError.self) { try await Self.judge(Reply(status: status)) }
        #expect(error?.status == status)
    }
}

@Suite struct UserInfoEndpointTests {
    private static let identity = Identity(issuer: FakeProvider.issuer, subject: "s", claims: Claims([:]))

    @Test func `the token is in the Authorization field, and the response is validated`() async throws {
        let server = FakeProvider(
            metadata: FakeProvider.metadata.replacing("{", with: #"{"userinfo_endpoint":"https://id.example/me","#))
        let recorder = StubTransport { try await server.send($0, body: $1) }
        server.answer("/me", #"{"sub":"s","name":"Ana"}"#)
        server.answer("/me", with: [.contentType: "application/json"])
        let issuer = try #require(URL(string: FakeProvider.issuer))
        let provider = try await IdentityProvider.discover(ProviderDescription(issuer: issuer), over: recorder)
        let info = try await TokenValidator(provider).userInfo(
            of: Self.identity, for: "client", with: PresentableToken(Redacted("secret")), over: recorder)
        #expect(info.claims.string("name") == "Ana")
        #expect(recorder.requests.last?.method == .get && recorder.requests.last?.path == "/me")
        #expect(recorder.requests.last?.headerFields[.authorization] == "Bearer secret")
    }

    @Test func `a provider without the endpoint tells nothing`() async throws {
        let provider = try await FakeProvider().discovered(time: TimeSource { Date() })
        let refusal = await refused {
            try await TokenValidator(provider).userInfo(
                of: Self.identity, for: "client", with: PresentableToken(Redacted("secret")), over: FakeProvider())
        }
        #expect(refusal == .userInfoUnsupported)
    }
}
