// SPDX-License-Identifier: Apache-2.0
import BearerAuth
import Fixtures
import Foundation
import HTTPMessages
import Testing

/// What the caller hears of a provider that cannot be asked, and what whoever runs the API reads.
@Suite struct ProviderUnavailableTests {
    @Test func `the caller hears that it is not their fault, and no more`() async throws {
        let api = try ProtectedAPI()
        let token = api.token
        await api.provider.change { $0.isDown = true }
        let answer = try await api.ask(token)
        #expect(answer.status == 503 && answer.challenges.isEmpty)
        #expect(answer.body.contains("\"code\":\"provider_unavailable\"") && !answer.body.contains("10.0.0.7"))
    }

    @Test func `a provider that publishes no keys is at fault, and not the caller`() async throws {
        let rules = ProviderRules(metadataKinds: [.authorizationServer])
        // A server of plain OAuth, whose metadata name no keys. RFC 8414 §2
        let metadata = """
            {"issuer":"\(FakeProvider.issuerText)","authorization_endpoint":"https://login.example/authorize",\
            "token_endpoint":"https://login.example/token"}
            """
        let protection = BearerProtection(
            accepting: [
                AcceptedTokens(
                    from: ProviderDescription(issuer: FakeProvider.issuer, rules: rules),
                    AccessTokenRules(audiences: ["api://tasks"]))
            ],
            over: StubTransport { _, _ in
                TransportResponse(head: HTTPResponse(status: .ok), body: Data(metadata.utf8))
            })
        let token = try TokenDraft(from: FakeProvider(), at: Date()).signed()
        let error = await #expect(throws: ProviderUnavailable.self) {
            try await protection.caller(of: [.authorization: "Bearer \(token)"])
        }
        #expect((error?.cause as? Refusal)?.code == .keySetMissing)
    }

    @Test func `the log says why, once for each request, without the token`() async throws {
        let api = try ProtectedAPI()
        let token = api.token
        await api.provider.change { $0.isDown = true }
        _ = try await api.ask(token)
        #expect(api.log.lines.count == 1)
        #expect(api.log.lines.first?.contains("nobody answers at 10.0.0.7") == true)
        #expect(try !api.log.lines.joined().contains(token.signed()))
    }

    @Test func `a provider cannot write lines into the log`() async throws {
        let api = try ProtectedAPI()
        let token = api.token
        await api.provider.change {
            $0.statedIssuer = #"https://evil.example/\n2026 notice: all is well\u001b[2J"#
        }
        _ = try await api.ask(token)
        let line = try #require(api.log.lines.first)
        #expect(api.log.lines.count == 1)
        #expect(!line.contains { $0.isNewline || $0 == "\u{1B}" })
    }
}
