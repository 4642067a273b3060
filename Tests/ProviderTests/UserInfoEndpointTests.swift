// SPDX-License-Identifier: Apache-2.0
import Foundation
import HTTPMessages
import HTTPTransport
import OAuth
import Provider
import Synchronization
import Testing

@Suite struct UserInfoEndpointTests {
    /// Remembers the last request.
    private final class Recorder: Transport {
        let next = FakeProvider(
            metadata: FakeProvider.metadata.replacing("{", with: #"{"userinfo_endpoint":"https://id.example/me","#))
        private let last = Mutex<HTTPRequest?>(nil)
        var request: HTTPRequest? { last.withLock { $0 } }

        func send(_ request: HTTPRequest, body: Data) async throws -> TransportResponse {
            last.withLock { $0 = request }
            return try await next.send(request, body: body)
        }
    }

    private static let identity = Identity(issuer: FakeProvider.issuer, subject: "s", claims: Claims([:]))

    @Test func `the token goes in the field, and what comes back is judged`() async throws {
        let recorder = Recorder()
        recorder.next.answer("/me", #"{"sub":"s","name":"Ana"}"#)
        recorder.next.answer("/me", with: [.contentType: "application/json"])
        let issuer = try #require(URL(string: FakeProvider.issuer))
        let provider = try await IdentityProvider.discover(ProviderDescription(issuer: issuer), over: recorder)
        let info = try await UserInfoEndpoint(of: provider, over: recorder)
            .userInfo(of: Self.identity, for: "client", with: PresentableToken(Redacted("secret")))
        #expect(info.claims.string("name") == "Ana")
        #expect(recorder.request?.method == .get && recorder.request?.path == "/me")
        #expect(recorder.request?.headerFields[.authorization] == "Bearer secret")
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
