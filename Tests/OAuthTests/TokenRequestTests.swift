// SPDX-License-Identifier: Apache-2.0
import Foundation
import OAuth
import Testing

@Suite struct TokenRequestTests {
    private func response() throws -> AuthorizationResponse {
        let url = try #require(URL(string: AuthorizationResponseTests.good))
        return try AuthorizationResponse(url, answering: try Example.request())
    }

    @Test func `a code is redeemed with these bytes`() throws {
        let request = TokenRequest(redeeming: try response(), for: try Example.registration(), scopes: nil)
        #expect(
            request.form.revealed.encoded
                == "grant_type=authorization_code&code=SplxlOBeZQQYbYS6WxSbIA"
                + "&redirect_uri=https%3A%2F%2Fclient.example.org%2Fcb&client_id=s6BhdRkqt3&code_verifier=\(Example.zeros)"
        )
    }

    @Test func `it says all that the example of OpenID Connect Core says`() throws {
        // §3.1.3.1, which is RFC 6749 §4.1.3 with another client
        let example =
            "grant_type=authorization_code&code=SplxlOBeZQQYbYS6WxSbIA&redirect_uri=https%3A%2F%2Fclient.example.org%2Fcb"
        let request = TokenRequest(redeeming: try response(), for: try Example.registration(), scopes: nil)
        #expect(request.form.revealed.encoded.hasPrefix(example))
    }

    @Test func `a confidential client sends its secret, encoded`() throws {
        let registration = try Example.registration(secret: "a+b/c=&d")
        let request = TokenRequest(
            redeeming: try response(), for: registration, scopes: ["openid", "User.Read"])
        #expect(
            request.form.revealed.encoded.hasSuffix(
                "&scope=openid%20User.Read&client_secret=a%2Bb%2Fc%3D%26d"))
    }

    @Test func `a refresh token is redeemed with these bytes`() throws {
        // RFC 6749 §6, with the client in the form
        let request = TokenRequest(
            refreshing: Redacted("tGzv3JOkF0XG5Qx2TlKWIA"), for: try Example.registration(), scopes: nil)
        #expect(
            request.form.revealed.encoded
                == "grant_type=refresh_token&refresh_token=tGzv3JOkF0XG5Qx2TlKWIA&client_id=s6BhdRkqt3")
    }

    @Test func `scopes and secret follow where they are wanted`() throws {
        let request = TokenRequest(
            refreshing: Redacted("r"), for: try Example.registration(secret: "s"), scopes: ["a", "b"])
        #expect(
            request.form.revealed.encoded
                == "grant_type=refresh_token&refresh_token=r&client_id=s6BhdRkqt3&scope=a%20b&client_secret=s"
        )
    }
}
