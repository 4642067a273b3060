// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantAuthorization
@testable import TenantDirectory
@testable import TenantFixtures
@testable import TenantStandard

/// RFC 6749 §2.3, RFC 7523 §3.
@Suite struct StandardClientAuthenticationTests: SiteSuite {
    let site: Site

    private func assertion(
        _ claims: [String: JSONValue], _ json: String = SampleServiceKey.json
    ) throws -> FormParameters {
        let request: FormParameters = ["grant_type": "client_credentials", "scope": StandardSampleClient.apiScope]
        return try request.asserting(claims, with: json)
    }

    @Test(arguments: ["http://127.0.0.1:4400/op", "http://127.0.0.1:4400/op/token"])
    func `an assertion for issuer or token endpoint proves the client, once`(_ audience: String) async throws {
        var claims = SampleServiceKey.claims(site)
        claims["aud"] = .string(audience)
        let form = try assertion(claims)
        let tokens = try await site.post("/op/token", form).object()
        #expect(tokens["refresh_token"] == nil && tokens["id_token"] == nil)
        let access = try await site.standardClaims(of: tokens["access_token"]?.string).claims
        #expect(access["sub"] == .string(StandardSampleClient.serviceID))
        #expect(access["aud"] == .string(StandardSampleClient.apiURI))
        #expect(try await site.post("/op/token", form).errorCode == "invalid_client")
    }

    private func stranger() async throws -> (id: String, form: () throws -> FormParameters) {
        let key = try JSONWebPrivateKey.generate(on: .p256, keyIdentifier: "sample-service-key")
        let keys = String(decoding: key.publicKey.jsonData, as: UTF8.self)
        let json =
            #"{"redirect_uris":["https://a.example/"],"token_endpoint_auth_method":"private_key_jwt","jwks":{"keys":[\#(keys)]}}"#
        let id = try #require(try await site.register(json).object()["client_id"]?.string)
        return (
            id,
            {
                var claims = SampleServiceKey.claims(site)
                (claims["iss"], claims["sub"]) = (.string(id), .string(id))
                claims["jti"] = .string(UUID().uuidString)
                return try assertion(claims, String(decoding: key.privateJSONData, as: UTF8.self))
                    .with("grant_type", "authorization_code").with("code", "wrong").with("token", "x")
                    .with("redirect_uri", "https://a.example/")
            }
        )
    }

    private static let authenticated = [
        "/op/token", "/op/par", "/op/revoke", "/op/introspect", "/op/device_authorization",
    ]

    /// OpenID Connect Core §9: it is used once.
    @Test(arguments: authenticated)
    func `an assertion is used up, whatever else the request has`(_ path: String) async throws {
        let own = try assertion(SampleServiceKey.claims(site)).with("token", "x")
        for form in [own, try await stranger().form()] {
            #expect(try await site.post(path, form).errorCode != "invalid_client")
            for path in Self.authenticated {
                #expect(try await site.post(path, form).errorCode == "invalid_client", "\(path)")
            }
        }
    }

    @Test func `assertions of a stranger take room from its own alone, which ends with the client`() async throws {
        let (one, other) = (try await stranger(), try await stranger())
        let id = one.id
        func count() async throws -> Int? {
            try await site.platform.context.database.read {
                try Int.fetchOne(
                    $0, sql: "SELECT count(*) FROM standardUsedIdentifier WHERE clientID = ?", arguments: [id])
            }
        }
        let end = site.clock.now + 3600
        for number in 1..<500 {
            #expect(try await site.platform.standardProvider.usedIdentifiers.take("\(number)", of: id, until: end))
        }
        #expect(try await site.post("/op/introspect", one.form()).status == .ok)
        let refused = try await site.post("/op/introspect", one.form())
        #expect(refused.status == .serviceUnavailable && refused.errorCode == "temporarily_unavailable")
        #expect(try await site.post("/op/introspect", other.form()).status == .ok)
        #expect(try await count() == 500)
        try await site.platform.context.database.write { database in
            _ = try StandardClient.fetchOne(database, key: id)?.delete(database)
        }
        #expect(try await count() == 0)
        #expect(try await site.post("/op/introspect", other.form()).status == .ok)
    }

    static let changes: [(String, JSONValue?)] = [
        ("iss", .string("other")), ("iss", nil), ("sub", .string(StandardSampleClient.webID)), ("sub", nil),
        ("aud", .string("https://other.example")), ("aud", nil), ("jti", nil), ("jti", .string("")), ("exp", nil),
        ("exp", .integer(1_767_225_600)), ("exp", .integer(1_767_225_600 + 3601)),
        ("nbf", .integer(1_767_225_600 + 61)), ("iat", .integer(1_767_225_600 + 61)), ("exp", .string("soon")),
        ("jti", .string(String(repeating: "j", count: 257))),
    ]

    @Test(
        arguments: [
            ("exp", .integer(1_767_225_600 + 1)), ("exp", .integer(1_767_225_600 + 3600)),
            ("nbf", .integer(1_767_225_600 + 60)), ("iat", .integer(1_767_225_600 + 60)),
            ("jti", .string(String(repeating: "j", count: 256))),
        ] as [(String, JSONValue)])
    func `an assertion proves the client up to its limits`(_ name: String, _ value: JSONValue) async throws {
        var claims = SampleServiceKey.claims(site)
        claims[name] = value
        #expect(try await site.post("/op/token", try assertion(claims)).object()["access_token"] != nil)
    }

    @Test(arguments: changes)
    func `an assertion with something else in it proves nothing`(_ name: String, _ value: JSONValue?) async throws {
        var claims = SampleServiceKey.claims(site)
        claims[name] = value
        let answer = try await site.post("/op/token", try assertion(claims))
        #expect((answer.status, answer.errorCode) == (.unauthorized, "invalid_client"))
    }

    @Test func `an assertion proves the client that the form names, and no other`() async throws {
        for (id, error) in [(StandardSampleClient.webID, "invalid_client"), (StandardSampleClient.serviceID, nil)] {
            let form = try assertion(SampleServiceKey.claims(site)).with("client_id", id)
            #expect(try await site.post("/op/token", form).errorCode == error)
        }
    }

    @Test func `an assertion by another key proves nothing`() async throws {
        let other = try JSONWebPrivateKey.generate(on: .p256, keyIdentifier: "sample-service-key")
        let json = String(decoding: other.privateJSONData, as: UTF8.self)
        let answer = try await site.post("/op/token", try assertion(SampleServiceKey.claims(site), json))
        #expect(answer.errorCode == "invalid_client")
    }

    @Test func `the secret may stand in the field or in the form, and not in both`() async throws {
        let basic = Data("\(StandardSampleClient.apiID):\(StandardSampleClient.apiSecret)".utf8).base64EncodedString()
        let fields: HTTPFields = [.authorization: "Basic \(basic)"]
        let both = FormParameters.asking("x")
        let alone: FormParameters = ["token": "x"]
        #expect(try await site.post("/op/introspect", alone, fields: fields).status == .ok)
        #expect(try await site.post("/op/introspect", both).status == .ok)
        // An empty parameter is an omitted one. RFC 6749 §3.2
        let empty = alone.with("client_id", "").with("client_secret", "")
        #expect(try await site.post("/op/introspect", empty, fields: fields).status == .ok)
        #expect(try await site.post("/op/introspect", both, fields: fields).errorCode == "invalid_request")
        let wrong: HTTPFields = [.authorization: "Basic \(Data("a:b".utf8).base64EncodedString())"]
        let answer = try await site.post("/op/introspect", alone, fields: wrong)
        #expect(answer.status == .unauthorized && answer.fields[.wwwAuthenticate]?.hasPrefix("Basic ") == true)
        let unreadable = try await site.post("/op/introspect", alone, fields: [.authorization: "Basic ?"])
        #expect(unreadable.errorCode == "invalid_client")
    }

    @Test func `a client asks for itself only what it registered`() async throws {
        for scope in ["openid", "fly", "\"", " "] {
            let form = try assertion(SampleServiceKey.claims(site)).with("scope", scope)
            #expect(try await site.post("/op/token", form).errorCode == "invalid_scope")
        }
    }
}
