// SPDX-License-Identifier: Apache-2.0
import Fixtures
import OAuthMessages
import SignInProvider

/// The ID token of OpenID Connect Core §3.1.3.3, and its key from appendix A.7.
@Suite struct OpenIDExampleTests {
    static let idToken =
        "eyJhbGciOiJSUzI1NiIsImtpZCI6IjFlOWdkazcifQ.ewogImlzcyI6ICJodHRwOi8vc2VydmVyLmV4YW1wbGUuY29tIiwKICJzdWIiOiAiMjQ4Mjg5"
        + "NzYxMDAxIiwKICJhdWQiOiAiczZCaGRSa3F0MyIsCiAibm9uY2UiOiAibi0wUzZfV3pBMk1qIiwKICJleHAiOiAxMzExMjgxOTcwLAogImlhdCI6"
        + "IDEzMTEyODA5NzAKfQ.ggW8hZ1EuVLuxNuuIJKX_V8a_OMXzR0EHR9R6jgdqrOOF4daGU96Sr_P6qJp6IcmD3HP99Obi1PRs-cwh3LO-p146waJ8I"
        + "hehcwL7F09JdijmBqkvPeB2T9CJNqeGpe-gccMg4vfKjkM8FcGvnzZUN4_KSP0aAp1tOJ1zZwgjxqGByKHiOtX7TpdQyHE5lcMiKPXfEIQILVq0pc"
        + "_E2DzL7emopWoaoZTF_m0_N0YzFC6g6EJbOEoRoSK5hoDalrcvRYLSrQAZZKflyuVCyixEoV9GfNQC3_osjzw2PAithfubEEBLuVVk4XUVrWOLrLl"
        + "0nx7RkKU8NXNHq-rvKMzqg"

    static let keySet = """
        {"keys":[{"kty":"RSA","kid":"1e9gdk7","n":"w7Zdfmece8iaB0kiTY8pCtiBtzbptJmP28nSWwtdjRu0f2GFpajvWE4VhfJA\
        jEsOcwYzay7XGN0b-X84BfC8hmCTOj2b2eHT7NsZegFPKRUQzJ9wW8ipn_aDJWMGDuB1XyqT1E7DYqjUCEOD1b4FLpy_xPn6oV_TYOfQ9fZdbE5H\
        GxJUzekuGcOKqOQ8M7wfYHhHHLxGpQVgL0apWuP2gDDOdTtpuld4D2LK1MZK99s9gaSjRHE8JDb1Z4IGhEcEyzkxswVdPndUWzfvWBBWXWxtSUvQ\
        GBRkuy1BHOa4sP6FKjWEeeF7gm7UMs2Nm2QUgNZw6xvEDGaLk4KASdIxRQ","e":"AQAB"}]}
        """

    @Test func `the example is believed at its time, and not later`() async throws {
        let provider = FakeProvider()
        provider.answer("/keys", Self.keySet)
        // The document's issuer lacks https, so the metadata has another one, and the rule connects the two.
        let rule = IssuerRule(
            acceptsMetadata: { _, _ in true },
            acceptsToken: { issuer, _, _, _ in issuer == "http://server.example.com" })
        let clock = Clock()
        let time = TimeSource { clock.now }
        clock.advance(by: 1_311_281_000 - clock.now.timeIntervalSince1970)
        let discovered = try await provider.discovered(rules: ProviderRules(issuer: rule), time: time)
        let validator = TokenValidator(discovered, time: time)
        // Its nonce is fixed, and ours is random: these are the rules after a refresh, which compare none.
        let earlier = Identity(
            issuer: "http://server.example.com", subject: "248289761001", claims: Claims([:]))
        let tokens = try TokenResponse(
            status: 200, body: try JSONEncoder().encode(["id_token": Self.idToken]), needsAccessToken: false)
        let identity = try await validator.validateRefreshedIDToken(
            in: tokens, for: "s6BhdRkqt3", continuing: earlier, signedInWith: .unchecked)
        #expect(identity.subject == "248289761001")
        #expect(identity.claims["nonce"] == nil, "it has done its work")
        clock.advance(by: 970 + 300)
        let refusal = await refused {
            try await validator.validateRefreshedIDToken(
                in: tokens, for: "s6BhdRkqt3", continuing: earlier, signedInWith: .unchecked)
        }
        #expect(refusal == .expired)
    }
}
