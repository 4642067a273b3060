// SPDX-License-Identifier: Apache-2.0
import APIAccess
import Fixtures
import HTTPMessages
import JSONWebSignatures
import SignIn

/// The client authorization scenarios of the Model Context Protocol's conformance suite, by name.
@Suite struct ProtocolScenarioTests {
    private static func requireSteps(_ client: LadderClient, _ base: String = LadderSite.first) async {
        for step in ["register", "authorize", "token"] {
            #expect(await client.site.all("\(base)/\(step)").count == 1, "\(step)")
        }
    }

    // MARK: Places of metadata

    @Test("auth/metadata-default") func metadataDefault() async throws {
        let client = try LadderClient(LadderSite())
        #expect(try await client.call().status == .ok)
        await Self.requireSteps(client)
        #expect(await !client.site.places.contains("\(LadderSite.api)/.well-known/oauth-protected-resource"))
        let registration = try #require(await client.site.all("\(LadderSite.first)/register").first)
        let members = try StrictJSON.object(in: registration.body)
        #expect(members["application_type"]?.string == "native")
        #expect(members["redirect_uris"]?.array?.compactMap(\.string) == ["http://127.0.0.1:49152"])
        #expect(members["client_name"]?.string == "Notes")
    }

    @Test("auth/metadata-var1") func metadataVar1() async throws {
        let site = LadderSite(
            .init(metadataPath: "/.well-known/openid-configuration"), .init(isNamedInChallenge: false))
        let client = try LadderClient(site)
        #expect(try await client.call().status == .ok)
        await Self.requireSteps(client)
    }

    @Test("auth/metadata-var2") func metadataVar2() async throws {
        let site = LadderSite(
            .init(metadataPath: "/.well-known/oauth-authorization-server/tenant1", path: "/tenant1"),
            .init(
                descriptionPath: "/.well-known/oauth-protected-resource", isNamedInChallenge: false,
                resource: LadderSite.api, servers: ["\(LadderSite.first)/tenant1"]))
        let client = try LadderClient(site)
        #expect(try await client.call().status == .ok)
        await Self.requireSteps(client, "\(LadderSite.first)/tenant1")
        #expect(await !site.places.contains("\(LadderSite.first)/.well-known/oauth-authorization-server"))
    }

    @Test("auth/metadata-var3") func metadataVar3() async throws {
        let site = LadderSite(
            .init(metadataPath: "/tenant1/.well-known/openid-configuration", path: "/tenant1"),
            .init(
                descriptionPath: "/custom/metadata/location.json", resource: "\(LadderSite.api)/mcp",
                servers: ["\(LadderSite.first)/tenant1"]))
        let client = try LadderClient(site)
        #expect(try await client.call().status == .ok)
        await Self.requireSteps(client, "\(LadderSite.first)/tenant1")
        // Two places before the last, none of them twice.
        #expect(
            await site.places.filter { $0.hasPrefix(LadderSite.first) && $0.contains(".well-known") } == [
                "\(LadderSite.first)/.well-known/oauth-authorization-server/tenant1",
                "\(LadderSite.first)/.well-known/openid-configuration/tenant1",
                "\(LadderSite.first)/tenant1/.well-known/openid-configuration",
            ])
    }

    @Test("auth/2025-03-26-oauth-metadata-backcompat") func olderMetadata() async throws {
        let site = LadderSite(.init(), .init(descriptionPath: nil))
        await site.change { $0.servers[LadderSite.api] = LadderSite.Server() }
        let client = try LadderClient(site)
        #expect(try await client.call().status == .ok)
        await Self.requireSteps(client, LadderSite.api)
    }

    @Test("auth/2025-03-26-oauth-endpoint-fallback") func olderEndpoints() async throws {
        let client = try LadderClient(LadderSite(.init(), .init(descriptionPath: nil)))
        #expect(try await client.refusal() == .resourceMetadataMissing)
    }

    // MARK: The client's id

    @Test("auth/basic-cimd") func metadataDocument() async throws {
        let site = LadderSite(.init(metadata: { $0["client_id_metadata_document_supported"] = .boolean(true) }))
        let document = try #require(URL(string: "https://app.example/client.json"))
        let client = try LadderClient(site, changing: { $0.metadataDocument = document })
        #expect(try await client.call().status == .ok)
        #expect(try await client.authorization()["client_id"] == document.absoluteString)
        #expect(await site.count("register") == 0)
    }

    @Test("auth/pre-registration") func preRegistration() async throws {
        let site = LadderSite(.init(metadata: { $0["registration_endpoint"] = nil }, methods: ["client_secret_basic"]))
        let issuer = try #require(URL(string: LadderSite.first))
        let credentials = APIClient.Credentials(
            issuer: issuer, clientID: "known-client", authentication: ClientAuthentication(secret: "known-secret"))
        let api = try #require(URL(string: LadderSite.api))
        let client = try LadderClient(site, changing: { ($0.credentials, $0.knownAPIs) = ([credentials], [api]) })
        #expect(try await client.call().status == .ok)
        #expect(client.asked.providers.isEmpty)
        let other = try LadderClient(site, agrees: { _ in false }, changing: { $0.credentials = [credentials] })
        await #expect(throws: Refusal.self, "the API is not known") { try await other.call() }
        let token = try #require(await site.all("\(LadderSite.first)/token").first)
        #expect(token.fields[.authorization] == "Basic " + Data("known-client:known-secret".utf8).base64EncodedString())
    }

    @Test("auth/authorization-server-migration") func migration() async throws {
        let site = LadderSite(.init(clientID: "first-client", tokenPrefix: "first"), .init(acceptedPrefix: "first"))
        await site.change {
            $0.servers[LadderSite.second] = LadderSite.Server(clientID: "second-client", tokenPrefix: "second")
        }
        let client = try LadderClient(site)
        #expect(try await client.call().status == .ok)
        await site.change {
            $0.api.servers = [LadderSite.second]
            $0.api.acceptedPrefix = "second"
        }
        #expect(try await client.call().status == .ok)
        #expect(await site.all("\(LadderSite.second)/register").count == 1)
        #expect(try await client.authorization(LadderSite.second)["client_id"] == "second-client")
        #expect(await site.all("\(LadderSite.second)/token").map { $0.form["client_id"] } == ["second-client"])
    }

    @Test(
        "auth/token-endpoint-auth-",
        arguments: [("none", nil), ("client_secret_basic", "s3cret"), ("client_secret_post", "s3cret")])
    func authentication(method: String, secret: String?) async throws {
        let site = LadderSite(.init(secret: secret, method: method, methods: [method]))
        #expect(try await LadderClient(site).call().status == .ok)
        let registration = try #require(await site.all("\(LadderSite.first)/register").first)
        #expect(try StrictJSON.object(in: registration.body)["token_endpoint_auth_method"]?.string == method)
        let token = try #require(await site.all("\(LadderSite.first)/token").first)
        #expect((token.fields[.authorization] != nil) == (method == "client_secret_basic"))
        #expect(token.form["client_secret"] == (method == "client_secret_post" ? "s3cret" : nil))
    }

    // MARK: Scopes

    @Test("auth/scope-from-www-authenticate") func scopeFromChallenge() async throws {
        let site = LadderSite(.init(), .init(challengeScope: "mcp:basic", scopes: ["mcp:basic", "mcp:all"]))
        let client = try LadderClient(site)
        #expect(try await (client.call().status, client.authorization()["scope"]) == (.ok, "mcp:basic"))
    }

    @Test("auth/scope-from-scopes-supported") func scopeFromDescription() async throws {
        let site = LadderSite(.init(), .init(scopes: ["mcp:basic", "mcp:read", "mcp:write"]))
        let client = try LadderClient(site)
        #expect(try await client.call().status == .ok)
        #expect(try await client.authorization()["scope"] == "mcp:basic mcp:read mcp:write")
    }

    @Test("auth/scope-omitted-when-undefined") func scopeOmitted() async throws {
        let client = try LadderClient(LadderSite())
        #expect(try await client.call().status == .ok)
        #expect(try await client.authorization().all("scope").isEmpty)
    }

    @Test("auth/scope-step-up") func scopeStepUp() async throws {
        let site = LadderSite(
            .init(),
            .init(challengeScope: "mcp:basic", needed: [.get: ["mcp:basic"], .post: ["mcp:basic", "mcp:write"]]))
        let client = try LadderClient(site)
        #expect(try await (client.call(.get).status, client.call(.post).status) == (.ok, .ok))
        let asked = await site.all("\(LadderSite.first)/authorize").map { $0.form["scope"] }
        #expect(asked == ["mcp:basic", "mcp:basic mcp:write"])
    }

    @Test("auth/scope-retry-limit") func scopeRetryLimit() async throws {
        let site = LadderSite(.init(), .init(challengeScope: "mcp:basic", needed: [.post: ["mcp:never"]]))
        await site.change { $0.grants = { $0.filter { $0 != "mcp:never" } } }
        let client = try LadderClient(site)
        for _ in 0..<3 { #expect(try await client.call().status == .forbidden) }
        #expect(await site.count("authorize") == 2)
    }

    @Test("auth/offline-access-scope") func offlineAccess() async throws {
        let site = LadderSite(
            .init(metadata: { $0["scopes_supported"] = .array([.string("mcp:basic"), .string("offline_access")]) }),
            .init(scopes: ["mcp:basic"]))
        let client = try LadderClient(site)
        #expect(try await client.call().status == .ok)
        #expect(try await client.authorization()["scope"] == "mcp:basic offline_access")
        let registration = try #require(await site.all("\(LadderSite.first)/register").first)
        let grants = try StrictJSON.object(in: registration.body)["grant_types"]?.array?.compactMap(\.string)
        #expect(grants == ["authorization_code", "refresh_token"])
    }

    @Test("auth/offline-access-not-supported") func noOfflineAccess() async throws {
        let site = LadderSite(
            .init(metadata: { $0["scopes_supported"] = .array([.string("mcp:basic"), .string("mcp:read")]) }),
            .init(scopes: ["mcp:basic", "mcp:read"]))
        let client = try LadderClient(site)
        #expect(try await client.call().status == .ok)
        #expect(try await client.authorization()["scope"] == "mcp:basic mcp:read")
    }

    // MARK: The issuer

    /// Whether the provider advertises `iss`, the value that it sends, and whether the client continues.
    @Test(arguments: [
        ("auth/iss-supported", true, LadderSite.first, true),
        ("auth/iss-not-advertised", false, nil, true),
        ("auth/iss-supported-missing", true, nil, false),
        ("auth/iss-wrong-issuer", true, "https://evil.example.com", false),
        ("auth/iss-unexpected", false, "https://evil.example.com", false),
        ("auth/iss-normalized", true, "\(LadderSite.first)/", false),
    ])
    func issuerInRedirect(_ name: String, isPromised: Bool, issuer: String?, goesOn: Bool) async throws {
        let site = LadderSite(
            .init(
                metadata: {
                    if isPromised { $0["authorization_response_iss_parameter_supported"] = .boolean(true) }
                }, issuerInRedirect: issuer))
        let client = try LadderClient(site)
        guard !goesOn else {
            #expect(try await client.call().status == .ok)
            return
        }
        #expect(try await client.refusal() == .redirectIssuerMismatch)
        #expect(await site.count("authorize") == 1)
    }

    @Test("auth/metadata-issuer-mismatch") func metadataIssuerMismatch() async throws {
        let site = LadderSite(.init(metadata: { $0["issuer"] = .string("https://evil.example.com") }))
        #expect(try await LadderClient(site).refusal() == .metadataIssuerMismatch)
        #expect(await site.count("authorize") == 0)
    }

    @Test("auth/resource-mismatch") func resourceMismatch() async throws {
        let site = LadderSite(.init(), .init(resource: "https://evil.example.com/mcp"))
        #expect(try await LadderClient(site).refusal() == .resourceMismatch)
        #expect(await site.count("authorize") == 0)
    }
}
