// SPDX-License-Identifier: Apache-2.0
import Fixtures
import SignInProvider
import SignInTesting

@Suite struct ExchangeTests {
    private static let token = #"{"access_token":"new","token_type":"Bearer","expires_in":60}"#

    private let (registration, transport, time): (ClientRegistration, TamperingTransport, TimeSource)

    init() async throws {
        let tenant: TestTenant
        (tenant, transport) = try await tamperedTenant()
        transport.answerTokens(200, Self.token)
        var backend = tenant.registration
        backend.clientID = "backend"
        (registration, time) = (backend, tenant.clock.time)
    }

    @Test func `a token is exchanged as RFC 8693 writes it`() async throws {
        // §2.3, with the client in the form
        let source = ClientGrants(registration, over: transport, time: time).tokenExchange(
            .accessToken(Redacted("accVkjcJyb4BWCxGsndESCJQbdFMogUC5PbRDqceLTC")),
            resources: ["https://backend.example.com/api"])
        #expect(try await source.accessToken(for: [], rejected: nil).revealed == "new")
        let sent = try #require(transport.tokenRequests.first)
        #expect(
            String(decoding: sent.body, as: UTF8.self)
                == "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Atoken-exchange&client_id=backend"
                + "&subject_token=accVkjcJyb4BWCxGsndESCJQbdFMogUC5PbRDqceLTC"
                + "&subject_token_type=urn%3Aietf%3Aparams%3Aoauth%3Atoken-type%3Aaccess_token"
                + "&requested_token_type=urn%3Aietf%3Aparams%3Aoauth%3Atoken-type%3Aaccess_token"
                + "&resource=https%3A%2F%2Fbackend.example.com%2Fapi")
    }

    @Test func `an exchange names the actor and the audiences`() async throws {
        let source = ClientGrants(registration, over: transport, time: time).tokenExchange(
            .idToken(Redacted("subject")), actor: .jwt(Redacted("actor")), audiences: ["a", "b"])
        _ = try await source.accessToken(for: ["read"], rejected: nil)
        let form = try #require(transport.tokenRequests.first?.form)
        #expect(form["subject_token_type"] == "urn:ietf:params:oauth:token-type:id_token")
        #expect(form["actor_token"] == "actor")
        #expect(form["actor_token_type"] == "urn:ietf:params:oauth:token-type:jwt")
        #expect(form.all("audience") == ["a", "b"] && form["scope"] == "read")
    }

    @Test func `rejects a token that is not an access token`() async throws {
        transport.answerTokens(200, #"{"access_token":"x","token_type":"N_A","issued_token_type":"saml"}"#)
        let source = ClientGrants(registration, over: transport, time: time)
            .tokenExchange(.accessToken(Redacted("s")))
        await expect(Refusal.self, .tokenTypeUnsupported) { try await source.accessToken(for: [], rejected: nil) }
    }

    @Test func `an assertion is presented as RFC 7523 writes it, a new one each time`() async throws {
        let count = Mutex(0)
        let seconds = Mutex(0.0)
        let clock = TimeSource { time.date() + seconds.withLock { $0 } }
        let grant = ClientGrants(registration, over: transport, time: clock).jwtBearer {
            count.withLock { $0 += 1 }
            return Redacted("assertion-\(count.withLock { $0 })")
        }
        // §4, with the client in the form
        let token = try await grant.accessToken(for: ["openid", "read"])
        #expect(try await grant.accessToken(for: ["read"]) == token, "kept")
        seconds.withLock { $0 = 30 }
        _ = try await grant.accessToken(for: ["read"], rejected: token)
        let bodies = transport.tokenRequests.map { String(decoding: $0.body, as: UTF8.self) }
        let start = "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer&client_id=backend&assertion="
        #expect(bodies == ["\(start)assertion-1&scope=read", "\(start)assertion-2&scope=read"])
    }
}
