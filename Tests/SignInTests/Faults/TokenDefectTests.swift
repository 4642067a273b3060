// SPDX-License-Identifier: Apache-2.0
import BearerAuth
import Fixtures
import HTTPMessages
import JSONWebSignatures
import LocalTenant
import SignInProvider
import SignInTesting

@Suite struct TokenDefectTests {
    let tenant: TestTenant

    init() async throws { tenant = try await withTenant { $0 } }

    private static let rules = AccessTokenRules(audiences: [SampleApp.tasksID, SampleApp.tasksURI])

    private static func provider(_ tenant: TestTenant) -> ProviderDescription {
        ProviderDescription(issuer: tenant.registration.issuer, rules: tenant.rules)
    }

    private func token(_ tenant: TestTenant, _ broken: TokenDefect? = nil) async throws -> Redacted<String> {
        try await tenant.token(
            TestTokenRequest(
                person: tenant.person.username, api: SampleApp.tasksURI, scopes: [SampleApp.tasksScope],
                broken: broken))
    }

    @Test func `a good token lets its person in`() async throws {
        let clock = tenant.clock
        let protection = BearerProtection(
            accepting: [AcceptedTokens(from: Self.provider(tenant), Self.rules)],
            over: tenant.transport, time: clock.time)
        let token = try await token(tenant)
        let caller = try await protection.caller(of: [.authorization: "Bearer \(token.revealed)"])
        #expect(caller.allows(SampleApp.tasksScope))
        #expect(caller.claims.string("oid") == tenant.person.id)
        let poor = try await self.token(tenant, TokenDefect(.missingScope))
        #expect(
            try await !protection.caller(of: [.authorization: "Bearer \(poor.revealed)"])
                .allows(SampleApp.tasksScope))
    }

    @Test(arguments: TokenDefectRow.all)
    func `a token with one defect is refused for it`(_ row: TokenDefectRow) async throws {
        let clock = tenant.clock
        if let key = row.key { try await tenant.inject(.keyMember(key.name, key.value)) }
        let provider = try await IdentityProvider.discover(
            Self.provider(tenant), over: tenant.transport, time: clock.time)
        let token = try await token(tenant, row.defect)
        let validator = TokenValidator(provider, time: clock.time)
        guard let code = row.code else {
            _ = try await validator.caller(with: token, under: Self.rules)
            return
        }
        let refusal = await expect(Refusal.self, code) { try await validator.caller(with: token, under: Self.rules) }
        // An unreadable claim nests two causes.
        let cause = (refusal?.cause as? Refusal)?.cause ?? refusal?.cause
        #expect((cause as? JOSEError)?.code == row.cause)
        let protection = BearerProtection(
            accepting: [AcceptedTokens(from: Self.provider(tenant), Self.rules)],
            over: tenant.transport, time: clock.time)
        let challenge = await #expect(throws: BearerChallenge.self) {
            try await protection.caller(of: [.authorization: "Bearer \(token.revealed)"])
        }
        #expect(challenge?.reason == .tokenRefused(refusal?.message ?? ""))
    }

    @Test func `an ID token is not an access token`() async throws {
        try await tenant.inject(.document(.idTokenAsAccessToken))
        try await tenant.signInAutomatically(as: tenant.person)
        let clock = tenant.clock
        let flow = tenant.signInFlow()
        let account = try await flow.signIn(at: tenant)
        let token = try await flow.session(of: account).accessToken(for: tenant.registration.scopes)
        let validator = TokenValidator(try await flow.discover(), time: clock.time)
        let rules = AccessTokenRules(audiences: [tenant.registration.clientID])
        await expect(Refusal.self, .notAnAccessToken) { try await validator.caller(with: token, under: rules) }
    }
}
