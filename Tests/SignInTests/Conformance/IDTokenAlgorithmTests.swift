// SPDX-License-Identifier: Apache-2.0
import JSONWebSignatures
import SignIn
import Testing

/// OpenID Connect Core §3.1.3.7 rule 7.
@Suite struct IDTokenAlgorithmTests {
    private static func run(signing: ConformanceBehaviour = ConformanceBehaviour()) throws -> ConformanceRun {
        var behaviour = signing
        behaviour.metadata = {
            $0["id_token_signing_alg_values_supported"] = .array([.string("RS256"), .string("PS256")])
        }
        return try ConformanceRun(behaviour, idTokenAlgorithm: "PS256")
    }

    @Test func `a sign-in by another algorithm than the registered one is refused`() async throws {
        #expect(try await Self.run().refusal() == .algorithmNotAllowed)
    }

    @Test func `sign-in, refresh and logout by the registered algorithm are accepted, and by no other`() async throws {
        let run = try Self.run(signing: ConformanceBehaviour(algorithm: .ps256))
        let account = try await run.logIn().account
        #expect(try await run.refresh(account).revealed == ConformanceProvider.refreshedAccessToken)
        func logoutToken() async throws -> Redacted<String> {
            let token = try await run.provider.signed([
                "iss": .string(ConformanceProvider.issuer), "aud": .string(ConformanceProvider.clientID),
                "iat": .number("\(ConformanceRun.start)"), "exp": .number("\(ConformanceRun.start + 120)"),
                "jti": .string("1"), "sub": .string(account.identity.subject),
                "events": .object(["http://schemas.openid.net/event/backchannel-logout": .object([:])]),
            ])
            return Redacted(token)
        }
        #expect(try await run.flow.validateLogoutToken(logoutToken()).subject == account.identity.subject)
        await run.provider.change { $0.algorithm = .rs256 }
        let token = try await logoutToken()
        await expect(Refusal.self, .algorithmNotAllowed) { try await run.flow.validateLogoutToken(token) }
    }

    @Test func `a refreshed ID token by another algorithm is not believed`() async throws {
        let run = try Self.run(signing: ConformanceBehaviour(algorithm: .ps256))
        let account = try await run.logIn().account
        await run.provider.change { $0.algorithm = .rs256 }
        await expect(Refusal.self, .algorithmNotAllowed) { try await run.refresh(account) }
    }
}
