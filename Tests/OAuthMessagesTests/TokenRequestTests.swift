// SPDX-License-Identifier: Apache-2.0
import Foundation
import OAuthMessages
import Testing

@Suite struct TokenRequestTests {
    private func response() throws -> AuthorizationResponse {
        let url = try #require(URL(string: AuthorizationResponseTests.good))
        return try AuthorizationResponse(Redacted(url), answering: try Example.request())
    }

    @Test func `a code is redeemed with these bytes`() throws {
        let request = TokenRequest(redeeming: try response(), scopes: Example.scopes, includingScope: false)
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
        let request = TokenRequest(redeeming: try response(), scopes: Example.scopes, includingScope: false)
        #expect(request.form.revealed.encoded.hasPrefix(example))
    }

    @Test func `a refresh token is redeemed with these bytes`() throws {
        // RFC 6749 §6, with the client in the form
        let request = TokenRequest(
            refreshing: Redacted("tGzv3JOkF0XG5Qx2TlKWIA"), clientID: Example.clientID, scopes: ["a"],
            includingScope: false)
        #expect(
            request.form.revealed.encoded
                == "grant_type=refresh_token&refresh_token=tGzv3JOkF0XG5Qx2TlKWIA&client_id=s6BhdRkqt3")
    }

    @Test func `scopes follow where they are wanted`() throws {
        let refresh = TokenRequest(
            refreshing: Redacted("r"), clientID: Example.clientID, scopes: ["a", "b"], includingScope: true)
        #expect(
            refresh.form.revealed.encoded
                == "grant_type=refresh_token&refresh_token=r&client_id=s6BhdRkqt3&scope=a%20b")
        let code = TokenRequest(redeeming: try response(), scopes: ["openid", "User.Read"], includingScope: true)
        #expect(code.form.revealed.encoded.hasSuffix("&scope=openid%20User.Read"))
    }
}
