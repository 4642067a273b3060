// SPDX-License-Identifier: Apache-2.0
import HTTPTypes
import JOSE
import OAuth
import Testing

@testable import LocalTenant

@Suite struct MetadataTests {
    let site: Site

    init() throws { site = try Site() }

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
        #expect(
            document["token_endpoint"]?.string
                == "http://127.0.0.1:4400/\(name.lowercased())/oauth2/v2.0/token")
    }

    @Test(arguments: ["consumers", "Consumers", Tenant.consumersID])
    func `personal accounts have one issuer, with its id`(_ name: String) async throws {
        let document = try await metadata(name).object()
        #expect(document["issuer"]?.string == "http://127.0.0.1:4400/\(Tenant.consumersID)/v2.0")
    }

    @Test func `the document says what the tenant can do, and no more`() async throws {
        let document = try await metadata(Site.tenantID).object()
        #expect(document["response_types_supported"]?.array == [.string("code")])
        #expect(document["response_modes_supported"]?.array == [.string("query")])
        #expect(document["subject_types_supported"]?.array == [.string("pairwise")])
        #expect(document["id_token_signing_alg_values_supported"]?.array == [.string("RS256")])
        #expect(document["code_challenge_methods_supported"] == nil)
        let methods = document["token_endpoint_auth_methods_supported"]?.array
        #expect(methods == ["none", "client_secret_post", "client_secret_basic"].map(JSONValue.string))
        let place = "http://127.0.0.1:4400/\(Site.tenantID)/oauth2/v2.0"
        #expect(document["device_authorization_endpoint"]?.string == "\(place)/devicecode")
        #expect(document["end_session_endpoint"]?.string == "\(place)/logout")
    }

    @Test func `metadata and keys may be cached and read by other origins`() async throws {
        for answer in [
            try await metadata("common"), try await site.send(.get, "/common/discovery/v2.0/keys"),
        ] {
            #expect(answer["Content-Type"] == "application/json; charset=utf-8")
            #expect(answer["Cache-Control"] == "max-age=86400, private")
            #expect(answer["Access-Control-Allow-Origin"] == "*")
            #expect(answer["X-Content-Type-Options"] == "nosniff")
        }
    }

    @Test(arguments: [
        "nobody.example", "00000000-0000-0000-0000-000000000000", "%22%3E%3Cscript%3E",
        "aldervalecustomers.onmicrosoft.com",
    ])
    func `an unknown tenant is refused`(_ name: String) async throws {
        let answer = try await metadata(name)
        let error = try answer.object()
        #expect(answer.status == .badRequest)
        #expect(error["error"]?.string == "invalid_tenant")
        #expect(error["error_codes"]?.array == [.number("90002")])
        #expect(error["error_description"]?.string?.hasPrefix("AADSTS90002: Tenant '") == true)
        #expect(try await site.send(.get, "/\(name)/discovery/v2.0/keys").status == .badRequest)
    }

    @Test func `the keys are public, without an algorithm, and the ones that tokens name`() async throws {
        let answer = try await site.send(.get, "/\(Site.tenantID)/discovery/v2.0/keys")
        let keys = try #require(try answer.object()["keys"]?.array)
        let key = try #require(keys.first?.object)
        #expect(keys.count == 1)
        #expect(Set(key.keys) == ["kty", "use", "kid", "n", "e"])
        #expect(key["kty"]?.string == "RSA")
        #expect(key["use"]?.string == "sig")
        let tokens = try await site.tokens()
        for name in ["id_token", "access_token"] {
            let token = try #require(tokens[name]?.string)
            #expect(try UnverifiedJWS(token, accepting: [.rs256]).header.keyIdentifier == key["kid"]?.string)
        }
    }
}
