// SPDX-License-Identifier: Apache-2.0
import BearerAuthServing
import Fixtures
import HTTPMessages
import LocalTenant
import OAuthMessages
import SignInProvider
import SignInTesting

/// An API on `HTTPServing` that introspects opaque tokens, called by the client library.
@Suite struct ProtectedOrdersTests {
    let tenant: TestTenant

    init() async throws { tenant = try await withTenant { $0 } }

    private static let api = URL(constant: "http://127.0.0.1:5100")
    private static let issuer = URL(constant: "http://127.0.0.1:4400/op")

    enum Client: String, CaseIterable, Sendable {
        case bearer
        case bound

        var registration: ClientRegistration {
            get throws {
                let isBound = self == .bound
                var registration = ClientRegistration(
                    name: rawValue, issuer: ProtectedOrdersTests.issuer,
                    clientID: isBound ? "bound-orders" : StandardSampleClient.webID,
                    authentication: isBound ? .none : ClientAuthentication(secret: StandardSampleClient.webSecret),
                    redirectURI: try #require(RedirectURI("http://127.0.0.1:8080/callback")),
                    scopes: ["openid", "offline_access", StandardSampleClient.apiScope])
                registration.dpopBoundAccessTokens = isBound
                registration.resource = StandardSampleClient.apiURI
                return registration
            }
        }

        /// The provider lacks such a client: its bound client gets self-contained tokens.
        static let file = """
            {"version": 1, "standardClients": [{"client_id": "bound-orders", "client_name": "Bound orders",
            "redirect_uris": ["http://127.0.0.1:8080/callback"], "scope": "openid offline_access orders.read",
            "dpop_bound_access_tokens": true, "access_token_format": "opaque"}]}
            """
    }

    /// Records the provider's requests from client and API.
    private struct Stage {
        let tenant: TestTenant
        let provider: TamperingTransport
        let transport: InProcessTransport
        let storage = MemoryAccountStorage()
        let account: Account
        let orders: AuthorizedTransport

        init(_ client: Client, at tenant: TestTenant) async throws {
            self.tenant = tenant
            try await tenant.administration.take(tenantFile: Data(Client.file.utf8))
            provider = TamperingTransport(tenant.transport)
            transport = tenant.transport.adding(
                ProtectedOrdersTests.router(over: provider, time: tenant.clock.time).buildResponder(),
                at: ProtectedOrdersTests.api)
            let registration = try client.registration
            let flow = tenant.flow(registration, over: transport, keepingIn: storage)
            account = try await flow.signIn(at: tenant)
            orders = flow.authorizedTransport(
                for: account, scopes: registration.scopes, to: ProtectedOrdersTests.api)
        }

        func call(_ method: HTTPRequest.Method = .get, _ path: String = "orders") async throws -> TransportResponse {
            try await orders.send(
                HTTPRequest(method: method, url: ProtectedOrdersTests.api.appending(path: path)), body: Data())
        }

        var questions: Int { provider.sent.count { $0.request.path == "/op/introspect" } }

        func record() async throws -> AccountRecord { try #require(try await storage.record(account.id)) }

        /// RFC 7009 §2.1.
        func revoke(_ token: Redacted<String>?, of client: Client) async throws {
            var request = HTTPRequest(method: .post, url: ProtectedOrdersTests.issuer.appending(path: "revoke"))
            request.headerFields[.contentType] = "application/x-www-form-urlencoded"
            var form: FormParameters = ["token": try #require(token).revealed]
            form.append("client_id", try client.registration.clientID)
            if client == .bearer { form.append("client_secret", StandardSampleClient.webSecret) }
            let response = try await tenant.transport.send(request, body: Data(form.encoded.utf8))
            #expect(response.status == .ok, "\(String(decoding: response.body, as: UTF8.self))")
        }
    }

    private struct OrdersContext: BearerRequestContext {
        var core: RequestCore
        var caller: Caller?

        init(core: RequestCore) { self.core = core }
    }

    private static func router(over provider: any Transport, time: TimeSource) -> Router<OrdersContext> {
        var tokens = AcceptedTokens(
            from: ProviderDescription(issuer: issuer), AccessTokenRules(audiences: [StandardSampleClient.apiURI]))
        tokens.introspection = TokenIntrospection(
            at: issuer.appending(path: "introspect"), as: StandardSampleClient.apiID,
            authentication: ClientAuthentication(secret: StandardSampleClient.apiSecret))
        let protection = BearerProtection(
            accepting: [tokens], bound: DPoPRules(at: api), over: provider, time: time)
        let router = Router(context: OrdersContext.self)
        let orders = router.group("orders").add(middleware: BearerAuthenticator(protection))
        orders.group().add(middleware: RequiredScope(StandardSampleClient.apiScope))
            .get { _, context in "orders of \(try context.requireCaller().claims.string("username") ?? "")" }
        orders.group().add(middleware: RequiredScope("orders.write")).post { _, _ in "ordered" }
        orders.group("all").add(middleware: RequiredRole("Orders.Admin")).get { _, _ in "all orders" }
        return router
    }

    @Test(arguments: Client.allCases)
    func `a person's opaque token opens the API, which asks once`(_ client: Client) async throws {
        let stage = try await Stage(client, at: tenant)
        for _ in 0..<3 {
            let response = try await stage.call()
            #expect(String(decoding: response.body, as: UTF8.self) == "orders of \(tenant.person.username)")
        }
        #expect(stage.questions == 1)
        let token = try #require(try await stage.record().tokens.first?.accessToken)
        #expect(!token.revealed.contains("."), "the token is opaque")
    }

    @Test(arguments: Client.allCases)
    func `a missing scope and a missing role are refused with 403`(_ client: Client) async throws {
        let stage = try await Stage(client, at: tenant)
        let scheme = client == .bound ? "DPoP" : "Bearer"
        for (method, path) in [(HTTPRequest.Method.post, "orders"), (.get, "orders/all")] {
            let response = try await stage.call(method, path)
            #expect(response.status == .forbidden)
            let challenges = AuthenticationChallenge.all(in: response.head.headerFields[values: .wwwAuthenticate])
            let own = challenges.first { $0.isScheme(scheme) }
            #expect(own?["error"] == "insufficient_scope", "\(response.head.headerFields)")
            #expect(own?["scope"] == (method == .post ? "orders.write" : nil))
        }
    }

    @Test func `a role in the provider's answer opens the route that demands it`() async throws {
        let stage = try await Stage(.bearer, at: tenant)
        stage.provider.change { request, response in
            guard request.path == "/op/introspect" else { return }
            var json = try JSONSerialization.jsonObject(with: response.body) as? [String: Any] ?? [:]
            json["roles"] = ["Orders.Admin"]
            response.body = try JSONSerialization.data(withJSONObject: json)
        }
        #expect(try await stage.call(.get, "orders/all").status == .ok)
    }

    @Test(arguments: Client.allCases)
    func `a revoked token opens the API for a minute, and the client gets another`(_ client: Client) async throws {
        let stage = try await Stage(client, at: tenant)
        #expect(try await stage.call().status == .ok)
        let first = try await stage.record().tokens.first?.accessToken
        try await stage.revoke(first, of: client)
        tenant.clock.advance(by: .seconds(59))
        #expect(try await (stage.call().status, stage.questions) == (.ok, 1))
        tenant.clock.advance(by: .seconds(1))
        #expect(try await stage.call().status == .ok)
        #expect(stage.questions == 3, "one about the revoked token, and one about the next")
        #expect(try await stage.record().tokens.first?.accessToken != first)
    }

    @Test(arguments: Client.allCases)
    func `after the grant has ended the API refuses, and so has the sign-in`(_ client: Client) async throws {
        let stage = try await Stage(client, at: tenant)
        #expect(try await stage.call().status == .ok)
        try await stage.revoke(try await stage.record().refreshToken, of: client)
        tenant.clock.advance(by: .seconds(60))
        let response = try await stage.call()
        #expect(response.status == .unauthorized)
        #expect(response.head.headerFields[.wwwAuthenticate]?.contains(#"error="invalid_token""#) == true)
        #expect(try await stage.record().endedAt != nil)
    }

    @Test
    func `a thief with a bound token and no key is refused before the provider is asked about a scope`() async throws {
        let stage = try await Stage(.bound, at: tenant)
        let token = try #require(try await stage.record().tokens.first?.accessToken)
        for scheme in ["Bearer", "DPoP"] {
            var request = HTTPRequest(url: Self.api.appending(path: "orders"))
            request.headerFields[.authorization] = "\(scheme) \(token.revealed)"
            #expect(try await stage.transport.send(request, body: Data()).status == .unauthorized)
        }
    }
}
