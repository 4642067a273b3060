// SPDX-License-Identifier: Apache-2.0
@testable import TenantCustomers
@testable import TenantFixtures

@Suite struct UserFlowAddressTests: SiteSuite {
    let site: Site

    static let base = "http://127.0.0.1:4400"
    static let domain = Site.customersDomain

    static let shapes: [(String, UserFlowAddress.Shape, [String])] = [
        ("/d/B2C_1_susi/oauth2/v2.0/authorize", .path, ["B2C_1_susi"]),
        ("/d/oauth2/v2.0/authorize?p=B2C_1_susi", .query, ["B2C_1_susi"]),
        ("//d/oauth2/v2.0/authorize?p=x&p=y", .query, ["x", "y"]),
        ("/tfp/d/f/oauth2/v2.0/authorize", .trustFramework, ["f"]),
        ("/TE/d/f/OAuth2/v2.0/Authorize?p=g", .trustEngine, ["f", "g"]),
    ]

    @Test(arguments: shapes)
    func `accepts all URL forms`(_ text: String, shape: UserFlowAddress.Shape, names: [String]) throws {
        let parts = text.split(separator: "?", maxSplits: 1).map(String.init)
        let query = try #require(FormParameters(encoded: parts.count > 1 ? parts[1] : ""))
        let address = try #require(UserFlowAddress(path: parts[0], query: query))
        #expect((address.shape, address.directory, address.endpoint) == (shape, "d", .authorize))
        #expect(address.flowNames == names)
    }

    @Test(arguments: [
        "/", "/oauth2/v2.0/authorize", "/d/f/g/oauth2/v2.0/authorize", "/tfp/d/oauth2/v2.0/authorize",
        "/d/f/oauth2/v2.0", "/tfp/oauth2/v2.0/token", "/v1.0/users", "/d/oauth2/v2.0/authorize",
    ])
    func `other addresses are left alone`(_ path: String) {
        #expect(UserFlowAddress(path: path, query: FormParameters()) == nil)
    }

    /// Where the metadata stand, what they call the directory's other addresses, and the issuer.
    static let places: [(String, @Sendable (String) -> String, String)] = [
        (
            "/\(domain)/B2C_1_SUSI/v2.0/.well-known/openid-configuration",
            { "\(base)/\(domain)/b2c_1_susi/\($0)" }, "\(base)/\(Site.customersID)/v2.0/"
        ),
        (
            "/\(Site.customersID)/v2.0/.well-known/openid-configuration?p=B2C_1_Susi",
            { "\(base)/\(Site.customersID)/\($0)?p=b2c_1_susi" }, "\(base)/\(Site.customersID)/v2.0/"
        ),
        (
            "/tfp/\(domain.uppercased())/b2c_1_susi/v2.0/.well-known/openid-configuration",
            { "\(base)/tfp/\(domain)/b2c_1_susi/\($0)" },
            "\(base)/tfp/\(Site.customersID)/b2c_1_susi/v2.0/"
        ),
        (
            "/te/\(domain)/b2c_1_susi/v2.0/.well-known/openid-configuration",
            { "\(base)/te/\(domain)/b2c_1_susi/\($0)" }, "\(base)/\(Site.customersID)/v2.0/"
        ),
    ]

    @Test(arguments: places.indices)
    func `metadata name the other addresses in the shape that was asked for`(_ index: Int) async throws {
        let (path, place, issuer) = Self.places[index]
        let answer = try await site.send(.get, path)
        #expect((answer.status, answer["Access-Control-Allow-Origin"]) == (.ok, "*"))
        let document = try answer.object()
        #expect(document.texts("issuer", "authorization_endpoint") == [issuer, place("oauth2/v2.0/authorize")])
        #expect(document["token_endpoint"]?.string == place("oauth2/v2.0/token"))
        #expect(document["end_session_endpoint"]?.string == place("oauth2/v2.0/logout"))
        #expect(document["jwks_uri"]?.string == place("discovery/v2.0/keys"))
        #expect(document["claims_supported"]?.array?.contains(.string("tfp")) == true)
        let keys = try #require(document["jwks_uri"]?.string?.dropFirst(Self.base.count))
        let key = try #require(try await site.send(.get, String(keys)).object()["keys"]?.array?.first?.object)
        #expect(Set(key.keys) == ["kty", "use", "kid", "n", "e", "nbf"])
    }

    @Test(arguments: places.indices)
    func `tokens name the issuer of the address that gave them`(_ index: Int) async throws {
        let document = try await site.send(.get, Self.places[index].0).object()
        let endpoint = try #require(document["token_endpoint"]?.string?.dropFirst(Self.base.count))
        let tokens = try await site.post(String(endpoint), .flowRedeeming(try await site.flowCode())).object()
        for name in ["id_token", "access_token"] {
            #expect(try await site.flowClaims(of: tokens[name])["iss"] == document["issuer"])
        }
    }

    static let unknown = [
        ("/\(domain)/B2C_1_nobody/v2.0/.well-known/openid-configuration", HTTPResponse.Status.notFound, "AADB2C90066"),
        ("/\(domain)/v2.0/.well-known/openid-configuration?p=", .notFound, "AADB2C90066"),
        ("/\(domain)/v2.0/.well-known/openid-configuration?p=B2C_1_susi&p=B2C_1_reset", .badRequest, "AADB2C90122"),
        ("/\(domain)/oauth2/v2.0/authorize?p=b2c_1_\u{131}", .notFound, "AADB2C90066"),
        ("/nobody.example/B2C_1_susi/discovery/v2.0/keys", .badRequest, "AADSTS90002"),
        ("/tfp/nobody.example/B2C_1_susi/oauth2/v2.0/authorize", .badRequest, "AADSTS90002"),
        ("/\(Site.domain)/B2C_1_susi/oauth2/v2.0/authorize", .badRequest, "AADSTS90002"),
    ]

    @Test(arguments: unknown)
    func `errors name the missing part`(_ path: String, status: HTTPResponse.Status, code: String) async throws {
        let answer = try await site.send(.get, path)
        #expect(answer.status == status)
        #expect(answer.text.contains(code), "\(answer.text)")
    }

    @Test func `the flow stands in query and body, once or twice, but only one`() async throws {
        let token = "/\(Self.domain)/oauth2/v2.0/token"
        for (query, body) in [("?p=B2C_1_susi", "b2c_1_SUSI"), ("?p=B2C_1_susi&p=b2c_1_susi", nil)] {
            let form = FormParameters.flowRedeeming(try await site.flowCode()).with("p", body)
            #expect(try await site.post(token + query, form).status == .ok)
        }
        let form = FormParameters.flowRedeeming(try await site.flowCode()).with("p", "B2C_1_reset")
        let answer = try await site.post("\(token)?p=B2C_1_susi", form)
        #expect(answer.status == .badRequest && answer.flowErrorNumber == 90122)
        // Without a flow the address is External ID's, whose codes look otherwise.
        #expect(try await site.post(token, form).errorNumber == 9_002_313)
    }

    @Test func `HEAD is GET without the content, and other methods are refused`() async throws {
        let path = Self.places[0].0
        let head = try await site.send(.head, path)
        #expect(head.status == .ok && head.body.isEmpty)
        #expect(head["Content-Type"] == "application/json; charset=utf-8")
        #expect(try await site.send(.put, path).status == .methodNotAllowed)
        #expect(try await site.send(.options, "\(Site.susi)/authorize").status == .methodNotAllowed)
        let get = try await site.send(.get, "\(Site.susi)/token")
        #expect(get.status == .methodNotAllowed && get["Allow"] == "POST" && get.flowErrorNumber == 90226)
    }

    @Test func `the home page names an address that answers`() async throws {
        let path = "/\(Self.domain)/v2.0/.well-known/openid-configuration?p=b2c_1_susi"
        #expect(try await site.send(.get, "/").text.contains("\(Self.base)\(path)"))
        let metadata = try await site.send(.get, path).object()
        let authorization = try #require(metadata["authorization_endpoint"]?.string)
        #expect(authorization == "\(Self.base)/\(Self.domain)/oauth2/v2.0/authorize?p=b2c_1_susi")
        var browser = Browser(site)
        let page = try await browser.get(
            "\(authorization.dropFirst(Self.base.count))&\(FormParameters.flowRequest.encoded)")
        #expect(page.form.action.hasPrefix("/\(Self.domain)/login"))
    }
}
