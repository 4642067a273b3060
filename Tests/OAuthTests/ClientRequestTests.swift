// SPDX-License-Identifier: Apache-2.0
import Foundation
import OAuth
import Testing

@Suite struct ClientRequestTests {
    @Test func `a device code is asked for with these bytes`() throws {
        let request = TokenRequest(deviceCodeFor: try Example.registration())
        #expect(request.form.revealed.encoded == "client_id=s6BhdRkqt3&scope=openid%20profile%20email")
    }

    @Test func `a device code is asked about with these bytes`() throws {
        let authorization = try DeviceAuthorization(status: 200, body: Data(DeviceAuthorizationTests.example.utf8))
        let request = TokenRequest(polling: authorization, for: try Example.registration())
        #expect(
            request.form.revealed.encoded
                == "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Adevice_code"
                + "&device_code=GmRhmhcxhwAzkoEqiMEg_DnyEysNkuNhszIySk9eS&client_id=s6BhdRkqt3")
        #expect(!request.needsAccessToken, "only an identity is asked for")
    }

    @Test func `a client asks for itself with these bytes`() throws {
        let request = TokenRequest(
            asClient: try Example.registration(secret: "s"), scopes: ["https://graph.example/.default"])
        #expect(
            request.form.revealed.encoded
                == "grant_type=client_credentials&client_id=s6BhdRkqt3"
                + "&scope=https%3A%2F%2Fgraph.example%2F.default&client_secret=s")
        #expect(!request.formWithoutSecret.revealed.encoded.contains("client_secret"))
    }

    @Test func `a secret in HTTP Basic is encoded before it is encoded`() throws {
        // RFC 6749 §2.3.1: the parts are encoded like a form first, so that a colon in them parts nothing.
        let request = TokenRequest(asClient: try Example.registration(secret: "a:b c%"), scopes: ["x"])
        let credentials = try #require(request.basicCredentials?.revealed)
        let text = String(decoding: try #require(Data(base64Encoded: credentials)), as: UTF8.self)
        #expect(text == "s6BhdRkqt3:a%3Ab%20c%25")
        #expect(TokenRequest(asClient: try Example.registration(), scopes: ["x"]).basicCredentials == nil)
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
