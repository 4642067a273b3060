// SPDX-License-Identifier: Apache-2.0
import Foundation
import OAuthMessages
import SignInProvider
import Testing

@Suite struct ClaimsTests {
    @Test func `a claim prints as JSON`() throws {
        let json = #"{"a":[1,2.5,-7,true,null,"x\"\\é"],"b":{"c":1767225600,"d":1e-7},"e":"t"}"#
        let claim = JSONValue.object(try claims(json).values)
        #expect("\(claim)" == json)
        #expect("\(JSONValue.string("a"))" == #""a""# && "\(JSONValue.number("1e999"))" == "1e999")
        #expect("\(JSONValue.number("1e300"))" == "1e300")
        let digits = #"{"id":12345678901234567890}"#
        #expect("\(JSONValue.object(try claims(digits).values))" == digits)
    }

    private func claims(_ json: String) throws -> Claims { try Claims(payload: Array(json.utf8)) }

    @Test func `a claim is read as what it is, and as nothing else`() throws {
        let claims = try claims(
            #"{"s":"a","n":1.5,"t":"1","b":true,"l":["a","b"],"o":{"k":null},"z":null,"x":[1,"a"]}"#)
        #expect(claims.string("s") == "a")
        #expect(claims.string("n") == nil)
        #expect(claims.date("n") == Date(timeIntervalSince1970: 1.5))
        #expect(claims.date("t") == nil && claims.date("b") == nil)
        #expect(claims.strings("s") == ["a"] && claims.strings("l") == ["a", "b"])
        #expect(claims.strings("x").isEmpty && claims.strings("o").isEmpty && claims.strings("none").isEmpty)
        #expect(claims.has("z") && !claims.has("none"))
        #expect(claims["o"] == .object(["k": .null]))
    }

    @Test(arguments: [
        ("1000", 0), ("970", 30), ("1060", 0), ("1061", nil), ("0", 1000), ("1000000000000", nil), ("-1", nil),
        ("true", nil),
    ])
    func `a time in the future is of no age`(_ time: String, _ age: TimeInterval?) throws {
        let claims = try claims(#"{"auth_time":\#(time)}"#)
        let now = Date(timeIntervalSince1970: 1000)
        #expect(claims.age(of: "auth_time", at: now, tolerance: 60) == age)
        #expect(claims.age(of: "none", at: now, tolerance: 60) == nil)
    }

    @Test(arguments: [
        "", "[]", "null", #"{"a":1,"a":2}"#, #"{"o":{"a":1,"a":2}}"#, #"{"a":1}x"#, #"{"a":01}"#, "{'a':1}",
    ])
    func `what is not one object without repetition is refused`(_ json: String) {
        let refusal = #expect(throws: Refusal.self) { try claims(json) }
        #expect(refusal?.code == .tokenMalformed)
    }

    @Test func `storage keeps every kind of claim`() throws {
        let json =
            #"{"s":"\u0000李","n":-1.25,"i":1767225600,"b":false,"l":["a",[1]],"o":{"k":null},"z":null}"#
        let values = try claims(json).values
        let kept = try JSONDecoder().decode([String: JSONValue].self, from: JSONEncoder().encode(values))
        #expect(kept == values)
    }

    @Test func `a number that is too large is lost, and the rest is kept`() throws {
        let values = try claims(#"{"a":1e999,"b":1}"#).values
        let kept = try JSONDecoder().decode([String: JSONValue].self, from: JSONEncoder().encode(values))
        #expect(kept == ["a": .null, "b": .number("1")])
    }
}
