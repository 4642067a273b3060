// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPTransport
import OAuth
import SignIn
import SignInTesting
import Testing

/// Providers that do only a part of what the others do.
@Suite struct MissingEndpointTests {
    private func with(
        _ member: String, _ value: [String]? = nil,
        _ body: (ClientRegistration, TamperingTransport, TimeSource) async throws -> Void
    ) async throws {
        try await withTenant { tenant in
            let transport = TamperingTransport(tenant.transport)
            transport.changeMetadata([member: value])
            let clock = tenant.clock
            var registration = tenant.registration
            registration.authentication = ClientAuthentication(secret: "s")
            try await body(registration, transport, clock.time)
        }
    }

    @Test func `nobody signs in where there is no page for it`() async throws {
        try await with("authorization_endpoint") { registration, transport, time in
            let accounts = AccountStore(MemoryAccountStorage(), over: transport, time: time)
            let refusal = await #expect(throws: Refusal.self) {
                try await SignInFlow(registration, keepingIn: accounts)
                    .signIn(with: AnsweringAgent { _ in throw CancellationError() })
            }
            #expect(refusal?.code == .authorizationEndpointMissing)
        }
    }

    @Test(arguments: [["plain"], []]) func `nobody signs in where the code could be stolen on its way`(
        _ methods: [String]
    ) async throws {
        try await with("code_challenge_methods_supported", methods) { registration, transport, time in
            let accounts = AccountStore(MemoryAccountStorage(), over: transport, time: time)
            let refusal = await #expect(throws: Refusal.self) {
                try await SignInFlow(registration, keepingIn: accounts)
                    .signIn(with: AnsweringAgent { _ in throw CancellationError() })
            }
            #expect(refusal?.code == .proofKeyUnsupported)
            transport.answerTokens(200, ClientCredentialsTests.token)
            let credentials = ClientGrants(registration, over: transport, time: time).clientCredentials
            _ = try await credentials.accessToken(for: ClientCredentialsTests.scopes)
        }
    }

    @Test func `a parameter of the app's own cannot take the place of one that the client sends`() async throws {
        try await withTenant { tenant in
            let flow = tenant.signInFlow()
            var options = SignInOptions()
            options.additionalParameters = ["state": "mine", "audience": "api"]
            let refusal = await #expect(throws: Refusal.self) { try await flow.authorizationRequest(options: options) }
            #expect(refusal?.code == .parameterReserved && refusal?.message.contains("state itself") == true)
            options.additionalParameters = ["audience": "api"]
            let request = try await flow.authorizationRequest(options: options)
            #expect(FormParameters(queryOf: request.url)?.all("audience") == ["api"])
        }
    }

    @Test func `a client still gets tokens of its own there`() async throws {
        try await with("authorization_endpoint") { registration, transport, time in
            transport.answerTokens(200, ClientCredentialsTests.token)
            let credentials = ClientGrants(registration, over: transport, time: time).clientCredentials
            let token = try await credentials.accessToken(for: ClientCredentialsTests.scopes)
            #expect(token.revealed == "a")
        }
    }

    @Test func `nobody gets a token where there is no endpoint for it`() async throws {
        try await with("token_endpoint") { registration, transport, time in
            let credentials = ClientGrants(registration, over: transport, time: time).clientCredentials
            let refusal = await #expect(throws: Refusal.self) {
                try await credentials.accessToken(for: ClientCredentialsTests.scopes)
            }
            #expect(refusal?.code == .tokenEndpointMissing)
        }
    }
}
