// SPDX-License-Identifier: Apache-2.0
import Fixtures
import OAuthMessages
import SignInProvider

@Suite struct ProviderMetadataTests {
    /// A valid document; each row replaces one part.
    static let spoiled: [(Refusal.Code, String, String)] = [
        (.metadataIssuerMismatch, #""issuer":"https://id.example""#, #""issuer":"https://evil.example""#),
        (.metadataIssuerMismatch, #""issuer":"https://id.example""#, #""issuer":"https://id.example//""#),
        (.metadataIssuerMismatch, #""issuer":"https://id.example""#, #""issuer":"https://ID.example""#),
        (.metadataMalformed, #""issuer":"https://id.example""#, #""issuer":"""#),
        (.metadataMalformed, #""issuer":"https://id.example""#, #""issuer":7"#),
        (.metadataMalformed, #""issuer":"#, #""name":"#),
        (.metadataMalformed, #""https://id.example/authorize""#, "7"),
        (.metadataMalformed, #""https://id.example/token""#, "7"),
        (.metadataMalformed, #""jwks_uri":"#, #""j":"#),
        (.metadataMalformed, #""jwks_uri":"https://id.example/keys""#, #""jwks_uri":"""#),
        (.metadataMalformed, #"["RS256"]"#, #""RS256""#),
        (.metadataMalformed, "}", ""),
        (.addressInsecure, "https://id.example/authorize", "http://id.example/authorize"),
        (.addressInsecure, "https://id.example/token", "http://id.example/token"),
        (.addressInsecure, "https://id.example/token", "http://127.0.0.1:3000/token"),
        (.addressInsecure, "https://id.example/keys", "http://localhost.id.example/keys"),
        (.addressInsecure, "https://id.example/keys", "file:///keys"),
        (.addressInsecure, "https://id.example/keys", "/keys"),
        (.hostMalformed, "https://id.example/keys", "https:///keys"),
        (.addressInsecure, "https://id.example/token", "https://localhost/token"),
        (.addressInsecure, "https://id.example/keys", "https://127.0.0.1:3000/keys"),
        (.addressInsecure, "https://id.example/keys", "https://127.0.0.2:3000/keys"),
        (.hostMalformed, "https://id.example/keys", "https://localhost.:3000/keys"),
        (.hostMalformed, "https://id.example/keys", "https://127%2e0.0.1/keys"),
        (.hostMalformed, "https://id.example/keys", "https://%6c%6f%63alhost/keys"),
        (.hostMalformed, "https://id.example/keys", "https://127.0.0.1%00.evil.example/keys"),
        (.hostMalformed, "https://id.example/keys", "https://2130706433/keys"),
        (.hostMalformed, "https://id.example/keys", "https://[fe80::1%25eth0]/keys"),
        (.hostMalformed, "https://id.example/token", "https://accounts.example@evil.example/token"),
        (.addressInsecure, "https://id.example/keys", "https://[::ffff:127.0.0.1]/keys"),
        (.addressInsecure, "https://id.example/keys", "https://x.localhost:3000/keys"),
        (.addressInsecure, "https://id.example/keys", "https://[::ffff:127.0.0.1]:3000/keys"),
        (.addressInsecure, "https://id.example/token", "https://0.0.0.0:3000/token"),
        (.addressInsecure, "https://id.example/keys", "https://[::]:3000/keys"),
        (.metadataMalformed, #""jwks_uri""#, #""code_challenge_methods_supported":"S256","jwks_uri""#),
        (.metadataMalformed, #""jwks_uri""#, #""authorization_response_iss_parameter_supported":"yes","jwks_uri""#),
    ]

    /// Unusable members that a sign-in does not need.
    static let odd = [
        #""end_session_endpoint":"http://id.example/""#, #""userinfo_endpoint":"http://id.example/""#,
        #""revocation_endpoint":"ftp://id.example/""#, #""revocation_endpoint":"""#, #""userinfo_endpoint":7"#,
        #""device_authorization_endpoint":"https://localhost/""#, #""end_session_endpoint":null"#,
        #""scopes_supported":"openid""#, #""response_modes_supported":{}"#,
        #""userinfo_signing_alg_values_supported":"none""#, #""mtls_endpoint_aliases":"none""#,
        #""mtls_endpoint_aliases":{"token_endpoint":"http://mtls.id.example/token"}"#,
        #""mtls_endpoint_aliases":{"token_endpoint":7,"revocation_endpoint":"https://localhost/revoke"}"#,
        #""mtls_endpoint_aliases":{"device_authorization_endpoint":"http://mtls.id.example/device"}"#,
        #""mtls_endpoint_aliases":{"pushed_authorization_request_endpoint":"http://mtls.id.example/par"}"#,
        #""mtls_endpoint_aliases":{"userinfo_endpoint":"http://mtls.id.example/me"}"#,
        #""tls_client_certificate_bound_access_tokens":"yes""#,
    ]

    @Test(arguments: odd)
    func `an unusable optional member is treated as missing`(_ member: String) throws {
        let metadata = try Self.judge(FakeProvider.metadata.replacing(#""jwks_uri""#, with: member + #","jwks_uri""#))
        #expect(metadata == (try Self.judge(FakeProvider.metadata)))
    }

    /// All that the client reads besides the issuer and the address of the keys.
    private static let optional = [
        "authorization_endpoint", "token_endpoint", "userinfo_endpoint", "end_session_endpoint", "revocation_endpoint",
        "device_authorization_endpoint", "registration_endpoint", "pushed_authorization_request_endpoint",
        "require_pushed_authorization_requests", "token_endpoint_auth_methods_supported",
        "revocation_endpoint_auth_methods_supported", "id_token_signing_alg_values_supported",
        "userinfo_signing_alg_values_supported", "dpop_signing_alg_values_supported",
        "tls_client_certificate_bound_access_tokens", "mtls_endpoint_aliases", "response_modes_supported",
        "scopes_supported", "code_challenge_methods_supported", "authorization_response_iss_parameter_supported",
        "client_id_metadata_document_supported", "subject_types_supported",
    ]

    @Test(arguments: optional, [#""""#, "[]", "null"]) func `an empty member is one that is not there`(
        _ name: String, _ value: String
    ) throws {
        var document = try #require(
            try JSONSerialization.jsonObject(with: Data(FakeProvider.metadata.utf8)) as? [String: Any])
        document[name] = nil
        let without = String(decoding: try JSONSerialization.data(withJSONObject: document), as: UTF8.self)
        let empty = String(without.dropLast()) + #","\#(name)":\#(value)}"#
        #expect(try Self.judge(empty) == Self.judge(without))
    }

    @Test(arguments: ["issuer", "jwks_uri"])
    func `the refusal names the required member that is empty`(_ name: String) throws {
        let body = FakeProvider.metadata.replacing(try Regex(#""\#(name)":"[^"]*""#), with: #""\#(name)":"""#)
        let refusal = #expect(throws: Refusal.self) { try Self.judge(body) }
        #expect(refusal?.code == .metadataMalformed && refusal?.message.contains("lacks '\(name)'") == true)
    }

    // RFC 8705 §5
    @Test func `a client with a certificate uses the aliases, and the usual address of any other endpoint`() throws {
        let members =
            #""mtls_endpoint_aliases":{"token_endpoint":"https://mtls.id.example/token","userinfo_endpoint":"#
            + #""https://mtls.id.example/me","registration_endpoint":"https://mtls.id.example/register"},"#
            + #""revocation_endpoint":"https://id.example/revoke","tls_client_certificate_bound_access_tokens":true,"#
        let metadata = try Self.judge(FakeProvider.metadata.replacing(#""jwks_uri""#, with: members + #""jwks_uri""#))
        #expect(metadata.bindsTokensToCertificates)
        #expect(metadata.tokenEndpoint?.host() == "id.example")
        let used = metadata.forMutualTLS
        #expect(used.tokenEndpoint?.absoluteString == "https://mtls.id.example/token")
        #expect(used.userInfoEndpoint?.absoluteString == "https://mtls.id.example/me")
        #expect(used.revocationEndpoint?.absoluteString == "https://id.example/revoke")
        #expect(used.authorizationEndpoint == metadata.authorizationEndpoint)
    }

    /// Such as a cluster that vouches for its own machines.
    @Test(arguments: ["", #","authorization_endpoint":"urn:kubernetes:programmatic_authorization""#])
    func `metadata without authorization and token endpoints is accepted`(_ more: String) throws {
        let metadata = try Self.judge(
            #"{"issuer":"https://id.example","jwks_uri":"https://id.example/keys"\#(more)}"#)
        #expect(metadata.authorizationEndpoint == nil && metadata.tokenEndpoint == nil)
        #expect(metadata.keySetURI?.absoluteString == "https://id.example/keys")
    }

    private static func judge(_ body: String, status: Int = 200) throws -> ProviderMetadata {
        try ProviderMetadata(
            status: status, body: Data(body.utf8), askedFor: try #require(URL(string: FakeProvider.issuer)),
            rule: .exact)
    }

    @Test(arguments: spoiled)
    func `metadata is refused when`(_ code: Refusal.Code, _ old: String, _ new: String) throws {
        try #require(FakeProvider.metadata.contains(old))
        #expect(refused { try Self.judge(FakeProvider.metadata.replacing(old, with: new)) } == code)
    }

    @Test func `a document over 256 KiB is rejected`() {
        let rest = 256 * 1024 - FakeProvider.metadata.utf8.count
        let refusal = refused {
            try Self.judge(FakeProvider.metadata + String(repeating: " ", count: rest + 1))
        }
        #expect(refusal == .metadataMalformed)
        #expect(throws: Never.self) { try Self.judge(FakeProvider.metadata + String(repeating: " ", count: rest)) }
    }

    @Test(arguments: ["", "<!DOCTYPE html><title>Sign in</title>", "[]", "null", "\u{FEFF}x"])
    func `content that is no metadata is refused`(_ body: String) {
        #expect(refused { try Self.judge(body) } == .metadataMalformed)
    }

    @Test func `every code of the judge has a row`() throws {
        let files = ["Metadata/ProviderMetadata", "Resource/URLHost+Refusal"]
        let codes = try files.reduce(into: Set()) {
            $0.formUnion(try SourceText.refusals(of: "Client/SignInProvider/\($1).swift"))
        }
        #expect(Set(Self.spoiled.map(\.0)) == codes)
    }

    @Test(arguments: [(404, NextAction.none), (302, .none), (503, .retry(after: nil))])
    func `another status is the provider's error`(_ status: Int, _ action: NextAction) {
        let error = #expect(throws: ServerError.self) {
            try Self.judge(FakeProvider.metadata, status: status)
        }
        #expect((error?.status, error?.nextAction) == (status, action))
    }

    @Test func `metadata says where to go`() throws {
        let metadata = try Self.judge(FakeProvider.metadata)
        #expect(metadata.tokenEndpoint?.absoluteString == "https://id.example/token")
        #expect(metadata.endSessionEndpoint == nil)
        #expect(!metadata.sendsIssuerInRedirect)
    }

    @Test func `metadata lists the provider's features`() throws {
        let more = """
            {"userinfo_endpoint":"https://id.example/me","revocation_endpoint":"https://id.example/revoke",
            "code_challenge_methods_supported":["plain","S256"],
            "response_modes_supported":["form_post"],"scopes_supported":["openid","email"],
            "token_endpoint_auth_signing_alg_values_supported":["ES256"],
            "userinfo_signing_alg_values_supported":["PS256"],
            """
        let metadata = try Self.judge(more + FakeProvider.metadata.dropFirst())
        #expect(metadata.userInfoEndpoint?.path() == "/me" && metadata.revocationEndpoint?.path() == "/revoke")
        #expect(metadata.responseModes == ["form_post"] && metadata.scopes == ["openid", "email"])
        #expect(metadata.userInfoSigningAlgorithms == ["PS256"])
    }

    @Test func `what the standard leaves out is RS256 and no issuer in the redirect`() throws {
        let body = FakeProvider.metadata.replacing(#","id_token"#, with: #", "id_token"#)
            .replacing(
                #""id_token_signing_alg_values_supported":["RS256"]"#,
                with: #""authorization_response_iss_parameter_supported":true"#)
        let metadata = try Self.judge(body)
        #expect(metadata.responseModes == ["query", "fragment"] && metadata.scopes.isEmpty)
        #expect(metadata.tokenEndpointAuthenticationMethods == ["client_secret_basic"])
        #expect(metadata.idTokenSigningAlgorithms == ["RS256"])
        #expect(metadata.sendsIssuerInRedirect)
    }

    @Test(arguments: [
        ("https://a.example", true), ("HTTPS://a.example", true), ("http://localhost:4400/x", true),
        ("http://127.0.0.1", true), ("http://[::1]:80/", true), ("http://a.example", false),
        ("http://127.0.0.2", true), ("http://localhost.", false), ("http://127.1", false),
        ("http://a.example%2F.localhost", false),
        ("http://localhost.a.example", false), ("http://localhost@a.example/", false),
        ("ftp://localhost", false),
        ("https://", false), ("https:///x", false), ("a.example", false), ("https:a.example", false),
    ])
    func `an address is safe to use or not`(_ text: String, _ isSafe: Bool) throws {
        guard let url = URL(string: text) else {
            #expect(!isSafe)
            return
        }
        #expect(((try? ProviderMetadata.secure(url)) != nil) == isSafe)
    }

    @Test(arguments: [
        ("https://localhost:8443", "http://localhost:8080/token", false),
        ("https://localhost:8443", "https://localhost:8444/token", true),
        ("http://localhost:8080", "http://localhost:8081/token", true),
        ("https://a.example", "https://localhost/token", false), ("https://a.example", "https://b.example/token", true),
    ])
    func `an issuer's addresses are as safe as its own`(issuer: String, address: String, isSafe: Bool) throws {
        let (issuer, address) = (try #require(URL(string: issuer)), try #require(URL(string: address)))
        let refusal = Result { try ProviderMetadata.secure(address, namedBy: issuer) }.refusal
        #expect(refusal?.code == (isSafe ? nil : .addressInsecure))
    }

    @Test func `an issuer without https is not even asked`() async throws {
        let provider = FakeProvider()
        let issuer = try #require(URL(string: "http://id.example"))
        let refusal = await refused {
            try await IdentityProvider.discover(ProviderDescription(issuer: issuer), over: provider)
        }
        #expect(refusal == .addressInsecure)
        #expect(provider.count(of: "/.well-known/openid-configuration") == 0)
    }
}

extension Result {
    fileprivate var refusal: Refusal? {
        if case .failure(let error) = self { error as? Refusal } else { nil }
    }
}
