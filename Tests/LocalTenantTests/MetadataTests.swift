// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantDirectory
@testable import TenantFixtures

@Suite struct MetadataTests: SiteSuite {
    let site: Site

    private func metadata(_ tenant: String) async throws -> Answer {
        try await site.send(.get, "/\(tenant)/v2.0/.well-known/openid-configuration")
    }

    static let names = [
        Site.tenantID, Site.tenantID.uppercased(), Site.domain, Site.domain.uppercased(), "Aldervale.Example",
    ]

    @Test(arguments: names) func `a directory has one issuer under all its names`(_ name: String) async throws {
        let answer = try await metadata(name)
        let place = "http://127.0.0.1:4400/\(Site.tenantID)"
        let document = try answer.object()
        #expect(answer.status == .ok)
        #expect(document["issuer"]?.string == "\(place)/v2.0")
        #expect(document["authorization_endpoint"]?.string == "\(place)/oauth2/v2.0/authorize")
        #expect(document["token_endpoint"]?.string == "\(place)/oauth2/v2.0/token")
        #expect(document["jwks_uri"]?.string == "\(place)/discovery/v2.0/keys")
    }

    @Test(arguments: ["common", "organizations", "Common", "ORGANIZATIONS"])
    func `shared endpoints state a template as issuer`(_ name: String) async throws {
        let document = try await metadata(name).object()
        #expect(document["issuer"]?.string == "http://127.0.0.1:4400/{tenantid}/v2.0")
        #expect(document["token_endpoint"]?.string == "http://127.0.0.1:4400/\(name.lowercased())/oauth2/v2.0/token")
    }

    @Test(arguments: ["consumers", "Consumers", Tenant.consumersID])
    func `personal accounts have one issuer, with its id`(_ name: String) async throws {
        let document = try await metadata(name).object()
        #expect(document["issuer"]?.string == "http://127.0.0.1:4400/\(Tenant.consumersID)/v2.0")
    }

    /// The recording of 2021, in `wire.md` §1.1.
    static let members = [
        "token_endpoint", "token_endpoint_auth_methods_supported", "jwks_uri", "response_modes_supported",
        "subject_types_supported", "id_token_signing_alg_values_supported", "response_types_supported",
        "scopes_supported", "issuer", "request_uri_parameter_supported", "userinfo_endpoint", "authorization_endpoint",
        "device_authorization_endpoint", "http_logout_supported", "frontchannel_logout_supported",
        "end_session_endpoint", "claims_supported", "kerberos_endpoint", "tenant_region_scope", "cloud_instance_name",
        "cloud_graph_host_name", "msgraph_host", "rbac_url",
    ]

    @Test(arguments: ["v2.0/", ""])
    func `the members stand in the order of the recording`(_ version: String) async throws {
        let text = try await site.send(.get, "/\(Site.tenantID)/\(version).well-known/openid-configuration?appid=1")
            .text
        let names = text.matches(of: #/[{,]"([a-z_]+)":/#).map { String($0.1) }
        #expect(names == Self.members)
    }

    @Test func `the document says what the tenant can do`() async throws {
        let document = try await metadata(Site.tenantID).object()
        func strings(_ name: String) -> [String]? { document[name]?.array?.compactMap(\.string) }
        #expect(strings("response_types_supported") == ["code", "id_token", "code id_token", "id_token token"])
        #expect(strings("response_modes_supported") == ["query", "fragment", "form_post"])
        #expect(strings("subject_types_supported") == ["pairwise"])
        #expect(strings("id_token_signing_alg_values_supported") == ["RS256"])
        #expect(document["code_challenge_methods_supported"] == nil)
        #expect(
            strings("token_endpoint_auth_methods_supported")
                == ["client_secret_post", "private_key_jwt", "client_secret_basic"])
        let place = "http://127.0.0.1:4400/\(Site.tenantID)/oauth2/v2.0"
        #expect(document["device_authorization_endpoint"]?.string == "\(place)/devicecode")
        #expect(document["end_session_endpoint"]?.string == "\(place)/logout")
        #expect(document["userinfo_endpoint"]?.string == "http://127.0.0.1:4400/oidc/userinfo")
        #expect(document["tenant_region_scope"]?.string == "WW")
        #expect(try await metadata("common").object()["tenant_region_scope"] == .null)
    }

    @Test func `version 1 has another issuer, and keys of its own address`() async throws {
        let document = try await site.send(.get, "/\(Site.domain)/.well-known/openid-configuration").object()
        #expect(document["issuer"]?.string == "https://sts.windows.net/\(Site.tenantID)/")
        let keys = try #require(document["jwks_uri"]?.string?.replacing("http://127.0.0.1:4400", with: ""))
        #expect(keys == "/\(Site.tenantID)/discovery/keys")
        let (old, new) = (try await site.keys(keys), try await site.keys("/common/discovery/v2.0/keys"))
        #expect(old.map { $0["kid"] } == new.map { $0["kid"] } && old.map { $0["x5c"] } == new.map { $0["x5c"] })
        #expect(!old.isEmpty && old.allSatisfy { $0["issuer"] == nil })
        #expect(new.allSatisfy { $0["issuer"]?.string == "http://127.0.0.1:4400/{tenantid}/v2.0" })
    }

    @Test(arguments: [
        "/common/v2.0/.well-known/openid-configuration", "/common/.well-known/openid-configuration",
        "/common/discovery/v2.0/keys", "/aldervalecustomers.onmicrosoft.com/b2c_1_susi/discovery/v2.0/keys",
        "/aldervalecustomers.onmicrosoft.com/b2c_1_susi/v2.0/.well-known/openid-configuration",
    ])
    func `a page with additional fields can request it`(path: String) async throws {
        let answer = try await site.send(
            .options, path, fields: [.origin: "https://app.example", .accessControlRequestMethod: "GET"])
        #expect((answer.status, answer["Access-Control-Allow-Origin"]) == (.noContent, "*"))
        #expect(answer["Access-Control-Allow-Headers"] == "*")
    }

    @Test func `an error has the id that the request brought`() async throws {
        let id = "3e9d8c1a-5b7f-4a2c-9d10-6f8e7b5c4a32"
        let request = try #require(HTTPField.Name("client-request-id"))
        for path in ["/nobody.example/v2.0/.well-known/openid-configuration", "/common/oauth2/v2.0/token"] {
            let answer = try await site.send(.get, path, fields: [request: id])
            #expect(try answer.object()["correlation_id"]?.string == id, "\(path)")
        }
    }

    @Test(arguments: [
        ("https://login.test", "max-age=31536000; includeSubDomains"), ("https://localhost:4400", nil),
        ("https://127.0.0.1", nil), ("http://login.test", nil),
    ])
    func `browsers are held to https under public names only`(base: String, field: String?) async throws {
        let address = ServerAddress(port: 4400)
        let names = ServerNames(address, base: BaseURL(base))
        let site = try Site(
            platform: IdentityPlatform(
                TenantSettings(address: address, names: names, signingKey: try Site.signingKey.get())))
        #expect(try await site.send(.get, "/common/discovery/v2.0/keys")["Strict-Transport-Security"] == field)
    }

    @Test func `metadata and keys may be cached and read by other origins`() async throws {
        for answer in [try await metadata("common"), try await site.send(.get, "/common/discovery/v2.0/keys")] {
            #expect(answer["Content-Type"] == "application/json; charset=utf-8")
            #expect((answer["Cache-Control"], answer["Access-Control-Allow-Origin"]) == ("max-age=86400, private", "*"))
            #expect(answer["Access-Control-Allow-Methods"] == "GET, OPTIONS")
            #expect(answer["P3P"] == #"CP="DSP CUR OTPi IND OTRi ONL FIN""#)
            #expect(UUID(uuidString: answer["x-ms-request-id"] ?? "") != nil)
            #expect(answer["x-ms-ests-server"] != nil)
            #expect(answer["Strict-Transport-Security"] == nil, "this tenant speaks http")
            #expect(answer["X-Content-Type-Options"] == "nosniff")
        }
    }

    @Test(arguments: ["nobody.example", "00000000-0000-0000-0000-000000000000", "%22%3E%3Cscript%3E"])
    func `an unknown tenant is refused`(_ name: String) async throws {
        let answer = try await metadata(name)
        let error = try answer.object()
        #expect(answer.status == .badRequest)
        #expect((error["error"]?.string, error["error_codes"]?.array) == ("invalid_tenant", [.number("90002")]))
        #expect(error["error_description"]?.string?.hasPrefix("AADSTS90002: Tenant '") == true)
        #expect(try await site.send(.get, "/\(name)/discovery/v2.0/keys").status == .badRequest)
    }

    @Test func `the keys are public, without an algorithm, and the ones that tokens name`() async throws {
        let answer = try await site.send(.get, "/\(Site.tenantID)/discovery/v2.0/keys")
        let keys = try #require(try answer.object()["keys"]?.array)
        let key = try #require(keys.first?.object)
        #expect(keys.count == 1)
        #expect(Set(key.keys) == ["kty", "use", "kid", "n", "e", "x5t", "x5c", "issuer"])
        #expect(key.texts("kty", "use") == ["RSA", "sig"])
        let tokens = try await site.tokens()
        for name in ["id_token", "access_token"] {
            let token = try #require(tokens[name]?.string)
            #expect(try UnverifiedJWS(token, accepting: [.rs256]).header.keyIdentifier == key["kid"]?.string)
        }
    }
}

extension Site {
    fileprivate func keys(_ path: String) async throws -> [[String: JSONValue]] {
        try await send(.get, path).object()["keys"]?.array?.compactMap(\.object) ?? []
    }
}
