// SPDX-License-Identifier: Apache-2.0

import Fixtures

@testable import OAuthMessages

@Suite struct AuthorizationRequestTests {
    @Test func `the address is this text and no other`() throws {
        // Computed with openssl: printf %s AAAA… | openssl dgst -sha256 -binary | base64
        #expect(
            try Example.request().url.absoluteString
                == "https://server.example.com/authorize?client_id=s6BhdRkqt3&response_type=code"
                + "&redirect_uri=https%3A%2F%2Fclient.example.org%2Fcb&scope=openid%20profile%20email"
                + "&state=\(Example.zeros)&nonce=\(Example.zeros)"
                + "&code_challenge=DwBzhbb51LfusnSGBa_hqYSgo7-j8BTQnip4TOnlzRo&code_challenge_method=S256")
    }

    @Test func `contains all parameters of the example in OpenID Connect Core`() throws {
        // §3.1.2.1; the client chooses the state
        let example = try #require(
            URL(
                string:
                    "https://server.example.com/authorize?response_type=code&scope=openid%20profile%20email"
                    + "&client_id=s6BhdRkqt3&state=af0ifjsldkj&redirect_uri=https%3A%2F%2Fclient.example.org%2Fcb"
            ))
        let theirs = try #require(FormParameters(queryOf: example))
        let ours = try Example.request().parameters
        #expect(theirs.pairs.filter { $0.name != "state" }.allSatisfy(ours.pairs.contains))
    }

    @Test func `options are sent when they are set`() throws {
        let options = SignInOptions(prompt: .selectAccount, loginHint: "ana.silva+x@example.com")
        let url = try Example.request(options: options).url.absoluteString
        #expect(url.hasSuffix("&prompt=select_account&login_hint=ana.silva%2Bx%40example.com"))
    }

    @Test func `languages, an organization, and a new account are requested when they are set`() throws {
        let options = SignInOptions(prompt: .create, domainHint: "contoso.com", uiLocales: ["de-AT", "en"])
        let url = try Example.request(options: options).url.absoluteString
        #expect(url.hasSuffix("&prompt=create&domain_hint=contoso.com&ui_locales=de-AT%20en"))
    }

    @Test func `the required authentication context is sent when it is set`() throws {
        let options = SignInOptions(
            prompt: .nothing, maxAge: .milliseconds(60_900), acrValues: ["phr"],
            essentialACRValues: ["urn:mace:incommon:iap/gold", "phr"])
        let parameters = try Example.request(options: options, responseMode: .formPost).parameters
        #expect(
            parameters.pairs.suffix(5).map { "\($0.name)=\($0.value)" } == [
                "response_mode=form_post", "prompt=none", "max_age=60",
                "acr_values=phr urn:mace:incommon:iap/gold",
                #"claims={"id_token":{"acr":{"essential":true,"values":["urn:mace:incommon:iap/gold","phr"]}}}"#,
            ])
        #expect(try Example.request(options: SignInOptions(maxAge: .seconds(-1))).parameters["max_age"] == "0")
        let beyondCounting = Duration.seconds(Int64.max) + .seconds(Int64.max)
        #expect(
            try Example.request(options: SignInOptions(maxAge: beyondCounting)).parameters["max_age"] == "4294967295")
    }

    @Test func `parameters of the endpoint stay`() throws {
        let url = try Example.request(endpoint: "https://server.example.com/authorize?p=b2c_1_in").url
            .absoluteString
        #expect(url.hasPrefix("https://server.example.com/authorize?p=b2c_1_in&client_id=s6BhdRkqt3&"))
    }

    @Test func `state, nonce and verifier are three different values of 32 bytes`() throws {
        let counts = Mutex<[Int]>([])
        let endpoint = try #require(URL(string: "https://server.example.com/authorize"))
        let random = RandomSource { count in
            counts.withLock { $0.append(count) }
            return RandomSource.system.bytes(count)
        }
        let request = AuthorizationRequest(
            clientID: "c", scopes: [], endpoint: endpoint, issuer: "i", expectsIssuer: false,
            redirectURI: try #require(RedirectURI("http://localhost")), random: random)
        #expect(counts.withLock { $0 } == [32, 32, 32])
        #expect(Set([request.state, request.nonce, request.proofKey.verifier]).count == 3)
    }

    @Test func `a web app can keep it in a session`() throws {
        let request = try Example.request(
            options: SignInOptions(prompt: .login, maxAge: .seconds(1), essentialACRValues: ["a"]), responseMode: .query
        )
        let kept = try JSONDecoder().decode(AuthorizationRequest.self, from: JSONEncoder().encode(request))
        #expect((kept, kept.url) == (request, request.url))
    }
}

@Suite struct ProofKeyTests {
    /// RFC 7636 appendix B: the octets, the verifier and the challenge.
    static let octets: [UInt8] = [
        116, 24, 223, 180, 151, 153, 224, 37, 79, 250, 96, 125, 216, 173, 187, 186, 22, 212, 37, 77, 105, 214,
        191,
        240, 91, 88, 5, 88, 83, 132, 141, 121,
    ]
    static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"

    @Test func `the octets of the specification make its verifier and its challenge`() {
        let key = ProofKey(random: RandomSource { _ in Self.octets })
        #expect((key.verifier.revealed, key.challenge) == (Self.verifier, Self.challenge))
    }

    @Test func `a fresh key takes 32 bytes and is never the same`() {
        let keys = Set((0..<100).map { _ in ProofKey(random: .system).verifier.revealed })
        #expect(keys.count == 100)
        #expect(keys.allSatisfy { $0.utf8.count == 43 && ProofKey.isWellFormed($0) })
    }

    @Test(arguments: [verifier, String(repeating: "a", count: 128), String(repeating: "~", count: 43)])
    func `a verifier of the allowed form is taken`(_ text: String) {
        #expect(ProofKey(verifier: text)?.verifier.revealed == text)
    }

    @Test(arguments: [
        "", String(verifier.dropLast()), String(repeating: "a", count: 129), verifier + "=", verifier + "+",
        verifier + " ", verifier + "é", verifier.replacing("-", with: "/"),
    ])
    func `a verifier of another form is refused`(_ text: String) {
        #expect(ProofKey(verifier: text) == nil)
    }
}

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

    @Test(arguments: ["", "[]", "1", "\"a\"", "{", "e30=e30=", "!!!", "W10=", "{} {}"])
    func `other values are none`(_ value: String) {
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
        #expect(try JSONDecoder().decode(SignInOptions.self, from: JSONEncoder().encode(options)) == options)
        let old = try JSONDecoder().decode(
            SignInOptions.self, from: Data(#"{"uiLocales":[],"acrValues":[],"essentialACRValues":[]}"#.utf8))
        #expect(old == SignInOptions(), "a session of an older version is read")
    }
}
