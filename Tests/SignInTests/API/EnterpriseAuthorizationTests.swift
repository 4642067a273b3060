// SPDX-License-Identifier: Apache-2.0
import APIAccess
import Fixtures
import HTTPMessages
import JSONWebSignatures
import SignInTesting

@Suite struct EnterpriseAuthorizationTests {
    private static let api = URL(constant: "http://localhost:8001/mcp")

    private static func call(
        _ connection: APIConnection, _ method: HTTPRequest.Method = .post
    ) async throws -> TransportResponse {
        try await connection.send(HTTPRequest(method: method, url: api), body: Data("{}".utf8))
    }

    /// The suite's provider knows one grant, and no PKCE.
    private static let server = LadderSite.Server(
        metadata: { members in
            members["code_challenge_methods_supported"] = nil
            members["registration_endpoint"] = nil
            members["grant_types_supported"] = .array([.string("urn:ietf:params:oauth:grant-type:jwt-bearer")])
        }, methods: ["client_secret_basic"])

    @Test("auth/enterprise-managed-authorization") func scenario() async throws {
        let site = EnterpriseSite(LadderSite(Self.server))
        let questions = LadderClient.Questions()
        let connection = try site.connection(asking: questions)
        #expect(try await Self.call(connection).status == .ok)
        let exchange = try #require(site.exchanges.first)
        #expect(exchange["grant_type"] == "urn:ietf:params:oauth:grant-type:token-exchange")
        #expect(exchange["requested_token_type"] == "urn:ietf:params:oauth:token-type:id-jag")
        #expect(exchange["subject_token"] == "the person's ID token")
        #expect(exchange["subject_token_type"] == "urn:ietf:params:oauth:token-type:id_token")
        #expect(exchange.all("audience") == [LadderSite.first] && exchange.all("resource") == ["\(LadderSite.api)/mcp"])
        #expect(exchange["client_id"] == "idp-client" && exchange["client_secret"] == nil)
        let grants = await site.site.all("\(LadderSite.first)/token")
        #expect(grants.map { $0.form["grant_type"] } == ["urn:ietf:params:oauth:grant-type:jwt-bearer"])
        #expect(grants.first?.form["assertion"] == EnterpriseSite.assertion)
        #expect(grants.first?.form["resource"] == "\(LadderSite.api)/mcp")
        let basic = Data("conformance-client:conformance-secret".utf8).base64EncodedString()
        #expect(grants.first?.fields[.authorization] == "Basic \(basic)")
        #expect(await site.site.count("authorize") == 0 && questions.providers.isEmpty)
        #expect(try await connection.account() == nil, "nothing is kept")
    }

    @Test("auth/enterprise-managed-authorization-refresh-token") func scenarioOfRefreshToken() async throws {
        let site = EnterpriseSite(LadderSite(Self.server))
        let connection = try site.connection(subject: .refreshToken(Redacted("the person's refresh token")))
        #expect(try await Self.call(connection).status == .ok)
        let exchange = try #require(site.exchanges.first)
        #expect(exchange["grant_type"] == "urn:ietf:params:oauth:grant-type:token-exchange")
        #expect(exchange["subject_token_type"] == "urn:ietf:params:oauth:token-type:refresh_token")
    }

    @Test func `a token serves many requests, and the API's scopes are in both requests`() async throws {
        let site = EnterpriseSite(LadderSite(Self.server, .init(challengeScope: "mcp:basic")))
        let connection = try site.connection()
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<10 { group.addTask { try await Self.call(connection).status.code } }
            for try await status in group { #expect(status == 200) }
        }
        #expect(site.exchanges.map { $0["scope"] } == ["mcp:basic"])
        #expect(await site.site.all("\(LadderSite.first)/token").map { $0.form["scope"] } == ["mcp:basic"])
    }

    @Test func `an API that the app does not name gets a token after consent, without more scopes`() async throws {
        let site = EnterpriseSite(
            LadderSite(Self.server, .init(challengeScope: "mcp:basic", needed: [.put: ["mcp:write"]])))
        let questions = LadderClient.Questions()
        let declined = try site.connection(asking: questions, knowingAPI: false, agreeing: false)
        await expect(Refusal.self, .providerDeclined) { try await Self.call(declined) }
        #expect(site.exchanges.isEmpty && questions.providers.map(\.scopes.text) == ["mcp:basic"])
        let agreed = try site.connection(knowingAPI: false)
        #expect(try await Self.call(agreed).status == .ok)
        #expect(try await Self.call(agreed, .put).status == .forbidden)
        #expect(site.exchanges.map { $0["scope"] } == ["mcp:basic"])
    }

    @Test func `a missing scope needs another assertion, and no person`() async throws {
        let site = EnterpriseSite(
            LadderSite(Self.server, .init(challengeScope: "mcp:basic", needed: [.put: ["mcp:write"]])))
        let connection = try site.connection()
        #expect(try await Self.call(connection).status == .ok)
        #expect(try await Self.call(connection, .put).status == .ok)
        #expect(site.exchanges.map { $0["scope"] } == ["mcp:basic", "mcp:basic mcp:write"])
    }

    @Test func `an API that refuses every token ends in its refusal`() async throws {
        let site = EnterpriseSite(LadderSite(Self.server, .init(refusesEveryToken: true)))
        let connection = try site.connection()
        for _ in 0..<3 { #expect(try await Self.call(connection).status == .unauthorized) }
        #expect(site.exchanges.count == 1)
    }

    /// The identity provider's valid response with one defect per row.
    static let refusals: [(String, TransportResponse, Refusal.Code)] = [
        ("no assertion", EnterpriseSite.answer(["access_token": nil]), .tokenResponseMalformed),
        ("an empty assertion", EnterpriseSite.answer(["access_token": .string("")]), .tokenResponseMalformed),
        ("a number", EnterpriseSite.answer(["access_token": .number("1")]), .tokenResponseMalformed),
        ("no type", EnterpriseSite.answer(["issued_token_type": nil]), .tokenResponseMalformed),
        (
            "an access token",
            EnterpriseSite.answer([
                "issued_token_type": .string("urn:ietf:params:oauth:token-type:access_token")
            ]), .tokenTypeUnsupported
        ),
        ("a token to present", EnterpriseSite.answer(["token_type": .string("Bearer")]), .tokenTypeUnsupported),
        ("no JSON", TransportResponse(200, "<html>"), .tokenResponseMalformed),
    ]

    @Test(arguments: refusals.indices)
    func `an answer of the identity provider is refused that has`(_ row: Int) async throws {
        let (name, answer, code) = Self.refusals[row]
        let site = EnterpriseSite(LadderSite(Self.server), answering: answer)
        let connection = try site.connection()
        await expect(Refusal.self, code, "\(name)") { try await Self.call(connection) }
        #expect(await site.site.count("token") == 0, "nothing goes to the API's provider")
    }

    @Test func `the enterprise's no is the error of the request`() async throws {
        let no = TransportResponse(
            400, #"{"error":"invalid_target","error_description":"not for the person's ID token"}"#)
        let connection = try EnterpriseSite(LadderSite(Self.server), answering: no).connection()
        let error = await #expect(throws: ServerError.self) { try await Self.call(connection) }
        #expect(error?.code.rawValue == "invalid_target")
        #expect(error?.message.contains("the person's ID token") == false, "an error repeats no token")
    }

    @Test func `without credentials at the API's provider, the person signs in there as usual`() async throws {
        let site = EnterpriseSite(LadderSite())
        let connection = try site.connection(credentials: [])
        await #expect(throws: CancellationError.self) { try await Self.call(connection) }
        #expect(site.exchanges.isEmpty, "the ID token goes to nobody")
    }

    @Test func `the ID token of an account is used until it ends, and then refreshed`() async throws {
        let signedIn = try await SignedIn()
        let tenant = signedIn.tenant
        signedIn.transport.answer { request, body in
            let form = FormParameters(encoded: String(decoding: body, as: UTF8.self))
            guard form?["requested_token_type"] != nil else { return nil }
            return EnterpriseSite.answer()
        }
        let site = LadderSite(Self.server)
        // Requests for the suite's hosts go to the suite, others to a tenant.
        let fork = StubTransport { request, body in
            let isSite = ["localhost:8001", "localhost:9001"].contains(request.authority ?? "")
            return try await isSite ? site.send(request, body: body) : signedIn.transport.send(request, body: body)
        }
        let accounts = AccountStore(
            signedIn.storage, registrations: [tenant.registration], over: fork, time: tenant.clock.time)
        let flow = SignInFlow(tenant.registration, keepingIn: accounts)
        func client() throws -> APIConnection {
            var client = APIClient(name: "Notes", redirectURI: tenant.registration.redirectURI)
            client.credentials = [
                APIClient.Credentials(
                    issuer: try #require(URL(string: LadderSite.first)), clientID: "notes",
                    authentication: ClientAuthentication(secret: "secret"))
            ]
            client.knownAPIs = [Self.api]
            client.enterprise = EnterpriseAuthorization(of: signedIn.account, signedInBy: flow)
            return APIConnection(
                to: Self.api, as: client, keepingIn: accounts, with: NoBrowser(),
                consenting: { _ in true })
        }
        let first = try #require(try await signedIn.record()?.idToken?.revealed)
        #expect(try await Self.call(try client()).status == .ok)
        signedIn.expire()
        #expect(try await Self.call(try client()).status == .ok)
        let subjects = signedIn.transport.tokenRequests.compactMap { $0.form?["subject_token"] }
        #expect(subjects.count == 2 && subjects[0] == first && subjects[1] != first)
    }
}
