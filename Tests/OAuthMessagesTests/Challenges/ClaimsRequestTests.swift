// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@testable import OAuthMessages

@Suite struct ClaimsRequestTests {
    private static let json = #"{"access_token":{"nbf":{"essential":true,"value":"1"}}}"#

    @Test(arguments: [
        json, #" { "access_token" : { "nbf" : { "value" : "1", "essential" : true } } } "#,
        Data(json.utf8).base64EncodedString(),
        Data(json.utf8).base64EncodedString().trimmingCharacters(in: ["="]),
        Data(json.utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_"),
    ]) func `a challenge is read in each form`(_ value: String) {
        #expect(ClaimsRequest(challenge: value)?.json == Self.json)
    }

    @Test(arguments: ["", "[]", "1", "\"a\"", "{", "e30=e30=", "!!!", "W10=", "{} {}"]) func `other values are none`(
        _ value: String
    ) {
        #expect(ClaimsRequest(challenge: value) == nil && ClaimsRequest(json: value) == nil)
    }

    @Test func `a request has 16 KiB at most`() {
        let name = String(repeating: "a", count: 16_384 - #"{"":1}"#.utf8.count)
        #expect(ClaimsRequest(json: #"{"\#(name)":1}"#) != nil && ClaimsRequest(json: #"{"\#(name)a":1}"#) == nil)
        let encoded = { (json: String) in Data(json.utf8).base64EncodedString() }
        #expect(ClaimsRequest(challenge: encoded(#"{"\#(name)":1}"#)) != nil)
        #expect(ClaimsRequest(challenge: encoded(#"{"\#(name)a":1}"#)) == nil)
    }

    @Test func `two requests become one, claim by claim, and the second counts`() throws {
        let one = try #require(
            ClaimsRequest(json: #"{"access_token":{"nbf":{"value":"1"},"xms_cc":{"values":["cp1"]}},"userinfo":null}"#))
        let other = try #require(
            ClaimsRequest(json: #"{"access_token":{"nbf":{"value":"2"},"acrs":null},"id_token":{}}"#))
        #expect(
            one.merging(other).json
                == #"{"access_token":{"acrs":null,"nbf":{"value":"2"},"xms_cc":{"values":["cp1"]}},"id_token":{},"#
                + #""userinfo":null}"#)
        #expect(one.merging(nil) == one)
    }

    @Test func `the options of a sign-in send essential classes and claims as one parameter`() throws {
        var options = SignInOptions(essentialACRValues: ["gold"])
        options.claims = ClaimsRequest(json: Self.json)
        #expect(
            options.parameters.all("claims") == [
                #"{"access_token":{"nbf":{"essential":true,"value":"1"}},"id_token":{"acr":{"essential":true,"#
                    + #""values":["gold"]}}}"#
            ])
    }

    @Test func `additional parameters are sent, and never in place of the client's own`() throws {
        var options = SignInOptions(prompt: .login)
        options.additionalParameters = ["audience": "https://api.example", "prompt": "none", "state": "x", "a": "b"]
        #expect(options.parameters.encoded == "prompt=login&a=b&audience=https%3A%2F%2Fapi.example")
        #expect(options.reservedParameters == ["prompt", "state"])
        let decoded = try JSONDecoder().decode(SignInOptions.self, from: JSONEncoder().encode(options))
        #expect(decoded == options)
        let old = try JSONDecoder().decode(
            SignInOptions.self, from: Data(#"{"uiLocales":[],"acrValues":[],"essentialACRValues":[]}"#.utf8))
        #expect(old == SignInOptions(), "a session of an older version is read")
    }
}
