// SPDX-License-Identifier: Apache-2.0
@testable import TenantFixtures

/// RFC 9728 at Entra ID: clients must be configured, and must use the API's own name.
@Suite struct ResourceParameterTests: SiteSuite {
    let site: Site

    private let graph = "https://graph.microsoft.com"

    @Test(arguments: [
        "https://graph.microsoft.com", "https://graph.microsoft.com/", "00000003-0000-0000-c000-000000000000",
    ])
    func `a resource that the scopes are for changes nothing`(_ resource: String) async throws {
        var browser = try await Browser.signedIn(at: site)
        let request = FormParameters.goodRequest.with("resource", resource)
        let answer = try await browser.get("/common/oauth2/v2.0/authorize?\(request.encoded)")
        let code = try #require(answer.carried["code"], "\(answer.text)")
        #expect(try await site.token(.redeeming(code).with("resource", resource)).status == .ok)
    }

    @Test func `a token request with another resource is refused`() async throws {
        var browser = try await Browser.signedIn(at: site)
        let answer = try await browser.get("/common/oauth2/v2.0/authorize?\(FormParameters.goodRequest.encoded)")
        let code = try #require(answer.carried["code"])
        let other = try await site.token(.redeeming(code).with("resource", "https://mcp.example"))
        #expect((other.errorNumber, other.errorCode) == (9_010_010, "invalid_target"))
    }

    @Test func `Entra ID has no registration, and its metadata name neither it nor PKCE`() async throws {
        let members = try await site.send(.get, "/common/v2.0/.well-known/openid-configuration").object()
        #expect((members["registration_endpoint"], members["client_id_metadata_document_supported"]) == (nil, nil))
        #expect(members["code_challenge_methods_supported"] == nil)
        #expect(members["issuer"]?.string?.contains("{tenantid}") == true)
        for path in ["/common/oauth2/v2.0/register", "/register"] {
            #expect(try await site.post(path, [:]).status == .notFound)
        }
        #expect(try await site.send(.get, "/.well-known/oauth-authorization-server/common/v2.0").status == .notFound)
    }
}
