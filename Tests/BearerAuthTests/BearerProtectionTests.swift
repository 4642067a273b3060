// SPDX-License-Identifier: Apache-2.0

import BearerAuth
import Fixtures
import HTTPMessages
import JSONWebSignatures

@Suite struct BearerProtectionTests {
    let api: ProtectedAPI

    init() throws { api = try ProtectedAPI() }

    /// Two user flows of one provider, which share issuer and keys and differ in one claim of their tokens.
    private func refusal(ofFlow flow: String) async throws -> String? {
        let (provider, clock) = (try FakeProvider(), TestClock())
        let protection = BearerProtection(
            accepting: ["a", "b"].map { name in
                AcceptedTokens(
                    from: ProviderDescription(
                        issuer: FakeProvider.issuer,
                        rules: ProviderRules(checkToken: { claims, _ throws(Refusal) in
                            guard claims.string("tfp") == name else {
                                throw Refusal(.issuerMismatch, "it is not of flow \(name)")
                            }
                        })),
                    AccessTokenRules(audiences: ["api://tasks"]))
            },
            over: FakeInternet(provider), time: TimeSource { clock.now })
        var draft = TokenDraft(from: provider, at: clock.now)
        draft.claims["tfp"] = .string(flow)
        do {
            _ = try await protection.caller(of: [.authorization: "Bearer \(try draft.signed())"])
            return nil
        } catch let challenge as BearerChallenge {
            return challenge.challenge
        }
    }

    @Test func `of two flows with one issuer, the one that the token names judges it`() async throws {
        for flow in ["a", "b"] { #expect(try await refusal(ofFlow: flow) == nil, "\(flow)") }
        #expect(try await refusal(ofFlow: "c")?.contains("it is not of flow a") == true, "the first one says why")
    }

    @Test func `a challenge keeps to the characters that a quoted text may have`() {
        let reason = BearerChallenge.Reason.tokenRefused("a \"b\" c\\d é\u{7F}\r\n!")
        #expect(
            BearerChallenge(reason).challenge
                == #"Bearer realm="api", error="invalid_token", error_description="a 'b' c'd ''''!""#)
    }

    static let metadata = "/tenant-1/v2.0/.well-known/openid-configuration"

    @Test func `keys are fetched once for many requests`() async throws {
        #expect(await api.provider.paths == [])
        let field = "Bearer \(try api.token.signed())"
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<100 { group.addTask { try await api.ask([field]).status } }
            for try await status in group { #expect(status == 200) }
        }
        #expect(await api.provider.paths == [Self.metadata, "/keys"])
    }

    @Test func `requests without a token ask the provider nothing`() async throws {
        _ = try await api.ask([])
        _ = try await api.ask(["Basic YTpi"])
        #expect(await api.provider.paths == [])
    }

    @Test func `unknown keys are looked for four times at once, and then every five seconds at most`() async throws {
        var token = api.token
        #expect(try await api.ask(token).status == 200)
        for round in 1...3 {
            for attempt in 0..<6 {
                token.header = JWSHeader(algorithm: .rs256, keyIdentifier: "made-up-\(round)-\(attempt)")
                #expect(try await api.ask(token).status == 401)
            }
            // Metadata; the first keys, which took one of the four; three more; and one per later round.
            #expect(await api.provider.paths.count == 4 + round)
            api.clock.advance(by: 5)
        }
        #expect(try await (api.ask(api.token).status, api.provider.paths.count) == (200, 7))
    }

    @Test func `a new key of the provider is found`() async throws {
        var token = api.token
        #expect(try await api.ask(token).status == 200)
        let next = try JSONWebPrivateKey.generate(on: .p256, keyIdentifier: "key-2")
        await api.provider.change { $0.published = [next.publicKey] }
        token.key = next
        token.header = JWSHeader(algorithm: .es256, keyIdentifier: "key-2")
        #expect(try await api.ask(token).status == 200)
        // The withdrawn key is no longer accepted.
        #expect(try await api.ask(api.token).status == 401)
    }

    @Test func `a withdrawn key is dropped half a day after its time at the latest`() async throws {
        #expect(try await api.ask(api.token).status == 200)
        let next = try JSONWebPrivateKey.generate(on: .p256, keyIdentifier: "key-2")
        await api.provider.change { $0.published = [next.publicKey] }
        api.clock.advance(by: 3599)
        #expect(try await api.ask(api.token).status == 200)
        api.clock.advance(by: 1 + 12 * 3600)
        #expect(try await api.ask(api.token).status == 401)
    }

    @Test func `a provider out of reach is not the caller's fault`() async throws {
        await api.provider.change { $0.isDown = true }
        let answer = try await api.ask(api.token)
        #expect((answer.status, answer.challenges) == (503, []))
        #expect(!answer.body.contains("10.0.0.7"))
        await api.provider.change { $0.isDown = false }
        #expect(try await api.ask(api.token).status == 200)
    }

    @Test func `metadata that cannot be had are asked for four times at once, then every five seconds`() async throws {
        await api.provider.change { $0.isDown = true }
        for _ in 0..<41 { #expect(try await api.ask(api.token).status == 503) }
        #expect(await api.provider.paths.count == 4)
        api.clock.advance(by: 4)
        #expect(try await (api.ask(api.token).status, api.provider.paths.count) == (503, 4))
        // A failure is cached no longer than that.
        await api.provider.change { $0.isDown = false }
        api.clock.advance(by: 1)
        #expect(try await api.ask(api.token).status == 200)
    }

    @Test(arguments: ["junk", "a.b.c", "e30.e30.e30"])
    func `rejects text that is not a token without a request to the provider`(_ text: String) async throws {
        await api.provider.change { $0.isDown = true }
        let answer = try await api.ask(["Bearer \(text)"])
        #expect(answer.status == 401 && answer.challenges.first?.contains("invalid_token") == true)
        #expect(await api.provider.paths == [])
    }

    @Test func `metadata of another issuer is refused`() async throws {
        await api.provider.change { $0.statedIssuer = "https://evil.example" }
        #expect(try await (api.ask(api.token).status, api.provider.paths) == (503, [Self.metadata]))
    }
}

@Suite struct ProviderUnavailableTests {
    @Test func `an unavailable provider gives 503 without details`() async throws {
        let api = try ProtectedAPI()
        let token = api.token
        await api.provider.change { $0.isDown = true }
        let answer = try await api.ask(token)
        #expect(answer.status == 503 && answer.challenges.isEmpty)
        #expect(answer.body.contains("\"code\":\"provider_unavailable\"") && !answer.body.contains("10.0.0.7"))
    }

    @Test func `a provider that publishes no keys is at fault, and not the caller`() async throws {
        let rules = ProviderRules(metadataKinds: [.authorizationServer])
        // A plain OAuth server, whose metadata lack keys. RFC 8414 §2
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

    @Test func `the log gives the reason once per request, without the token`() async throws {
        let api = try ProtectedAPI()
        let token = api.token
        await api.provider.change { $0.isDown = true }
        _ = try await api.ask(token)
        #expect((api.log.lines.count, api.log.lines.first?.contains("nobody answers at 10.0.0.7")) == (1, true))
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
