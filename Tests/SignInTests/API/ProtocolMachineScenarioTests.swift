// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPMessages
import HTTPTransport
import SignIn

/// The machine-to-machine scenarios of the Model Context Protocol's conformance suite, by name.
@Suite struct ProtocolMachineScenarioTests {
    private static func tokenRequest(
        authenticatingBy authentication: ClientAuthentication,
        _ source: (ClientGrants) -> any AccessTokenSource
    ) async throws -> LadderSite.Sent {
        let site = LadderSite()
        let api = try #require(URL(string: "\(LadderSite.api)/mcp"))
        var registration = ClientRegistration(
            name: "job", issuer: try #require(URL(string: LadderSite.first)), clientID: "job",
            authentication: authentication, redirectURI: try #require(RedirectURI("http://127.0.0.1/unused")),
            scopes: [], rules: .ofUnknownProvider)
        registration.resource = api.absoluteString
        let tokens = source(ClientGrants(registration, over: site))
        let transport = AuthorizedTransport(tokens, scopes: ["mcp:basic"], to: api, over: site)
        #expect(try await transport.send(HTTPRequest(url: api)).status == .ok)
        let sent = await site.all("\(LadderSite.first)/token")
        #expect(sent.count == 1)
        let request = try #require(sent.first)
        #expect((request.form["resource"], request.form["scope"]) == (api.absoluteString, "mcp:basic"))
        return request
    }

    @Test("auth/client-credentials-basic") func basic() async throws {
        let request = try await Self.tokenRequest(authenticatingBy: ClientAuthentication(secret: "s3cret", by: .basic))
        { $0.clientCredentials }
        #expect(request.form["grant_type"] == "client_credentials")
        #expect(request.fields[.authorization] == "Basic " + Data("job:s3cret".utf8).base64EncodedString())
    }

    @Test("auth/client-credentials-jwt") func privateKey() async throws {
        let key = try ClientKey(pem: SampleKeys.elliptic)
        let request = try await Self.tokenRequest(authenticatingBy: .privateKeyJWT(key)) { $0.clientCredentials }
        #expect(request.form["grant_type"] == "client_credentials")
        let type = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
        #expect(request.form["client_assertion_type"] == type)
        #expect(request.form["client_assertion"]?.split(separator: ".").count == 3)
        #expect(request.fields[.authorization] == nil)
    }

    @Test("auth/wif-jwt-bearer") func workloadIdentity() async throws {
        let request = try await Self.tokenRequest(authenticatingBy: .none) {
            $0.jwtBearer { Redacted("assertion of the platform") }
        }
        #expect(request.form["grant_type"] == "urn:ietf:params:oauth:grant-type:jwt-bearer")
        #expect(request.form["assertion"] == "assertion of the platform")
    }
}
