// SPDX-License-Identifier: Apache-2.0
import Fixtures
import SignInProvider
import SignInTesting

@Suite struct MissingEndpointTests {
    private func changing(
        _ member: String, _ value: [String]? = nil
    ) async throws -> (ClientRegistration, TamperingTransport, TimeSource) {
        let (tenant, transport) = try await tamperedTenant()
        transport.changeMetadata([member: value])
        let clock = tenant.clock
        var registration = tenant.registration
        registration.authentication = ClientAuthentication(secret: "s")
        return (registration, transport, clock.time)
    }

    @Test func `a provider without an authorization endpoint rejects a sign-in`() async throws {
        let (registration, transport, time) = try await changing("authorization_endpoint")
        let accounts = AccountStore(MemoryAccountStorage(), over: transport, time: time)
        await expect(Refusal.self, .authorizationEndpointMissing) {
            try await SignInFlow(registration, keepingIn: accounts)
                .signIn(with: AnsweringAgent { _ in throw CancellationError() })
        }
    }

    /// An empty list means the same as none.
    @Test(arguments: [(["plain"], true), (["plain", "s256"], true), (["S256"], false), ([], false)])
    func `no sign-in starts where the code could be stolen`(methods: [String], isRefused: Bool) async throws {
        let (registration, transport, time) = try await changing("code_challenge_methods_supported", methods)
        let accounts = AccountStore(MemoryAccountStorage(), over: transport, time: time)
        let error = await #expect(throws: (any Error).self) {
            try await SignInFlow(registration, keepingIn: accounts)
                .signIn(with: AnsweringAgent { _ in throw CancellationError() })
        }
        #expect((error as? Refusal)?.code == (isRefused ? .proofKeyUnsupported : nil))
        #expect(error is CancellationError == !isRefused, "the page opens")
        transport.answerTokens(200, ClientCredentialsTests.token)
        let credentials = ClientGrants(registration, over: transport, time: time).clientCredentials
        _ = try await credentials.accessToken(for: ClientCredentialsTests.scopes)
    }

    @Test func `a parameter of the app's own cannot take the place of one that the client sends`() async throws {
        let tenant = try await withTenant { $0 }
        let flow = tenant.signInFlow()
        var options = SignInOptions()
        options.additionalParameters = ["state": "mine", "audience": "api"]
        let refusal = await #expect(throws: Refusal.self) { try await flow.authorizationRequest(options: options) }
        #expect(refusal?.code == .parameterReserved && refusal?.message.contains("state itself") == true)
        options.additionalParameters = ["audience": "api"]
        let request = try await flow.authorizationRequest(options: options)
        #expect(FormParameters(queryOf: request.url)?.all("audience") == ["api"])
    }

    @Test func `a client still gets tokens of its own there`() async throws {
        let (registration, transport, time) = try await changing("authorization_endpoint")
        transport.answerTokens(200, ClientCredentialsTests.token)
        let credentials = ClientGrants(registration, over: transport, time: time).clientCredentials
        #expect(try await credentials.accessToken(for: ClientCredentialsTests.scopes).revealed == "a")
    }

    @Test func `a provider without a token endpoint issues no tokens`() async throws {
        let (registration, transport, time) = try await changing("token_endpoint")
        let credentials = ClientGrants(registration, over: transport, time: time).clientCredentials
        await expect(Refusal.self, .tokenEndpointMissing) {
            try await credentials.accessToken(for: ClientCredentialsTests.scopes)
        }
    }
}
