// SPDX-License-Identifier: Apache-2.0
import Fixtures
import OAuthMessages

@Suite struct TokenResponseTests {
    /// OpenID Connect Core §3.1.3.3; the line breaks of the document are taken out of the ID token.
    static let example = """
        {
         "access_token": "SlAV32hkKG",
         "token_type": "Bearer",
         "refresh_token": "8xLOxBtZp8",
         "expires_in": 3600,
         "id_token": "\(idToken)"
        }
        """
    static let idToken =
        "eyJhbGciOiJSUzI1NiIsImtpZCI6IjFlOWdkazcifQ.ewogImlzcyI6ICJodHRwOi8vc2VydmVyLmV4YW1wbGUuY29tIiwKICJzdWIiOiAiMjQ4Mjg5"
        + "NzYxMDAxIiwKICJhdWQiOiAiczZCaGRSa3F0MyIsCiAibm9uY2UiOiAibi0wUzZfV3pBMk1qIiwKICJleHAiOiAxMzExMjgxOTcwLAogImlhdCI6"
        + "IDEzMTEyODA5NzAKfQ.ggW8hZ1EuVLuxNuuIJKX_V8a_OMXzR0EHR9R6jgdqrOOF4daGU96Sr_P6qJp6IcmD3HP99Obi1PRs-cwh3LO-p146waJ8I"
        + "hehcwL7F09JdijmBqkvPeB2T9CJNqeGpe-gccMg4vfKjkM8FcGvnzZUN4_KSP0aAp1tOJ1zZwgjxqGByKHiOtX7TpdQyHE5lcMiKPXfEIQILVq0pc"
        + "_E2DzL7emopWoaoZTF_m0_N0YzFC6g6EJbOEoRoSK5hoDalrcvRYLSrQAZZKflyuVCyixEoV9GfNQC3_osjzw2PAithfubEEBLuVVk4XUVrWOLrLl"
        + "0nx7RkKU8NXNHq-rvKMzqg"

    @Test func `the example of OpenID Connect Core is read`() throws {
        let response = try TokenResponse(status: 200, body: Data(Self.example.utf8))
        #expect(response.accessToken?.revealed == "SlAV32hkKG")
        #expect((response.refreshToken?.revealed, response.idToken?.revealed) == ("8xLOxBtZp8", Self.idToken))
        #expect((response.expiresIn, response.scopes) == (.seconds(3600), nil))
    }

    /// What else providers send: a member of a good response, and what becomes of it.
    static let tolerated: [(String, Duration?)] = [
        (#""token_type":"bearer","expires_in":3599"#, .seconds(3599)),
        (#""token_type":"BEARER","expires_in":"3599""#, .seconds(3599)),
        (#""token_type":"Bearer","expires_in":3599.7"#, .seconds(3599)),
        (#""token_type":"Bearer","expires_in":0"#, .seconds(0)),
        (#""token_type":"Bearer","expires_in":null"#, nil),
        (#""token_type":"Bearer""#, nil),
        (#""token_type":"Bearer","scope":"a b","foci":"1","refresh_in":1,"ext_expires_in":3599"#, nil),
        (#""token_type":"Bearer","expires_in":31622399"#, .seconds(366 * 86_400 - 1)),
        (#""token_type":"Bearer","expires_in":31622401"#, .seconds(366 * 86_400)),
        (#""token_type":"Bearer","expires_in":1e300"#, .seconds(366 * 86_400)),
        // A lifetime that cannot be read is short, and costs nothing else.
        (#""token_type":"Bearer","expires_in":-1"#, .seconds(60)),
        (#""token_type":"Bearer","expires_in":"soon""#, .seconds(60)),
        (#""token_type":"Bearer","expires_in":"nan""#, .seconds(60)),
        (#""token_type":"Bearer","expires_in":"inf""#, .seconds(60)),
        (#""token_type":"Bearer","expires_in":true"#, .seconds(60)),
        (#""token_type":"Bearer","expires_in":{}"#, .seconds(60)),
        (#""token_type":"Bearer","expires_in":3599,"refresh_in":-1"#, .seconds(3599)),
        (#""token_type":"Bearer","refresh_token":"","id_token":"""#, nil),
        (#""token_type":"Bearer","error":"""#, nil),
        (#""token_type":"Bearer","expires_in":"","refresh_in":"","scope":"""#, nil),
        (#""token_type":"Bearer","expires_in":[],"scope":[]"#, nil),
    ]

    @Test(arguments: [#""""#, "[]", "null", "7"]) func `an empty scope is none`(_ scope: String) throws {
        let body = #"{"access_token":"a","token_type":"Bearer","scope":\#(scope)}"#
        #expect(try TokenResponse(status: 200, body: Data(body.utf8)).scopes == nil)
    }

    @Test(arguments: tolerated) func `a response is read that has`(_ members: String, _ lifetime: Duration?) throws {
        let response = try TokenResponse(status: 200, body: Data(#"{"access_token":"a",\#(members)}"#.utf8))
        #expect(response.expiresIn == lifetime)
        #expect(response.refreshToken == nil, "an empty token is none")
        #expect(response.idToken == nil)
    }

    static let spoiled: [(Refusal.Code, String)] = [
        (.tokenResponseMalformed, ""),
        (.tokenResponseMalformed, "<!DOCTYPE html><title>Sign in</title>"),
        (.tokenResponseMalformed, "[]"),
        (.tokenResponseMalformed, "{}"),
        (.tokenResponseMalformed, #"{"token_type":"Bearer"}"#),
        (.tokenResponseMalformed, #"{"access_token":"","token_type":"Bearer"}"#),
        (.tokenResponseMalformed, #"{"access_token":1,"token_type":"Bearer"}"#),
        (.tokenResponseMalformed, #"{"access_token":"a"}"#),
        (.tokenResponseMalformed, #"{"access_token":"a","token_type":"Bearer","id_token":{}}"#),
        (.tokenResponseMalformed, #"{"access_token":"a","token_type":"Bearer""#),
        (.tokenTypeUnsupported, #"{"access_token":"a","token_type":"DPoP"}"#),
        (.tokenResponseMalformed, #"{"access_token":"a","token_type":""}"#),
        (.tokenTypeUnsupported, #"{"access_token":"a","token_type":"Bearer "}"#),
    ]

    @Test(arguments: [
        (#"{"token_type":"Bearer"}"#, "lacks 'access_token'"), (#"{"access_token":"a"}"#, "lacks 'token_type'"),
        (#"{"access_token":"","token_type":"Bearer"}"#, "lacks 'access_token'"),
        (#"{"access_token":"a","token_type":""}"#, "lacks 'token_type'"),
        (#"{"access_token":1,"token_type":"Bearer"}"#, "an unusable 'access_token'"),
        (#"{"access_token":"a","token_type":"Bearer","id_token":{}}"#, "an unusable 'id_token'"),
        ("<html>", "is not the expected JSON"), ("[]", "is not the expected JSON"),
    ])
    func `the refusal names the member`(_ body: String, _ words: String) {
        let refusal = #expect(throws: Refusal.self) { try TokenResponse(status: 200, body: Data(body.utf8)) }
        #expect(refusal?.message.contains(words) == true, "\(refusal?.message ?? "")")
    }

    @Test func `a byte order mark is passed over`() throws {
        let body = Data("\u{FEFF}{\"access_token\":\"a\",\"token_type\":\"Bearer\"}".utf8)
        #expect(try TokenResponse(status: 200, body: body).accessToken?.revealed == "a")
    }

    @Test(arguments: spoiled) func `a response is refused that is`(_ code: Refusal.Code, _ body: String) {
        #expect(refused { try TokenResponse(status: 200, body: Data(body.utf8)) } == code)
    }

    @Test(arguments: [("DPoP", true), ("the token itself", false), (String(repeating: "x", count: 17), false)])
    func `of another type only a word is repeated`(_ type: String, _ isRepeated: Bool) {
        let body = Data(#"{"access_token":"a","token_type":"\#(type)"}"#.utf8)
        let refusal = #expect(throws: Refusal.self) { try TokenResponse(status: 200, body: body) }
        #expect(refusal?.message.contains(type) == isRepeated)
    }

    @Test(arguments: ["Bearer", "DPoP ", "MAC"])
    func `a token that is not bound is refused where it must be`(_ type: String) throws {
        let body = #"{"access_token":"a","refresh_token":"r","token_type":"\#(type)"}"#
        let refusal = #expect(throws: Refusal.self) {
            try TokenResponse(status: 200, body: Data(body.utf8), mustBeBound: true)
        }
        #expect(refusal?.code == .tokenNotBound && refusal?.cause == nil, "nothing is kept")
        let bound = body.replacing(#""token_type":"\#(type)""#, with: #""token_type":"dpop""#)
        #expect(try TokenResponse(status: 200, body: Data(bound.utf8), mustBeBound: true).accessToken?.revealed == "a")
    }

    /// The provider may have revoked the earlier refresh token: the new one must not be lost.
    @Test(arguments: [
        (#"{"access_token":"a","access_token":"b","token_type":"Bearer","refresh_token":"r"}"#, "r"),
        (#"{"access_token":"a","token_type":"Bearer","refresh_token":"r","x":"\ud83d"}"#, "r"),
        (#"{"token_type":"Bearer","refresh_token":"r"}"#, "r"), (#"{"refresh_token":""}"#, nil),
        (#"{"refresh_token":1}"#, nil), ("[]", nil),
    ])
    func `an unusable response keeps its refresh token`(_ body: String, _ token: String?) {
        let refusal = #expect(throws: Refusal.self) { try TokenResponse(status: 200, body: Data(body.utf8)) }
        #expect(refusal?.code == .tokenResponseMalformed)
        #expect((refusal?.cause as? TokenResponse.Salvaged)?.refreshToken.revealed == token)
    }

    @Test func `every code of the judge has a row`() throws {
        #expect(
            Set(Self.spoiled.map(\.0)).union([.tokenNotBound])
                == (try SourceText.refusals(of: "Ground/OAuthMessages/Token/TokenResponse.swift")))
    }

    @Test func `an error is an error also where it comes with 200 and beside a token`() {
        let body = Data(#"{"error":"invalid_grant","access_token":"a","token_type":"Bearer"}"#.utf8)
        let error = #expect(throws: ServerError.self) { try TokenResponse(status: 200, body: body) }
        #expect(error?.code == .invalidGrant)
    }

    @Test(arguments: [201, 302, 400, 401, 500]) func `another status is an error, whatever the content`(_ status: Int) {
        let error = #expect(throws: ServerError.self) {
            try TokenResponse(status: status, body: Data(Self.example.utf8))
        }
        #expect((error?.status, error?.code) == (status, .unspecified))
    }
}
