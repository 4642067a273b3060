// SPDX-License-Identifier: Apache-2.0
import Fixtures
import LocalTenant
import MicrosoftIdentity
import SignInTesting

@Suite struct FaultTests {
    @Test func `without a fault, every journey ends well`() async throws {
        for journey in [FaultRow.Journey.signIn, .refresh, .userFlow] {
            #expect(try await outcome(of: journey) { _ in } == .accepted, "\(journey.rawValue)")
        }
    }

    @Test(arguments: FaultRow.all) func `each provider fault has its expected outcome`(_ row: FaultRow) async throws {
        let outcome = try await outcome(of: row.journey) { tenant in
            try await tenant.inject(row.fault, at: row.endpoint)
        }
        #expect(outcome == row.outcome)
    }

    @Test(arguments: FaultRow.all) func `a rule says how often it was met`(_ row: FaultRow) async throws {
        // A fault that is never met would look like a tolerated one.
        _ = try await outcome(of: row.journey) {
            try await $0.inject(row.fault, at: row.endpoint)
        } after: { tenant in
            let faults = try await tenant.faults()
            let isMeantToFindNothing = [.idToken(.missingScope)].contains(row.fault)
            #expect((faults.first?.hits ?? 0 > 0) != isMeantToFindNothing)
        }
    }

    private func outcome(
        of journey: FaultRow.Journey, failing: (TestTenant) async throws -> Void,
        after look: (TestTenant) async throws -> Void = { _ in }
    ) async throws -> Outcome {
        let tenant = try await withTenant { $0 }
        try await tenant.signInAutomatically(as: tenant.person)
        let outcome: Outcome
        switch journey {
        case .signIn:
            try await failing(tenant)
            outcome = await Outcome { try await signIn(tenant) }
        case .refresh:
            let session = try await session(tenant)
            try await failing(tenant)
            outcome = await Outcome { _ = try await session.accessToken(for: tenant.registration.scopes) }
        case .deviceCode:
            try await failing(tenant)
            outcome = await Outcome { try await signInWithDeviceCode(tenant) }
        case .userFlow:
            try await tenant.signInAutomatically(
                AutomaticSignIn(clientID: SampleApp.customerTasksID, person: "ines.kallio@mailbox.example"))
            try await failing(tenant)
            outcome = await Outcome { try await signInAsCustomer(tenant) }
        }
        try await look(tenant)
        return outcome
    }

    private func signIn(_ tenant: TestTenant) async throws { _ = try await tenant.signInFlow().signIn(at: tenant) }

    private func session(_ tenant: TestTenant) async throws -> any AccessTokenSource {
        let flow = tenant.signInFlow()
        let account = try await flow.signIn(at: tenant)
        tenant.clock.advance(by: .seconds(3 * 3600))
        return flow.session(of: account)
    }

    /// Without user interaction; pauses advance the clock.
    private func signInWithDeviceCode(_ tenant: TestTenant) async throws {
        _ = try await tenant.signInFlow().signInWithDeviceCode { _ in }
    }

    private func signInAsCustomer(_ tenant: TestTenant) async throws {
        let base = tenant.registration.issuer
        let registration = ClientRegistration(
            name: "customers",
            authority: try Authority(
                "\(base.scheme ?? "")://127.0.0.1:4400/\(SampleApp.customersDomain)/B2C_1_susi"),
            clientID: SampleApp.customerTasksID, redirectURI: tenant.registration.redirectURI,
            scopes: ["openid", "offline_access", SampleApp.customerTasksID])
        let clock = tenant.clock
        let flow = SignInFlow(
            registration,
            keepingIn: AccountStore(MemoryAccountStorage(), over: tenant.transport, time: clock.time))
        _ = try await flow.signIn(at: tenant)
    }
}
