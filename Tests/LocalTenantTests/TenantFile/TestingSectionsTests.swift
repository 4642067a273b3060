// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantAdministration
@testable import TenantAuthorization
@testable import TenantControl
@testable import TenantDirectory
@testable import TenantFixtures
@testable import TenantStandard
@testable import TenantTesting

@Suite struct TestingSectionsTests {
    private func file(_ rest: String) -> Data {
        Data(
            """
            {"version": 1, "directories": [{"displayName": "Heron Works", "domain": "heron.example",
              "people": [{"displayName": "Mara Lind", "userPrincipalName": "mara@heron.example"}]}],
             "apps": [{"appId": "0b8e1f4c-5a3d-4c1f-8a55-2d7c9e6f3b10", "directory": "heron.example",
              "displayName": "Planner"}], \(rest)}
            """.utf8)
    }

    private func platform(at host: String = "127.0.0.1", named base: String? = nil) throws -> IdentityPlatform {
        let address = ServerAddress(host: host, port: 4400)
        var settings = TenantSettings(
            address: address, names: ServerNames(address, base: base.flatMap(BaseURL.init)),
            signingKey: try Site.signingKey.get())
        settings.addsSamples = false
        return try IdentityPlatform(settings)
    }

    private static let whole = #"""
        "faults": [{"fault": "wrongNonce", "endpoint": "token", "after": 1, "next": 2},
          {"fault": {"kind": "error", "code": "access_denied", "number": 65004}, "person": "mara@heron.example"}],
        "clock": {"frozenAt": "2026-01-31T08:00:00.123Z"}, "keys": "development",
        "automaticSignIns": [{"clientId": "0B8E1F4C-5a3d-4c1f-8a55-2d7c9e6f3b10", "person": "mara@heron.example",
          "consent": false}],
        "standardClients": [
          {"client_id": "till", "client_name": "Till", "redirect_uris": ["https://till.example/callback"],
           "token_endpoint_auth_methods": ["client_secret_basic"], "client_secret": "a secret of the till",
           "response_types": ["code", "code id_token"], "scope": "openid email", "require_proof_key": false,
           "id_token_signed_response_alg": "ES256", "backchannel_logout_uri": "https://till.example/out"},
          {"client_id": "robot", "client_name": "Robot", "grant_types": ["client_credentials"], "scope": "",
           "token_endpoint_auth_methods": ["private_key_jwt"], "dpop_bound_access_tokens": true, "jwks": {"keys": [
            {"kty":"EC","crv":"P-256","kid":"k","use":"sig","alg":"ES256",
             "x":"VI4w9WqqdwOVX5wn4dO3Qn8I3GKo0SUQgXAJQrknxcw","y":"ZuwAsClmBX9-hIvJllVOy3G5xXgY1pnWbUVu_w-LH9k"}]}}]
        """#

    @Test func `an imported file takes effect completely and is exported again`() async throws {
        let platform = try platform()
        _ = try await platform.content.take(file(Self.whole))
        #expect(
            platform.context.clock.isFrozen && platform.context.clock.now.timeIntervalSince1970 == 1_769_846_400.123)
        #expect(try await platform.context.faults.all().map(\.rule.fault.kind) == ["wrongNonce", "error"])
        #expect(
            platform.context.keys.signingKey.publicKey.thumbprint
                == (try DevelopmentKeys.all.get().ring[0].publicKey.thumbprint))
        #expect(
            try await platform.context.automaticSignIns.rule(of: "0b8e1f4c-5a3d-4c1f-8a55-2d7c9e6f3b10")?.consent
                == false)
        let till = try #require(try await platform.standardProvider.client("till"))
        #expect(till.accepts(secret: "a secret of the till") && till.metadata.idTokenAlgorithm == .es256)
        #expect(try await platform.standardProvider.configuredClients().map(\.id) == ["till", "robot"])

        let exported = try await platform.content.file()
        #expect(!String(decoding: exported, as: UTF8.self).contains("a secret of the till"))
        let second = try self.platform()
        _ = try await second.content.take(exported)
        #expect(try await second.content.file() == exported)
        #expect(try await second.standardProvider.client("robot")?.metadata.grantTypes == [.clientCredentials])
    }

    @Test func `a client with a secret uses it by Basic unless its registration says otherwise`() async throws {
        let site = try Site()
        let platform = site.platform
        let clients = #"""
            {"client_id": "usual", "client_secret": "the secret", "redirect_uris": ["https://a.example/cb"]},
            {"client_id": "form", "client_secret": "the secret", "token_endpoint_auth_method": "client_secret_post"},
            {"client_id": "public", "redirect_uris": ["https://a.example/cb"]}
            """#
        _ = try await platform.content.take(file("\"standardClients\": [\(clients)]"))
        func error(_ id: String, isBasic: Bool) async throws -> String? {
            let code: FormParameters = ["grant_type": "authorization_code", "code": "x", "redirect_uri": "https://a"]
            let basic = Data("\(id):the secret".utf8).base64EncodedString()
            return try await isBasic
                ? site.post("/op/token", code, fields: [.authorization: "Basic \(basic)"]).errorCode
                : site.post("/op/token", code.adding("client_id", id).adding("client_secret", "the secret")).errorCode
        }
        #expect(try await error("usual", isBasic: true) == "invalid_grant")
        #expect(try await error("usual", isBasic: false) == "invalid_client")
        #expect(try await error("form", isBasic: false) == "invalid_grant")
        #expect(try await error("form", isBasic: true) == "invalid_client")
        let anonymous = try #require(try await platform.standardProvider.client("public"))
        #expect(anonymous.isPublic && anonymous.name == "public")
        let exported = String(decoding: try await platform.content.file(), as: UTF8.self)
        #expect(exported.contains(#""token_endpoint_auth_method": "client_secret_post""#))
    }

    @Test func `secrets that an older version kept without a method are used`() throws {
        let queue = try DatabasePool()
        try TenantSchema.migrator.migrate(queue, upTo: "flows 1 user flows and attributes as data")
        try queue.writeNow { database in
            for (id, hash) in [("secret", "hash"), ("public", nil)] {
                let metadata = String(decoding: try JSONEncoder().encode(ClientMetadata(name: id)), as: UTF8.self)
                try database.execute(
                    sql: "INSERT INTO standardClient (id, metadata, secretHash) VALUES (?, ?, ?)",
                    arguments: [id, metadata, hash])
            }
        }
        try TenantSchema.migrator.migrate(queue)
        let clients = try queue.readNow { try StandardClient.fetchAll($0) }
        #expect(clients.first { $0.id == "secret" }?.metadata.authenticationMethods == [.secretBasic])
        #expect(clients.first { $0.id == "public" }?.isPublic == true)
    }

    @Test func `clients of an older version keep the origins of their pages`() throws {
        let queue = try DatabasePool()
        try TenantSchema.migrator.migrate(queue, upTo: "people 1 index of people")
        try queue.writeNow { database in
            let metadata = ClientMetadata(name: "Page") {
                $0.redirectURIs = ["https://page.example/callback", "http://localhost/callback"]
            }
            try database.execute(
                sql: "INSERT INTO standardClient (id, metadata) VALUES ('page', ?)",
                arguments: [String(decoding: try JSONEncoder().encode(metadata), as: UTF8.self)])
            try database.execute(
                sql:
                    "INSERT INTO standardUsedIdentifier (identifierHash, expiresAt) VALUES ('h', '2016-01-01 00:00:00')"
            )
        }
        try TenantSchema.migrator.migrate(queue)
        let origins = ["https://page.example", "http://localhost:8080", "https://other.example"]
        let (admitted, count) = try queue.readNow { database in
            (
                try origins.filter { try StandardClient.allowsOrigin($0, in: database) },
                try Int.fetchOne(database, sql: "SELECT count FROM standardIdentifierCount WHERE clientID = ''")
            )
        }
        #expect(admitted == Array(origins.prefix(2)))
        #expect(count == 1)
    }

    @Test func `migrates the rules of an older version`() throws {
        let queue = try DatabasePool()
        try TenantSchema.migrator.migrate(queue, upTo: "flows 1 user flows and attributes as data")
        try queue.writeNow { database in
            try database.execute(
                sql: """
                    INSERT INTO faultRule (rule, passed, hits)
                        VALUES ('{"fault":{"kind":"drop"},"clientID":"a"}', 0, 0), ('{"fault":{"kind":"drop"}}', 0, 0);
                    INSERT INTO automaticSignIn VALUES ('a', '{"clientID":"a","person":"b"}')
                    """)
        }
        try TenantSchema.migrator.migrate(queue)
        let (faults, signIns) = try queue.readNow { (try FaultStore.all(in: $0), try AutomaticSignIns.all(in: $0)) }
        #expect(faults.map(\.rule.clientID) == ["a", nil])
        #expect(signIns.map(\.clientID) == ["a"])
    }

    @Test func `a reset takes back what was changed since`() async throws {
        let platform = try platform()
        _ = try await platform.content.take(file(Self.whole))
        let before = try await platform.content.file()
        _ = try await platform.context.clock.advance(by: 60)
        try await platform.context.faults.removeAll()
        try await platform.context.automaticSignIns.removeAll()
        try await platform.content.reset()
        #expect(try await platform.content.file() == before)
        #expect(platform.context.clock.now.timeIntervalSince1970 == 1_769_846_400.123)
    }

    @Test func `a file without these sections leaves them as they are`() async throws {
        let platform = try platform()
        _ = try await platform.content.take(file(Self.whole))
        _ = try await platform.content.take(file(#""$schema": "x""#))
        #expect(platform.context.clock.isFrozen)
        #expect(try await platform.context.faults.all().count == 2)
        _ = try await platform.content.take(file(#""faults": [], "clock": {"offset": 60}"#))
        #expect(!platform.context.clock.isFrozen && platform.context.clock.now.timeIntervalSinceNow > 50)
        #expect(try await platform.context.faults.all().isEmpty)
    }

    @Test(arguments: [("192.0.2.7", nil), ("127.0.0.1", "https://login.test")])
    func `development keys are refused beyond loopback`(_ host: String, _ base: String?) async throws {
        let platform = try platform(at: host, named: base)
        let before = platform.context.keys.signingKey.publicKey
        let error = await #expect(throws: TenantFileError.self) {
            try await platform.content.take(file(#""keys": "development""#))
        }
        #expect(error?.problems.first?.hasPrefix("/keys: These keys are public") == true)
        #expect(platform.context.keys.signingKey.publicKey == before)
    }

    static let mistakes: [(String, String)] = [
        (#""keys": "mine""#, "/keys: This must be one of 'development'"),
        (#""clock": {"offset": "soon"}"#, "/clock/offset: This must be a number"),
        (#""clock": {"frozenAt": "noon"}"#, "/clock/frozenAt: This must be a time"),
        (#""clock": {"frozenAt": "2026-01-31T08:00:00Z", "offset": 1}"#, "/clock/offset: A stopped clock"),
        (#""clock": {"offset": 1e12}"#, "/clock: The tenant's clock must be between"),
        (#""clock": {"frozen": true}"#, "/clock/frozen: There is no member 'frozen'"),
        (#""faults": [{"fault": "nothing"}]"#, "/faults/0/fault: There is no fault 'nothing'"),
        (
            #""faults": [{"fault": "wrongNonse"}]"#,
            "/faults/0/fault: There is no fault 'wrongNonse'; did you mean 'wrongNonce'?"
        ),
        (#""faults": [{"fault": "latency"}]"#, "/faults/0/fault: The fault 'latency' needs more than its name"),
        (#""faults": [{"fault": "AADSTS1"}]"#, "/faults/0/fault: This tenant has no error 'AADSTS1'"),
        (
            #""faults": [{"fault": "drop", "endpoint": "tokn"}]"#,
            "/faults/0/endpoint: There is no member 'tokn'; did you mean 'token'?"
        ),
        (#""faults": [{"fault": "drop", "next": "one"}]"#, "/faults/0/next: This must be a whole number."),
        (#""faults": [{"fault": "drop", "endpiont": "token"}]"#, "/faults/0/endpiont: There is no member"),
        (#""faults": [{"fault": {"kind": "drop", "x": 1}}]"#, "/faults/0/fault/x: There is no member"),
        (#""faults": [{"fault": "drop", "next": -1}]"#, "/faults/0/next: This must be a whole number"),
        (#""faults": [{"fault": {"kind": "error", "status": 200}}]"#, "/faults/0/fault/status: This must be"),
        (#""automaticSignIns": [{"clientId": "x", "person": "y"}]"#, "/automaticSignIns/0/clientId: No app"),
        (
            #""automaticSignIns": [{"clientId": "0b8e1f4c-5a3d-4c1f-8a55-2d7c9e6f3b10", "person": "y"}]"#,
            "/automaticSignIns/0/person: No user"
        ),
        (#""automaticSignIns": [{"person": "y"}]"#, "/automaticSignIns/0: 'clientId' is missing"),
        (#""standardClients": [{"client_name": "A"}]"#, "/standardClients/0/client_id: 'client_id' is missing"),
        (
            #""standardClients": [{"client_id": "a", "client_secret": "s", "token_endpoint_auth_method": "none"}]"#,
            "/standardClients/0/client_secret: No method of this client uses a secret"
        ),
        (
            #""standardClients": [{"client_id": "a", "token_endpoint_auth_method": "none", "#
                + #""token_endpoint_auth_methods": ["none"]}]"#,
            "/standardClients/0/token_endpoint_auth_methods: Give token_endpoint_auth_method or this list"
        ),
        (
            #""standardClients": [{"client_id": "a", "token_endpoint_auth_method": "client_secret_basic"}]"#,
            "/standardClients/0/client_secret: A client that authenticates with a secret needs one"
        ),
        (#""automaticSignIns": [{"clientID": "x", "person": "y"}]"#, "/automaticSignIns/0: 'clientId' is missing"),
        (
            #""standardClients": [{"client_id": "a", "allowed_origins": ["https://a.example", "https://127.1"]}]"#,
            "/standardClients/0/allowed_origins/1: This must be an origin"
        ),
        (
            #""standardClients": [{"client_id": "a", "allowed_origins": ["https://a.example/"]}]"#,
            "/standardClients/0/allowed_origins/0: This must be an origin"
        ),
        (
            #""standardClients": [{"client_id": "a", "client_name": "A", "redirect_uris": ["a"]}]"#,
            "/standardClients/0/redirect_uris/0: This must be an absolute address"
        ),
        (
            #""standardClients": [{"client_id": "a", "client_name": "A", "response_types": ["token"]}]"#,
            "/standardClients/0/response_types/0: This must be one of"
        ),
        (
            #""standardClients": [{"client_id": "a", "client_name": "A", "#
                + #""token_endpoint_auth_methods": ["client_secret_post"]}]"#,
            "/standardClients/0/client_secret: A client that authenticates with a secret needs one"
        ),
        (
            #""standardClients": [{"client_id": "a", "client_name": "A"}, {"client_id": "a", "client_name": "A"}]"#,
            "/standardClients/1/client_id: The file contains this client twice"
        ),
    ]

    @Test func `an unknown directory is reported once, without further errors`() async throws {
        let flow = #"{"directory": "nowhere.example", "name": "B2C_1_x", "kind": "signIn", "look": {}}"#
        let error = await #expect(throws: TenantFileError.self) {
            try await platform().content.take(file("\"userFlows\": [\(flow)]"), isReplacing: true)
        }
        #expect(error?.problems.count == 1)
        #expect(error?.problems.first?.hasPrefix("/userFlows/0/directory: No directory") == true)
    }

    @Test(arguments: mistakes)
    func `a located mistake imports nothing`(_ rest: String, _ message: String) async throws {
        let platform = try platform()
        _ = try await platform.content.take(file(Self.whole))
        let before = try await platform.content.file()
        let error = await #expect(throws: TenantFileError.self) {
            try await platform.content.take(file(rest), isReplacing: true)
        }
        #expect(error?.problems.contains { $0.hasPrefix(message) } == true, "\(error?.problems ?? [])")
        #expect(try await platform.content.file() == before)
        #expect(platform.context.clock.now.timeIntervalSince1970 == 1_769_846_400.123)
    }
}
