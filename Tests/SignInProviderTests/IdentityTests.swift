// SPDX-License-Identifier: Apache-2.0
import Fixtures
import OAuthMessages
import SignInProvider

@Suite struct IdentityTests {
    @Test(
        arguments: [
            ([:], nil, nil), (["name": "", "preferred_username": ""], nil, nil),
            (["name": "Ana", "preferred_username": "", "email": "a@x"], "Ana", "a@x"),
            (["preferred_username": "ana", "email": "a@x"], nil, "ana"), (["email": ""], nil, nil),
        ] as [([String: String], String?, String?)])
    func `an empty name is none`(_ claims: [String: String], _ name: String?, _ username: String?) {
        let identity = Identity(
            issuer: "https://id.example", subject: "u", claims: Claims(claims.mapValues(JSONValue.string)))
        #expect(identity.name == name && identity.username == username)
    }

    @Test func `a sign-in is unnamed only if it brought neither a subject nor claims`() {
        let issuer = "https://id.example"
        let (unnamed, name) = (Identity.unnamed(at: issuer), JSONValue.string("Ana"))
        #expect(unnamed.isUnnamed && unnamed.issuer == issuer)
        // A provider may also use the name "unnamed".
        #expect(!Identity(issuer: issuer, subject: unnamed.subject, claims: Claims(["name": name])).isUnnamed)
        #expect(!Identity(issuer: issuer, subject: "u-1", claims: Claims([:])).isUnnamed)
    }
}

/// Identities of providers without ID tokens.
@Suite struct ProfileEndpointTests {
    /// GitHub's documented response.
    static let example = #"{"login":"octocat","id":1,"name":"monalisa octocat","email":"octocat@github.com"}"#

    private func identity(_ body: String, status: Int = 200, subject: String = "id") throws -> Identity {
        let endpoint = try #require(URL(string: "https://api.github.com/user"))
        return try ProfileEndpoint(endpoint, subject: subject, username: "login")
            .identity(status: status, body: Data(body.utf8), issuer: "https://github.com")
    }

    @Test func `a person is known by the id, and shown by name`() throws {
        let identity = try identity(Self.example)
        #expect(identity.subject == "1" && identity.issuer == "https://github.com")
        #expect(identity.name == "monalisa octocat" && identity.username == "octocat")
    }

    @Test func `the name comes from the configured member`() throws {
        let endpoint = try #require(URL(string: "https://api.example/me"))
        let identity = try ProfileEndpoint(endpoint, subject: "id", name: "display")
            .identity(
                status: 200, body: Data(#"{"id":7,"display":"Ana","name":"ana"}"#.utf8), issuer: "https://api.example")
        #expect(identity.name == "Ana")
    }

    @Test(arguments: [#"{"id":"u-1"}"#, #"{"id":"u-1","name":null,"login":7}"#])
    func `an id alone is enough`(_ body: String) throws {
        #expect(try identity(body).subject == "u-1")
    }

    static let nameless = [
        "", "[]", "<html>", "{}", #"{"id":null}"#, #"{"id":""}"#, #"{"id":true}"#, #"{"id":[1]}"#, #"{"id":1.5}"#,
        #"{"id":9007199254740993}"#, #"{"id":-9223372036854775808}"#, #"{"id":1e300}"#, #"{"id":1,"id":2}"#,
        #"{"ID":1}"#,
        #"{"id":"\#(String(repeating: "x", count: 256))"}"#, #"{"x":"\#(String(repeating: "x", count: 300_000))"}"#,
    ]

    @Test(arguments: nameless) func `a profile that names no person is refused`(_ body: String) {
        #expect(refused { try identity(body) } == .profileMalformed)
    }

    @Test func `the rows are about every code of the judge`() throws {
        #expect(try SourceText.refusals(of: "Client/SignInProvider/OAuthProvider.swift") == [.profileMalformed])
    }

    @Test func `what the provider says no to is its own error`() {
        let error = #expect(throws: ServerError.self) { try identity(#"{"message":"Bad credentials"}"#, status: 401) }
        #expect(error?.status == 401)
    }
}

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
        #expect((claims.string("s"), claims.string("n")) == ("a", nil))
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
    func `rejects content that is not one object without duplicates`(_ json: String) {
        #expect(refused { try claims(json) } == .tokenMalformed)
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
