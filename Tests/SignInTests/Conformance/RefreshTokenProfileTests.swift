// SPDX-License-Identifier: Apache-2.0
import Fixtures
import JSONWebSignatures
import SignIn

/// The modules of the plan `oidcc-client-refreshtoken-test-plan`, and two beside it.
@Suite struct RefreshTokenProfileTests {
    private static func refresh(
        _ claims: @escaping @Sendable (inout ConformanceBehaviour.Members) -> Void = { _ in }
    ) async throws -> (run: ConformanceRun, token: Redacted<String>) {
        let run = try ConformanceRun(ConformanceBehaviour(refreshedClaims: claims))
        return (run, try await run.refresh(try await run.logIn().account))
    }

    private static func refusal(
        _ claims: @escaping @Sendable (inout ConformanceBehaviour.Members) -> Void
    ) async -> Refusal.Code? { await #expect(throws: Refusal.self) { try await refresh(claims) }?.code }

    @Test func `oidcc-client-test-refresh-token: tokens are refreshed`() async throws {
        let (run, token) = try await Self.refresh()
        #expect(token.revealed == ConformanceProvider.refreshedAccessToken)
        #expect(await run.provider.last("token")?.form["grant_type"] == "refresh_token")
    }

    @Test func `oidcc-client-test-refresh-token-invalid-issuer: another issuer is refused`() async {
        #expect(await Self.refusal { $0["iss"] = .string("https://evil.example/") } == .issuerMismatch)
    }

    /// The subject of a refresh response, if it differs from the sign-in's.
    @Test(arguments: [
        ("iss", Refusal.Code.issuerMismatch), ("sub", .subjectMismatch), ("nonce", .nonceMismatch),
        ("aud", .audienceMismatch), ("azp", .authorizedPartyMismatch),
    ])
    func `another issuer, person, sign-in, or app changes no account`(claim: String, code: Refusal.Code) async throws {
        let run = try ConformanceRun(
            ConformanceBehaviour(
                refreshedClaims: { $0[claim] = .string("https://evil.example/") },
                refreshedRefreshToken: "refresh token of another"))
        let account = try await run.logIn().account
        await expect(Refusal.self, code) { try await run.refresh(account) }
        let record = try #require(await run.storage.record(account.id))
        #expect(record.refreshToken?.revealed == "refresh token 1" && record.endedAt == nil)
        #expect(record.claims == account.identity.claims.values)
        #expect(record.tokens.map(\.accessToken.revealed) == [ConformanceProvider.accessToken])
    }

    /// The account's nonce (`nil`: an earlier version kept none), and that of the refreshed ID token.
    @Test(
        arguments: [("", "n", .nonceMismatch), ("", nil, nil), (nil, "n", nil), ("n", "n", nil)]
            as [(String?, String?, Refusal.Code?)])
    func `a sign-in without a nonce is refreshed without one`(
        kept: String?, told: String?, code: Refusal.Code?
    ) async throws {
        let run = try ConformanceRun(
            ConformanceBehaviour(refreshedClaims: { $0["nonce"] = told.map { .string($0) } }))
        let account = try await run.logIn().account
        var record = try #require(await run.storage.record(account.id))
        record.nonce = kept.map { Redacted($0) }
        try await run.storage.save(record)
        guard let code else {
            #expect(try await run.refresh(account).revealed == ConformanceProvider.refreshedAccessToken)
            return
        }
        await expect(Refusal.self, code) { try await run.refresh(account) }
    }

    @Test func `oidcc-client-test-refresh-token-invalid-sub: another person is refused`() async {
        #expect(await Self.refusal { $0["sub"] = .string("somebody else") } == .subjectMismatch)
    }

    @Test func `oidcc-client-test-refresh-token-invalid-aud: an ID token for another app is refused`() async {
        #expect(await Self.refusal { $0["aud"] = .string("another app") } == .audienceMismatch)
    }

    @Test(arguments: ["another app", ConformanceProvider.clientID])
    func `oidcc-client-test-refresh-token-invalid-azp: a party that was not there before is refused`(
        _ party: String
    ) async { #expect(await Self.refusal { $0["azp"] = .string(party) } == .authorizedPartyMismatch) }
}
