// SPDX-License-Identifier: Apache-2.0
import Foundation
import OAuthMessages
import Testing

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
        let refusal = #expect(throws: Refusal.self) { try TokenResponse(status: 200, body: body) }
        #expect(refusal?.code == .tokenResponseMalformed)
        let mac = Data(#"{"access_token":"a","token_type":"mac"}"#.utf8)
        let other = #expect(throws: Refusal.self) {
            try TokenResponse(status: 200, body: mac, needsAccessToken: false)
        }
        #expect(other?.code == .tokenTypeUnsupported)
    }
}
