// SPDX-License-Identifier: Apache-2.0
import Foundation
import OAuthMessages
import Synchronization
import Testing

@Suite struct AuthorizationRequestTests {
    @Test func `the address is this text and no other`() throws {
        // The challenge was computed with openssl: printf %s AAAA… | openssl dgst -sha256 -binary | base64
        #expect(
            try Example.request().url.absoluteString
                == "https://server.example.com/authorize?client_id=s6BhdRkqt3&response_type=code"
                + "&redirect_uri=https%3A%2F%2Fclient.example.org%2Fcb&scope=openid%20profile%20email"
                + "&state=\(Example.zeros)&nonce=\(Example.zeros)"
                + "&code_challenge=DwBzhbb51LfusnSGBa_hqYSgo7-j8BTQnip4TOnlzRo&code_challenge_method=S256")
    }

    @Test func `it says all that the example of OpenID Connect Core says`() throws {
        // §3.1.2.1; the state is a value of the client's own
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

    @Test func `languages, an organization and a new account are asked for when they are set`() throws {
        let options = SignInOptions(prompt: .create, domainHint: "contoso.com", uiLocales: ["de-AT", "en"])
        let url = try Example.request(options: options).url.absoluteString
        #expect(url.hasSuffix("&prompt=create&domain_hint=contoso.com&ui_locales=de-AT%20en"))
    }

    @Test func `what the sign-in must be worth is sent when it is set`() throws {
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
        #expect(kept == request)
        #expect(kept.url == request.url)
    }
}
