// SPDX-License-Identifier: Apache-2.0
@testable import TenantFixtures

/// The instance discovery of client libraries, with recorded responses.
@Suite struct InstanceDiscoveryTests: SiteSuite {
    let site: Site

    static let own = "http://127.0.0.1:4400/common/oauth2/v2.0/authorize"

    private func ask(_ parameters: FormParameters, at tenant: String = "common") async throws -> Answer {
        try await site.send(.get, "/\(tenant)/discovery/instance?\(parameters.encoded)")
    }

    static let known = [
        (own, "http://127.0.0.1:4400/common/v2.0/.well-known/openid-configuration"),
        (
            "http://localhost:4400/\(Site.tenantID)/oauth2/v2.0/authorize",
            "http://127.0.0.1:4400/\(Site.tenantID)/v2.0/.well-known/openid-configuration"
        ),
        (
            "http://127.0.0.1:4400/common/oauth2/authorize",
            "http://127.0.0.1:4400/common/.well-known/openid-configuration"
        ),
        (
            "https://login.microsoftonline.com/organizations/oauth2/v2.0/authorize",
            "https://login.microsoftonline.com/organizations/v2.0/.well-known/openid-configuration"
        ),
        ("https://sts.windows.net/t/", "https://sts.windows.net/t/.well-known/openid-configuration"),
    ]

    @Test(arguments: known) func `a known host has its metadata there`(_ place: String, metadata: String) async throws {
        let answer = try await ask(["api-version": "1.1", "authorization_endpoint": place])
        let body = try answer.object()
        #expect(answer.status == .ok)
        #expect(body.texts("tenant_discovery_endpoint", "api-version") == [metadata, "1.1"])
        let clouds = (body["metadata"]?.array ?? []).compactMap(\.object)
        #expect(clouds.first?["preferred_cache"]?.string == "login.windows.net")
        #expect(clouds.last?["aliases"]?.array?.contains(.string("127.0.0.1:4400")) == true)
        #expect((answer["Cache-Control"], answer["Access-Control-Allow-Origin"]) == ("max-age=86400, private", "*"))
    }

    @Test func `version 1.0 knows no aliases`() async throws {
        let body = try await ask(["api-version": "1.0", "authorization_endpoint": Self.own]).object()
        #expect(Set(body.keys) == ["tenant_discovery_endpoint"])
    }

    static let refused: [(FormParameters, Int, String, String)] = [
        (
            ["api-version": "1.1", "authorization_endpoint": "https://evil.example/common/oauth2/v2.0/authorize"],
            50049, "invalid_instance", "Unknown or invalid instance."
        ),
        (
            [
                "api-version": "1.1",
                "authorization_endpoint": "http://login.microsoftonline.com/common/oauth2/authorize",
            ],
            50050, "invalid_request", "The request is malformed: invalid format for 'authorization_endpoint' value."
        ),
        (["api-version": "1.1", "issuer": "%"], 50050, "invalid_request", "The request is malformed"),
        (["api-version": "9.9", "authorization_endpoint": own], 500_501, "invalid_request", "Invalid value for"),
        (["authorization_endpoint": own], 500_501, "invalid_request", "Invalid value for 'api-version'."),
        (["api-version": "1.1"], 500_502, "invalid_request", "Expected exactly one of 'issuer'"),
        (
            ["api-version": "1.1", "issuer": own, "authorization_endpoint": own], 500_502, "invalid_request",
            "Expected exactly one of 'issuer' and 'authorization_endpoint'."
        ),
    ]

    @Test(arguments: refused.indices) func `everything else is refused as captured`(_ index: Int) async throws {
        let (parameters, number, code, text) = Self.refused[index]
        let answer = try await ask(parameters)
        let body = try answer.object()
        #expect(answer.status == .badRequest)
        #expect((body["error"]?.string, body["error_codes"]?.array) == (code, [.number(String(number))]))
        #expect(body["error_description"]?.string?.hasPrefix("AADSTS\(number): \(text)") == true)
        #expect(body["error_uri"]?.string == "http://127.0.0.1:4400/error?code=\(number)")
        #expect(
            answer.text.matches(of: #/[{,]"([a-z_]+)":/#).map { String($0.1) } == [
                "error", "error_description", "error_codes", "timestamp", "trace_id", "correlation_id", "error_uri",
            ])
    }

    @Test func `only the shared address knows`() async throws {
        let answer = try await ask(["api-version": "1.1", "authorization_endpoint": Self.own], at: Site.tenantID)
        #expect(answer.status == .notFound)
    }

    @Test(arguments: [
        ("/common/userrealm/ana.silva@aldervale.example", "Managed"),
        ("/common/UserRealm/ana.silva%40Aldervale.Example", "Managed"),
        ("/common/userrealm/nobody@nowhere.example", "Unknown"), ("/common/userrealm/nobody", "Unknown"),
    ])
    func `a realm says whether passwords belong here`(_ path: String, type: String) async throws {
        let body = try await site.send(.get, "\(path)?api-version=1.0").object()
        #expect(body.texts("ver", "account_type") == ["1.0", type])
        #expect(body["domain_name"]?.string == (type == "Managed" ? "aldervale.example" : nil))
        #expect(body["cloud_audience_urn"]?.string == "urn:federation:MicrosoftOnline")
        #expect(try await site.send(.get, "/\(Site.tenantID)/userrealm/a@b").status == .notFound)
    }

    @Test func `UserInfo says what the token allows`() async throws {
        let token = try await site.graphToken("openid profile email User.Read")
        for method in [HTTPRequest.Method.get, .post] {
            let answer = try await site.send(method, "/oidc/userinfo", fields: [.authorization: "Bearer \(token)"])
            let info = try answer.object()
            #expect(info.texts("name", "given_name", "email") == ["Ana Silva", "Ana", "ana.silva@aldervale.example"])
            #expect(info["picture"]?.string == "http://127.0.0.1:4400/v1.0/me/photo/$value")
        }
        #expect(try await site.send(.get, "/oidc/userinfo").status == .unauthorized)
    }
}
