// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPMessages
import HTTPTransport
import SignIn

@Suite struct ChallengeAnswerTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let status: Int
        let fields: [String]
        let answer: ChallengeAnswer?
        var testDescription: String { "\(status) \(fields)" }

        init(_ status: Int, _ fields: String..., answer: ChallengeAnswer?) {
            (self.status, self.fields, self.answer) = (status, fields, answer)
        }
    }

    private static func claims(_ json: String) -> ChallengeAnswer {
        ClaimsRequest(json: json).map(ChallengeAnswer.claims) ?? .giveUp("no claims")
    }

    private static let nbf = #"{"access_token":{"nbf":{"essential":true,"value":"1604106651"}}}"#
    private static let nbfInBase64 = Data(nbf.utf8).base64EncodedString()

    private static let rows = [
        Row(200, #"Bearer error="insufficient_claims""#, answer: nil), Row(400, "Bearer", answer: nil),
        Row(407, "Bearer", answer: nil),
        Row(401, answer: .refresh), Row(401, "Negotiate", answer: .refresh), Row(401, "???", answer: .refresh),
        Row(401, "Bearer", answer: .refresh), Row(401, #"Bearer error="invalid_token""#, answer: .refresh),
        Row(403, answer: nil), Row(403, "Bearer", answer: nil), Row(403, #"Bearer error="invalid_token""#, answer: nil),
        // Microsoft's APIs, in each form that was seen
        Row(401, #"Bearer realm="", error="insufficient_claims", claims="\#(nbfInBase64)""#, answer: claims(nbf)),
        Row(401, #"Bearer error="invalid_token", claims="\#(nbfInBase64)""#, answer: claims(nbf)),
        Row(401, #"bearer Claims="\#(nbfInBase64)""#, answer: claims(nbf)),
        Row(
            403, #"Bearer error="insufficient_claims", claims="eyJpZF90b2tlbiI6eyJhIjpudWxsfX0""#,
            answer: claims(#"{"id_token":{"a":null}}"#)),
        Row(401, #"Bearer claims="{\"id_token\":{\"a\":null}}""#, answer: claims(#"{"id_token":{"a":null}}"#)),
        // In the URL alphabet: ~ and ? give - and _
        Row(401, #"Bearer claims="eyJ-fj8_Pz8iOiI_Pz8_In0""#, answer: claims(#"{"~~????":"????"}"#)),
        // RFC 9470 §3
        Row(
            401, #"Bearer error="insufficient_user_authentication", acr_values="gold  silver", max_age="5""#,
            answer: .authenticateAgain(acrValues: ["gold", "silver"], maxAge: .seconds(5))),
        Row(
            401, #"Bearer error="insufficient_user_authentication", max_age=0"#,
            answer: .authenticateAgain(acrValues: [], maxAge: .zero)),
        Row(
            401, #"Bearer error="insufficient_user_authentication", acr_values="a", max_age=-1"#,
            answer: .authenticateAgain(acrValues: ["a"], maxAge: nil)),
        // RFC 6750 §3.1
        Row(403, #"Bearer error="insufficient_scope", scope="a b""#, answer: .consent(["a", "b"])),
        Row(401, #"Bearer error="insufficient_scope", scope="a""#, answer: .consent(["a"])),
        // The most specific challenge of several, and none from another scheme's text
        Row(401, "Bearer", #"Bearer error="insufficient_scope", scope="a""#, answer: .consent(["a"])),
        Row(
            401, #"Bearer error="insufficient_claims""#, #"Bearer error="insufficient_scope", scope="a""#,
            answer: .consent(["a"])),
        Row(401, #"Basic realm="Bearer error=\"insufficient_scope\", scope=\"a\"""#, answer: .refresh),
        Row(401, #"DPoP error="insufficient_scope", scope="a""#, answer: .consent(["a"])),
        Row(401, #"DPoP error="invalid_token", algs="ES256""#, answer: .refresh),
        Row(401, #"Digest error="insufficient_scope", scope="a""#, answer: .refresh),
    ]

    @Test(arguments: rows) func `a refusal has an answer`(_ row: Row) {
        #expect(ChallengeAnswer(to: Self.response(row.status, row.fields)) == row.answer)
    }

    @Test(arguments: [
        #"Bearer error="insufficient_claims""#, #"Bearer claims="""#, #"Bearer claims="e30=e30=""#,
        #"Bearer claims="W10=""#, #"Bearer claims="Ww==""#,
        #"Bearer claims="\#(String(repeating: "A", count: 30_000))""#,
        #"Bearer error="insufficient_user_authentication""#, #"Bearer error="insufficient_scope", scope=" ""#,
    ]) func `a demand that cannot be read is given up, with a reason`(_ field: String) throws {
        for status in [401, 403] {
            guard case .giveUp(let reason)? = ChallengeAnswer(to: Self.response(status, [field])) else {
                Issue.record("\(field) is answered")
                continue
            }
            #expect(reason.contains("the API"))
        }
    }

    private static func response(_ status: Int, _ fields: [String]) -> TransportResponse {
        var head = HTTPResponse(status: HTTPResponse.Status(code: status))
        head.headerFields[values: .wwwAuthenticate] = fields
        return TransportResponse(head: head, body: Data())
    }
}
