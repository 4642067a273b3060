// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPMessages
import HTTPTransport
import OAuthMessages
import SignIn
import SignInTesting

@Suite struct SecretsTests {
    @Test func `after a whole journey no description holds a secret`() async throws {
        let seen = Mutex<[any Sendable]>([])
        let secrets = Mutex<Set<String>>([])
        let random = RandomSource { count in
            let bytes = RandomSource.system.bytes(count)
            secrets.withLock { _ = $0.insert(RandomSource { _ in bytes }.text(bytes: count)) }
            return bytes
        }
        try await withTenant { tenant in
            let transport = TamperingTransport(tenant.transport)
            let clock = tenant.clock
            let storage = MemoryAccountStorage()
            let flow = SignInFlow(
                tenant.registration, keepingIn: AccountStore(storage, over: transport, time: clock.time),
                random: random)
            let agent = tenant.userAgent(signingIn: tenant.person)
            let provider = try await flow.discover()
            let visit = try await agent.prepareVisit(for: tenant.registration.redirectURI)
            let request = try await flow.authorizationRequest(redirectURI: visit.redirectURI)
            let redirect = try await visit.open(request.url)
            let account = try await flow.finish(redirect, answering: request)
            let session = AccountSession(account, of: tenant.registration, keptIn: flow.accounts)
            let code = try #require(FormParameters(queryOf: redirect.revealed)?["code"])
            secrets.withLock { $0.formUnion([tenant.password, code]) }
            func collect(_ values: [any Sendable]) { seen.withLock { $0 += values } }
            func keepTokens() async throws {
                let record = try #require(await storage.record(account.id))
                collect([record])
                let kept =
                    record.tokens.map(\.accessToken.revealed)
                    + [record.refreshToken?.revealed].compactMap(\.self)
                secrets.withLock { $0.formUnion(kept) }
            }
            try await keepTokens()
            clock.advance(by: .seconds(7200))
            _ = try await session.accessToken(for: ["User.Read.All"])
            try await keepTokens()
            collect([flow, request, account, session, provider, transport.sent.map { $0.form == nil }])
            let responses: [(Int, String)] = [(400, #"{"error":"invalid_grant"}"#), (200, "<html>"), (500, "")]
            for (status, body) in responses.reversed() {
                clock.advance(by: .seconds(7200))
                transport.answerTokens(status, body)
                do { _ = try await session.accessToken(for: ["User.Read.All"]) } catch { collect([error]) }
                do { _ = try await flow.finish(redirect, answering: request) } catch {
                    collect([error])
                }
            }
            do {
                let other = try #require(URL(string: "https://evil.example/?code=x"))
                _ = try AuthorizationResponse(Redacted(other), answering: request)
            } catch { collect([error]) }
            do {
                let outside = HTTPRequest(url: try #require(URL(string: "https://evil.example/")))
                _ = try await AuthorizedTransport(
                    session, scopes: tenant.registration.scopes, to: tenant.graph, over: transport
                ).send(outside)
            } catch { collect([error]) }
        }
        let all = secrets.withLock { $0 }
        #expect(all.count >= 8, "state, nonce, verifier, code, password, two access and two refresh tokens")
        var spoken = SpokenTexts()
        for value in seen.withLock({ $0 }) { spoken.add(value) }
        #expect(spoken.texts.count > 30)
        spoken.expectNone(of: all)
    }
}
