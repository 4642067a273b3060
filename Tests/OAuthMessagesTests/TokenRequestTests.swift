// SPDX-License-Identifier: Apache-2.0
import Fixtures
import OAuthMessages

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

    @Test func `contains all parameters of the example in OpenID Connect Core`() throws {
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

@Suite struct ClientRequestTests {
    @Test func `a device code is asked for with these bytes`() throws {
        let request = TokenRequest(deviceCodeFor: Example.clientID, scopes: Example.scopes)
        #expect(request.form.revealed.encoded == "client_id=s6BhdRkqt3&scope=openid%20profile%20email")
    }

    @Test func `a device code is asked about with these bytes`() throws {
        let authorization = try DeviceAuthorization(status: 200, body: Data(DeviceAuthorizationTests.example.utf8))
        let request = TokenRequest(polling: authorization, clientID: Example.clientID, scopes: Example.scopes)
        #expect(
            request.form.revealed.encoded
                == "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Adevice_code"
                + "&device_code=GmRhmhcxhwAzkoEqiMEg_DnyEysNkuNhszIySk9eS&client_id=s6BhdRkqt3")
        #expect(!request.needsAccessToken, "only an identity is asked for")
    }

    @Test func `a client asks for itself with these bytes`() throws {
        let request = TokenRequest(asClient: Example.clientID, scopes: ["https://graph.example/.default"])
        #expect(
            request.form.revealed.encoded
                == "grant_type=client_credentials&client_id=s6BhdRkqt3"
                + "&scope=https%3A%2F%2Fgraph.example%2F.default")
    }

    @Test func `an access token is needed where a permission was asked for`() throws {
        let body = Data(#"{"id_token":"i","not_before":"1","expires_in":"3600","token_type":"Bearer"}"#.utf8)
        #expect(try TokenResponse(status: 200, body: body, needsAccessToken: false).accessToken == nil)
        #expect(refused { try TokenResponse(status: 200, body: body) } == .tokenResponseMalformed)
        let mac = Data(#"{"access_token":"a","token_type":"mac"}"#.utf8)
        #expect(refused { try TokenResponse(status: 200, body: mac, needsAccessToken: false) } == .tokenTypeUnsupported)
    }
}
