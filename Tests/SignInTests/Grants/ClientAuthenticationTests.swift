// SPDX-License-Identifier: Apache-2.0
import Fixtures
import JSONWebSignatures
import LocalTenant
import SignInTesting

@Suite struct ClientAuthenticationTests {
    let tenant: TestTenant

    init() async throws { tenant = try await withTenant { $0 } }

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let pem: String
        let certificate: String
        var algorithm: String?
        let header: String
    }

    static let rows = [
        Row(
            testDescription: "RSA in PKCS #8", pem: SampleKeys.rsa, certificate: SampleKeys.rsaCertificate,
            header: "RS256"),
        Row(
            testDescription: "RSA in PKCS #1, with PS256", pem: SampleKeys.rsaPKCS1,
            certificate: SampleKeys.rsaCertificate, algorithm: "PS256", header: "PS256"),
        Row(
            testDescription: "P-256 in PKCS #8", pem: SampleKeys.elliptic,
            certificate: SampleKeys.ellipticCertificate, header: "ES256"),
        Row(
            testDescription: "P-256 in SEC 1", pem: SampleKeys.ellipticSEC1,
            certificate: SampleKeys.ellipticCertificate, header: "ES256"),
    ]

    @Test(arguments: rows)
    func `Entra ID takes an assertion that the key of a certificate signed`(_ row: Row) async throws {
        let der = row.certificate.split(separator: "\n").dropFirst().dropLast().joined()
        let app = try await Self.app(at: tenant, #""keyCredentials":[{"certificate":"\#(der)"}]"#)
        let key = try ClientKey(pem: row.pem, certificate: row.certificate, algorithm: row.algorithm)
        let transport = TamperingTransport(tenant.transport)
        let credentials = try Self.credentials(of: app, .privateKeyJWT(key), tenant, transport)
        let token = try await credentials.accessToken(for: ["https://graph.microsoft.com/.default"])
        #expect(!token.revealed.isEmpty)
        let form = try #require(transport.tokenRequests.first?.form)
        #expect(form["client_secret"] == nil)
        let header = try Self.part(0, of: try #require(form["client_assertion"]))
        #expect((header["alg"], header["x5t#S256"]?.string?.isEmpty) == (.string(row.header), false))
    }

    @Test func `each assertion is valid once, for five minutes, and for this token endpoint`() async throws {
        let transport = TamperingTransport(tenant.transport)
        let key = try ClientKey(pem: SampleKeys.rsa, certificate: SampleKeys.rsaCertificate)
        transport.answerTokens(400, #"{"error":"invalid_client"}"#)
        for _ in 0..<2 {
            let credentials = try Self.credentials(of: "job", .privateKeyJWT(key), tenant, transport)
            await expect(ServerError.self, .invalidClient) { try await credentials.accessToken(for: ["a"]) }
        }
        let claims = try transport.tokenRequests.map { try Self.part(1, of: $0.form?["client_assertion"] ?? "") }
        #expect(Set(claims.map { $0["jti"] }).count == 2)
        let first = try #require(claims.first)
        #expect(first["iss"] == .string("job") && first["sub"] == .string("job"))
        #expect(first["aud"]?.string?.hasSuffix("/oauth2/v2.0/token") == true)
        let start = try #require(first["iat"]?.double)
        #expect(start == tenant.clock.now.timeIntervalSince1970 && first["exp"]?.double == start + 300)
        let header = try Self.part(0, of: try #require(transport.tokenRequests.first?.form?["client_assertion"]))
        #expect(header["x5t#S256"] == .string(SampleKeys.rsaCertificateThumbprint))
    }

    @Test func `a standard provider takes an assertion signed by a JSON Web Key`() async throws {
        let key = try ClientKey(jsonWebKey: Data(Self.sampleServiceKey.utf8))
        let registration = ClientRegistration(
            name: "service", issuer: try #require(URL(string: "http://127.0.0.1:4400/op")),
            clientID: "sample-service", authentication: .privateKeyJWT(key),
            redirectURI: try #require(RedirectURI("http://127.0.0.1:8090/callback")), scopes: [])
        let credentials = ClientGrants(registration, over: tenant.transport, time: tenant.clock.time).clientCredentials
        let token = try await credentials.accessToken(for: [StandardSampleClient.apiScope])
        #expect(try Self.part(1, of: token.revealed)["client_id"] == .string("sample-service"))
    }

    @Test func `Entra ID takes the token of a platform that it was told to trust`() async throws {
        let key = try JSONWebPrivateKey.generate(on: .p256, keyIdentifier: "cluster")
        let app = try await Self.app(
            at: tenant,
            #""federatedIdentityCredentials":[{"issuer":"https://cluster.example","subject":"report","#
                + #""jwks":{"keys":[\#(String(decoding: key.publicKey.jsonData, as: UTF8.self))]}}]"#)
        let now = Int(tenant.clock.now.timeIntervalSince1970)
        let claims: [String: JSONValue] = [
            "iss": .string("https://cluster.example"), "sub": .string("report"),
            "aud": .string("api://AzureADTokenExchange"), "iat": .number("\(now)"), "nbf": .number("\(now)"),
            "exp": .number("\(now + 600)"),
        ]
        let assertion = try CompactJWS.sign(
            Data(JSONValue.object(claims).text.utf8),
            header: JWSHeader(algorithm: .es256, keyIdentifier: "cluster"),
            with: key)
        let transport = TamperingTransport(tenant.transport)
        let credentials = try Self.credentials(
            of: app, .federatedAssertion { Redacted(assertion) }, tenant, transport)
        let token = try await credentials.accessToken(for: ["https://graph.microsoft.com/.default"])
        #expect(!token.revealed.isEmpty)
        let form = try #require(transport.tokenRequests.first?.form)
        #expect(form["client_assertion"] == assertion && form["client_secret"] == nil)
    }

    @Test func `an error while creating an assertion is not a response to the client`() async throws {
        let transport = TamperingTransport(tenant.transport)
        let credentials = try Self.credentials(
            of: "job", .federatedAssertion { throw ServerError(.invalidGrant, providerDescription: "platform") },
            tenant, transport)
        let refusal = await expect(Refusal.self, .clientAssertionUnavailable) {
            try await credentials.accessToken(for: ["a"])
        }
        #expect(refusal?.message.contains("platform") == true && refusal?.cause is ServerError)
        #expect(transport.tokenRequests.isEmpty)
    }

    @Test func `a federated assertion is read again for each request`() async throws {
        try await withFolder(isThere: true) { folder in
            let file = folder.appending(path: "token")
            let transport = TamperingTransport(tenant.transport)
            transport.answerTokens(400, #"{"error":"invalid_client"}"#)
            let credentials = try Self.credentials(of: "job", .federatedAssertion(inFile: file), tenant, transport)
            let refusal = await expect(Refusal.self, .clientAssertionUnavailable) {
                try await credentials.accessToken(for: ["a"])
            }
            #expect(refusal?.message.contains(file.path) == true)
            for assertion in ["first", "second"] {
                try Data("\(assertion)\n".utf8).write(to: file)
                await expect(ServerError.self, .invalidClient) { try await credentials.accessToken(for: ["a"]) }
            }
            #expect(transport.tokenRequests.compactMap { $0.form?["client_assertion"] } == ["first", "second"])
        }
    }

    static let unusable: [(String, String, String?, String?)] = [
        ("no PEM", "key", nil, nil),
        ("a certificate", SampleKeys.rsaCertificate, nil, nil),
        ("a key as certificate", SampleKeys.rsa, SampleKeys.rsa, nil),
        ("an algorithm of another key", SampleKeys.rsa, nil, "ES256"),
        ("an algorithm of another key", SampleKeys.elliptic, nil, "PS256"),
        ("an unknown algorithm", SampleKeys.rsa, nil, "RS512"), ("no algorithm", SampleKeys.rsa, nil, ""),
    ]

    @Test(arguments: unusable) func `an unusable key is refused at once`(
        row: (name: String, pem: String, certificate: String?, algorithm: String?)
    ) {
        let refusal = expectNow(Refusal.self, .clientKeyMalformed) {
            try ClientKey(pem: row.pem, certificate: row.certificate, algorithm: row.algorithm)
        }
        #expect("\(refusal.debugDescription)".contains("MII") == false)
    }

    @Test func `the rows cover every refusal code of a key`() throws {
        #expect(try SourceText.refusals(of: "Client/SignInProvider/Client/ClientKey.swift") == [.clientKeyMalformed])
    }

    @Test func `a key's description reveals nothing`() throws {
        let key = try ClientKey(pem: SampleKeys.rsa)
        var dumped = ""
        dump(ClientAuthentication.privateKeyJWT(key), to: &dumped)
        #expect("\(key)" == "ClientKey(RS256, redacted)")
        #expect(!dumped.contains("kty") && !dumped.contains("rsa"))
    }
}

extension ClientAuthenticationTests {
    static func app(at tenant: TestTenant, _ members: String) async throws -> String {
        let directory = try #require(tenant.registration.issuer.pathComponents.dropFirst().first)
        let content = #"{"displayName":"Nightly report","directory":"\#(directory)",\#(members)}"#
        let answer = try await tenant.administration.send("POST", "apps", Data(content.utf8))
        return try #require(try StrictJSON.object(in: answer)["appId"]?.string)
    }

    static func credentials(
        of clientID: String, _ authentication: ClientAuthentication, _ tenant: TestTenant, _ transport: any Transport
    ) throws -> any AccessTokenSource {
        var registration = tenant.registration
        (registration.clientID, registration.authentication) = (clientID, authentication)
        return ClientGrants(registration, over: transport, time: tenant.clock.time).clientCredentials
    }

    static func part(_ index: Int, of token: String) throws -> [String: JSONValue] {
        try StrictJSON.object(in: try Base64URL.decode(token.split(separator: ".")[index]))
    }

    /// The private half of the documented key of the standard provider's sample service.
    static let sampleServiceKey = """
        {"kty":"EC","crv":"P-256","kid":"sample-service-key","d":"6x0UhZncQRtVx4cjXUHioFYk_LeFTFxAcnhk9Xodyus",
        "x":"VI4w9WqqdwOVX5wn4dO3Qn8I3GKo0SUQgXAJQrknxcw","y":"ZuwAsClmBX9-hIvJllVOy3G5xXgY1pnWbUVu_w-LH9k"}
        """
}
