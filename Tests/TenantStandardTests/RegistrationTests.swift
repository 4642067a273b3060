// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantAuthorization
@testable import TenantDirectory
@testable import TenantFixtures
@testable import TenantStandard

/// RFC 7591.
@Suite struct RegistrationTests {
    private let site: Site

    init() async throws { site = try await Site.withAPIs() }

    /// What the client of the Model Context Protocol sends.
    private static let native =
        #"{"client_name":"Inspector","redirect_uris":["http://127.0.0.1/callback"],"grant_types":["#
        + #""authorization_code","refresh_token"],"response_types":["code"],"token_endpoint_auth_method":"none","#
        + #""application_type":"native","software_id":"x","client_name#de":"Prüfer"}"#

    @Test func `a client registers itself, signs somebody in, and gets a token for an API`() async throws {
        let answer = try await site.register(Self.native)
        #expect((answer.status, answer.fields[.cacheControl]) == (.created, "no-store"))
        let members = try answer.object()
        let id = try #require(members["client_id"]?.string)
        expect(
            members,
            [
                "client_id_issued_at": .integer(1_767_225_600), "client_name": .string("Inspector"),
                "token_endpoint_auth_method": .string("none"), "application_type": .string("native"),
                "grant_types": .texts(["authorization_code", "refresh_token"]),
            ])
        #expect(members["client_secret"] == nil && members["scope"]?.string?.contains("boats.sail") == true)
        #expect(members["software_id"] == nil && members["require_proof_key"] == nil)
        let asked = StandardAPI.request.with("client_id", id).adding(["resource": StandardAPI.boats])
        var browser = try await Browser.standard(at: site)
        let page = try await browser.openStandard(asked)
        #expect(page.text.contains("registered itself") && page.text.contains("127.0.0.1"))
        let code = try #require(try await browser.submit(page, ["answer": "accept"]).carried["code"])
        let form = FormParameters.standardRedeeming(code).with("client_id", id)
        let token = try await site.post("/op/token", form).object()["access_token"]?.string
        let claims = try await site.standardClaims(of: token).claims
        #expect((claims["aud"], claims["scope"]?.string) == (.string(StandardAPI.boats), "boats.read boats.sail"))
    }

    @Test func `a client without a method gets a secret, and proves itself with it`() async throws {
        let members = try await site.register(#"{"redirect_uris":["https://app.example/callback"]}"#).object()
        #expect(members["token_endpoint_auth_method"] == .string("client_secret_basic"))
        #expect(members["client_secret_expires_at"] == .integer(0))
        #expect(members["grant_types"] == .texts(["authorization_code"]))
        #expect(members["response_types"] == .texts(["code"]))
        let (id, secret) = (try #require(members["client_id"]?.string), try #require(members["client_secret"]?.string))
        func ask(_ secret: String) async throws -> Answer {
            let pair = Data("\(id):\(secret)".utf8).base64EncodedString()
            let form: FormParameters = [
                "grant_type": "authorization_code", "code": "x", "redirect_uri": "https://app.example/callback",
            ]
            return try await site.post("/op/token", form, fields: [.authorization: "Basic \(pair)"])
        }
        #expect(try await (ask(secret).errorCode, ask(secret + "x").errorCode) == ("invalid_grant", "invalid_client"))
    }

    static let accepted = [
        #"{"redirect_uris":["https://a.example/"],"application_type":"web"}"#,
        #"{"redirect_uris":["http://localhost:1/a","http://[::1]/b"],"application_type":"native"}"#,
        #"{"redirect_uris":["com.example.app:/callback","https://a.example/"],"application_type":"native"}"#,
        #"{"redirect_uris":["http://127.0.0.1:33418"]}"#, #"{"redirect_uris":["app.example:/"],"jwks":null}"#,
        #"{"grant_types":["urn:ietf:params:oauth:grant-type:device_code"],"token_endpoint_auth_method":"none"}"#,
        #"{"redirect_uris":["https://a.example/"],"resource":7,"resource_scopes":{},"client_id":"mine"}"#,
    ]

    @Test(arguments: accepted) func `a client is registered with`(_ json: String) async throws {
        let answer = try await site.register(json)
        #expect(answer.status == .created, "\(answer.text)")
        let id = try #require(try answer.object()["client_id"]?.string)
        let client = try #require(try await site.platform.standardProvider.client(id))
        #expect(!client.isResourceServer && client.isSelfRegistered && id != "mine")
    }

    static let refused = [
        (#"{}"#, "invalid_redirect_uri"), (#"{"redirect_uris":[]}"#, "invalid_redirect_uri"),
        (#"{"redirect_uris":"https://a.example/"}"#, "invalid_redirect_uri"),
        (#"{"redirect_uris":["/callback"]}"#, "invalid_redirect_uri"),
        (#"{"redirect_uris":["https://a.example/#b"]}"#, "invalid_redirect_uri"),
        (#"{"redirect_uris":["http://a.example/"]}"#, "invalid_redirect_uri"),
        (#"{"redirect_uris":["javascript:alert(1)"]}"#, "invalid_redirect_uri"),
        (#"{"redirect_uris":["data:text/html,x"]}"#, "invalid_redirect_uri"),
        (#"{"redirect_uris":["http://localhost/"],"application_type":"web"}"#, "invalid_redirect_uri"),
        (#"{"redirect_uris":["app.example:/"],"application_type":"web"}"#, "invalid_redirect_uri"),
        (#"{"redirect_uris":["https://a.example/"],"application_type":"tv"}"#, "invalid_client_metadata"),
        (#"{"redirect_uris":["https://a.example/"],"grant_types":[]}"#, "invalid_client_metadata"),
        (#"{"redirect_uris":["https://a.example/"],"include_claims_in_id_token":1}"#, "invalid_client_metadata"),
        (#"{"redirect_uris":["https://a.example/"],"grant_types":["client_credentials"]}"#, "invalid_client_metadata"),
        (
            #"{"redirect_uris":["https://a.example/"],"grant_types":["urn:ietf:params:oauth:grant-type:jwt-bearer"]}"#,
            "invalid_client_metadata"
        ),
        (#"{"redirect_uris":["https://a.example/"],"response_types":[]}"#, "invalid_client_metadata"),
        (#"{"redirect_uris":["https://a.example/"],"response_types":["token"]}"#, "invalid_client_metadata"),
        (
            #"{"redirect_uris":["https://a.example/"],"token_endpoint_auth_method":"private_key_jwt"}"#,
            "invalid_client_metadata"
        ),
        (
            #"{"redirect_uris":["https://a.example/"],"token_endpoint_auth_method":"tls_client_auth"}"#,
            "invalid_client_metadata"
        ),
        (
            #"{"redirect_uris":["https://a.example/"],"jwks":{"keys":[{"kty":"oct","k":"AAAA"}]}}"#,
            "invalid_client_metadata"
        ),
        (#"{"redirect_uris":["https://a.example/"],"client_name":7}"#, "invalid_client_metadata"),
        (#"{"redirect_uris":["https://a.example/"],"id_token_signed_response_alg":"none"}"#, "invalid_client_metadata"),
        (#"[]"#, "invalid_client_metadata"), ("", "invalid_client_metadata"),
        (#"{"client_name":"a","client_name":"b"}"#, "invalid_client_metadata"),
    ]

    @Test(arguments: refused) func `a registration is refused with`(_ json: String, _ error: String) async throws {
        let answer = try await site.register(json)
        #expect((answer.status, answer.errorCode) == (.badRequest, error))
        let description = try #require(try answer.object()["error_description"]?.string)
        #expect(description.utf8.allSatisfy { (0x20...0x7E).contains($0) && $0 != 0x22 && $0 != 0x5C })
        #expect(!description.contains("a.example"))
    }

    @Test func `a registration is read up to its limit, and only as JSON`() async throws {
        let start = #"{"redirect_uris":["https://a.example/"],"x":""#
        let padding = String(repeating: "x", count: 8192 - start.utf8.count - 2)
        #expect(try await site.register(start + padding + "\"}").status == .created)
        let long = try await site.register(start + padding + "x\"}")
        #expect((long.status, long.errorCode) == (.contentTooLarge, "invalid_client_metadata"))
        let form = try await site.post("/op/register", ["redirect_uris": "https://a.example/"])
        #expect(form.errorCode == "invalid_client_metadata")
        #expect(try await site.send(.get, "/op/register").status == .methodNotAllowed)
    }

    @Test func `pages of every site may register`() async throws {
        let answer = try await site.register(Self.native, origin: "https://inspector.example")
        #expect((answer.status, answer.fields[.accessControlAllowOrigin]) == (.created, "*"))
        let preflight = try await site.send(.options, "/op/register", fields: [.origin: "https://inspector.example"])
        #expect(preflight.status == .noContent)
        #expect(preflight.fields[.accessControlAllowHeaders]?.contains("Content-Type") == true)
    }

    @Test func `a thousand clients that nobody used are kept, and those that somebody used stay`() async throws {
        func register() async throws -> String {
            try #require(try await site.register(Self.native).object()["client_id"]?.string)
        }
        let (used, oldest, second) = (try await register(), try await register(), try await register())
        let asked = StandardAPI.request.with("client_id", used).adding(["resource": StandardAPI.plain])
        _ = try await site.standardCode(for: asked)
        try await site.platform.context.database.write { database in
            for number in 0..<997 {
                try StandardClient(
                    id: "unused-\(number)", metadata: ClientMetadata(name: "x"),
                    registeredAt: Date(timeIntervalSince1970: 0)
                ).insert(database)
            }
        }
        let provider = site.platform.standardProvider
        _ = try await register()
        #expect(try await provider.client(oldest) != nil)
        _ = try await register()
        #expect(try await provider.client(oldest) == nil)
        for id in [second, used, "sailor"] { #expect(try await provider.client(id) != nil) }
    }
}
