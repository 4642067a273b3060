// SPDX-License-Identifier: Apache-2.0
import Fixtures
import JSONWebSignatures
import OAuthMessages
import SignInProvider

@Suite struct DynamicRegistrationTests {
    /// The response of RFC 7591 §3.2.1, with the redirect URIs of its request.
    static let example = """
        {"client_id": "s6BhdRkqt3", "client_secret": "cf136dc3c1fc93f31185e5885805d", \
        "client_id_issued_at": 2893256800, "client_secret_expires_at": 2893276800, \
        "redirect_uris": ["https://client.example.org/callback", "https://client.example.org/callback2"], \
        "grant_types": ["authorization_code", "refresh_token"], "client_name": "My Example Client", \
        "token_endpoint_auth_method": "client_secret_basic", "logo_uri": "https://client.example.org/logo.png", \
        "jwks_uri": "https://client.example.org/my_public_keys.jwks", "example_extension_parameter": "example_value"}
        """

    static func registration(
        _ redirectURI: String = "https://client.example.org/callback", scopes: ScopeSet = [], methods: String? = nil
    ) throws -> DynamicRegistration {
        let members = methods.map { #","token_endpoint_auth_methods_supported":\#($0)"# } ?? ""
        let document = #"{"issuer":"https://login.example","jwks_uri":"https://login.example/keys"\#(members)}"#
        let provider = try ProviderMetadata(
            status: 200, body: Data(document.utf8), askedFor: try #require(URL(string: "https://login.example")),
            rule: .exact)
        return DynamicRegistration(
            name: "Notes", redirectURI: try #require(RedirectURI(redirectURI)), scopes: scopes, at: provider)
    }

    static func client(_ body: String, status: Int = 201, methods: String? = nil) throws -> RegisteredClient {
        try registration(methods: methods).client(status: status, body: Data(body.utf8))
    }

    @Test func `the example of the specification is read`() throws {
        let client = try Self.client(Self.example)
        #expect((client.id, client.secret?.revealed) == ("s6BhdRkqt3", "cf136dc3c1fc93f31185e5885805d"))
        #expect(client.secretMethod == .basic)
        #expect(client.secretExpiresAt == Date(timeIntervalSince1970: 2_893_276_800))
        #expect(!"\(client)".contains("cf136dc3c1fc93f31185e5885805d"))
    }

    @Test func `the request names the client, its redirect URI and its grants`() throws {
        let members = try StrictJSON.object(in: try Self.registration(scopes: ["a", "b"]).json)
        #expect(members["client_name"]?.string == "Notes")
        #expect(members["redirect_uris"]?.array?.compactMap(\.string) == ["https://client.example.org/callback"])
        #expect(members["grant_types"]?.array?.compactMap(\.string) == ["authorization_code", "refresh_token"])
        #expect(members["response_types"]?.array?.compactMap(\.string) == ["code"])
        #expect(members["scope"]?.string == "a b")
        #expect(try StrictJSON.object(in: try Self.registration().json)["scope"] == nil)
    }

    @Test(arguments: [
        ("https://client.example.org/callback", "web"), ("http://127.0.0.1:4000/signed-in", "native"),
        ("http://localhost/", "native"), ("com.example.app:/signed-in", "native"),
    ])
    func `the type of the application follows from its redirect URI`(_ uri: String, type: String) throws {
        #expect(try StrictJSON.object(in: try Self.registration(uri).json)["application_type"]?.string == type)
    }

    @Test(
        arguments: [
            (nil, "client_secret_basic"), (#"["none","client_secret_basic"]"#, "none"),
            (#"["client_secret_post"]"#, "client_secret_post"),
            (#"["client_secret_post","client_secret_basic"]"#, "client_secret_basic"),
            (#"["private_key_jwt","none"]"#, "none"), (#"["private_key_jwt"]"#, "none"),
        ] as [(String?, String)])
    func `registration chooses a method that the provider supports`(methods: String?, chosen: String) throws {
        let members = try StrictJSON.object(in: try Self.registration(methods: methods).json)
        #expect(members["token_endpoint_auth_method"]?.string == chosen)
    }

    @Test(
        arguments: [
            (#"{"client_id":"a"}"#, nil, nil), (#"{"client_id":"a","client_secret":""}"#, nil, nil),
            (#"{"client_id":"a","client_secret":"s"}"#, "s", .basic),
            (#"{"client_id":"a","token_endpoint_auth_method":"","client_secret_expires_at":""}"#, nil, nil),
            (#"{"client_id":"a","client_secret":"s","token_endpoint_auth_method":""}"#, "s", .basic),
            (#"{"client_id":"a","client_secret":"s","token_endpoint_auth_method":"none"}"#, nil, nil),
            (#"{"client_id":"a","client_secret":"s","token_endpoint_auth_method":"client_secret_post"}"#, "s", .post),
            (#"{"client_id":"a","client_secret":"s","client_secret_expires_at":0}"#, "s", .basic),
            (#"{"client_id":"a","client_secret":"s","client_secret_expires_at":"never"}"#, "s", .basic),
            (#"{"client_id":"a","redirect_uris":"https://client.example.org/callback"}"#, nil, nil),
            // An empty member counts as absent.
            (#"{"client_id":"a","token_endpoint_auth_method":""}"#, nil, nil),
            (#"{"client_id":"a","token_endpoint_auth_method":null,"client_secret":null}"#, nil, nil),
            (#"{"client_id":"a","client_secret":"s","token_endpoint_auth_method":""}"#, "s", .basic),
        ] as [(String, String?, ClientAuthentication.SecretMethod?)])
    func `providers' responses`(body: String, secret: String?, method: ClientAuthentication.SecretMethod?) throws {
        for status in [200, 201] {
            let client = try Self.client(body, status: status)
            #expect((client.id, client.secret?.revealed, client.secretMethod) == ("a", secret, method))
            #expect(client.secretExpiresAt == nil)
        }
    }

    /// RFC 7591 §2: the default method, whatever the client requested.
    @Test(arguments: [#"["none"]"#, #"["client_secret_post"]"#, #"["client_secret_basic"]"#])
    func `a secret without a method is for Basic`(_ methods: String) throws {
        let client = try Self.client(#"{"client_id":"a","client_secret":"s"}"#, methods: methods)
        #expect(client.secret?.revealed == "s" && client.secretMethod == .basic)
    }

    @Test(arguments: [
        (#""client_secret":7"#, "client_secret"), (#""client_secret":["s"]"#, "client_secret"),
        (#""token_endpoint_auth_method":true"#, "token_endpoint_auth_method"), (#""client_id":{}"#, "client_id"),
        (#""client_id":null"#, "client_id"), (#""client_id":"""#, "client_id"), (#""x":1"#, "client_id"),
    ])
    func `a member of another type is named`(_ member: String, _ name: String) throws {
        let others = name == "client_id" ? "" : #""client_id":"a","#
        let refusal = #expect(throws: Refusal.self) { try Self.client("{\(others)\(member)}") }
        #expect(refusal?.code == .clientRegistrationMalformed)
        #expect(refusal?.message.contains("'\(name)'") == true, "\(refusal as Any)")
    }

    /// A good response minus one thing.
    @Test(arguments: [
        "", "[]", "{}", #"{"client_id":""}"#, #"{"client_id":7}"#, #"{"client_id":"a\nb"}"#, #"{"client_id":"ü"}"#,
        #"{"client_id":"\#(String(repeating: "a", count: 2049))"}"#,
        #"{"client_id":"a","redirect_uris":[]}"#, #"{"client_id":"a","redirect_uris":["https://evil.example"]}"#,
        #"{"client_id":"a","token_endpoint_auth_method":"client_secret_basic"}"#,
        #"{"client_id":"a","client_secret":"s","token_endpoint_auth_method":"tls_client_auth"}"#,
        #"{"client_id":"a","x":"\#(String(repeating: "a", count: 65_536))"}"#,
    ])
    func `malformed responses are refused`(_ body: String) throws {
        #expect(refused { try Self.client(body) } == .clientRegistrationMalformed)
    }

    @Test func `an id may have 2048 bytes`() throws {
        let id = String(repeating: "a", count: 2048)
        #expect(try Self.client(#"{"client_id":"\#(id)"}"#).id == id)
    }

    @Test func `errors of the provider are the provider's`() throws {
        let error = #expect(throws: ServerError.self) {
            try Self.client(#"{"error":"invalid_client_metadata","error_description":"no"}"#, status: 400)
        }
        #expect(error?.code.rawValue == "invalid_client_metadata")
        #expect(throws: ServerError.self) { try Self.client(Self.example, status: 302) }
    }
}
