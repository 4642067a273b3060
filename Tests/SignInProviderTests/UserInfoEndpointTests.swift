// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Foundation
import HTTPMessages
import HTTPTransport
import OAuthMessages
import SignInProvider
import Testing

@Suite struct UserInfoEndpointTests {
    private static let identity = Identity(issuer: FakeProvider.issuer, subject: "s", claims: Claims([:]))

    @Test func `the token goes in the field, and what comes back is judged`() async throws {
        let server = FakeProvider(
            metadata: FakeProvider.metadata.replacing("{", with: #"{"userinfo_endpoint":"https://id.example/me","#))
        let recorder = StubTransport { try await server.send($0, body: $1) }
        server.answer("/me", #"{"sub":"s","name":"Ana"}"#)
        server.answer("/me", with: [.contentType: "application/json"])
        let issuer = try #require(URL(string: FakeProvider.issuer))
        let provider = try await IdentityProvider.discover(ProviderDescription(issuer: issuer), over: recorder)
        let info = try await UserInfoEndpoint(of: provider, over: recorder)
            .userInfo(of: Self.identity, for: "client", with: PresentableToken(Redacted("secret")))
        #expect(info.claims.string("name") == "Ana")
        #expect(recorder.requests.last?.method == .get && recorder.requests.last?.path == "/me")
        #expect(recorder.requests.last?.headerFields[.authorization] == "Bearer secret")
    }

    @Test func `a provider without the endpoint tells nothing`() async throws {
        let provider = try await FakeProvider().discovered(time: TimeSource { Date() })
        let refusal = await #expect(throws: Refusal.self) {
            try await UserInfoEndpoint(of: provider, over: FakeProvider())
                .userInfo(of: Self.identity, for: "client", with: PresentableToken(Redacted("secret")))
        }
        #expect(refusal?.code == .userInfoUnsupported)
    }
}
