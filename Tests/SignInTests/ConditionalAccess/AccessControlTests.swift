// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPMessages
import SampleServers
import SignInTesting

@Suite struct AccessControlTests {
    let tenant: TestTenant

    init() async throws { tenant = try await withTenant { $0 } }

    private struct Visit {
        let tenant: TestTenant
        let flow: SignInFlow
        let agent: ScriptedUserAgent
        let storage = MemoryAccountStorage()

        init(at tenant: TestTenant) {
            self.tenant = tenant
            var registration = tenant.registration
            registration.clientCapabilities = ["cp1"]
            flow = tenant.signInFlow(registration, keepingIn: storage)
            agent = tenant.userAgent(signingIn: tenant.person)
        }

        func call(as account: Account) async throws -> Int {
            let transport = flow.authorizedTransport(
                for: account, scopes: tenant.registration.scopes, to: tenant.graph, answeringChallengesWith: agent)
            return try await transport.send(HTTPRequest(url: tenant.graph.appending(path: "me"))).status.code
        }

        /// Advances to the end of the access token, or by one second.
        func enforce(_ control: AccessControl) async throws {
            tenant.clock.advance(by: .seconds(60))
            try await control.enforce(on: tenant.person.id, at: tenant.administration)
            if control != .revocation { tenant.clock.advance(by: AccessControl.tokenLifetime) }
        }
    }

    private static func refused(_ visit: Visit, _ account: Account) async throws -> ServerError? {
        do {
            #expect(try await visit.call(as: account) == 200)
            return nil
        } catch let error as ServerError {
            return error
        }
    }

    @Test(arguments: AccessControl.allCases)
    func `a browser meets the demand, and the account stays`(_ control: AccessControl) async throws {
        let visit = Visit(at: tenant)
        let account = try await visit.flow.signIn(with: visit.agent)
        #expect(try await visit.call(as: account) == 200)
        try await visit.enforce(control)
        let error = try await Self.refused(visit, account)
        #expect((error == nil) == (control == .revocation), "the transport answers Graph's challenge by itself")
        if let error {
            guard case .answerClaimsChallenge(let claims) = error.nextAction else {
                Issue.record("\(control) leads to \(error.nextAction)")
                return
            }
            #expect(try await visit.storage.record(account.id)?.endedAt == nil)
            let options = SignInOptions(claims: ClaimsRequest(json: claims))
            let next = await Outcome {
                _ = try await visit.flow.extend(
                    account, by: tenant.registration.scopes, with: visit.agent, options: options)
            }
            try Self.require(next, control)
        }
        if control.canBeMet { #expect(try await visit.call(as: account) == 200) }
        #expect(await visit.storage.records().map(\.id) == [account.id])
    }

    @Test(arguments: AccessControl.allCases)
    func `a device code meets the demand on the other device`(_ control: AccessControl) async throws {
        let visit = Visit(at: tenant)
        let account = try await visit.flow.signIn(with: visit.agent)
        try await visit.enforce(control)
        var shown: Outcome?
        do {
            _ = try await visit.flow.signInWithDeviceCode(continuing: account) { authorization in
                try await visit.agent.approve(authorization)
            }
        } catch let error as ScriptedUserAgentError {
            shown = .other(error.message)
        }
        try Self.require(shown ?? .accepted, control)
        if control.canBeMet { #expect(try await visit.call(as: account) == 200) }
        #expect(await visit.storage.records().map(\.id) == [account.id])
    }

    @Test func `a device whose person is refused waits for another, until the code expires`() async throws {
        let visit = Visit(at: tenant)
        try await AccessControl.block.enforce(on: tenant.person.id, at: tenant.administration)
        let refusal = await expect(Refusal.self, .deviceCodeExpired) {
            _ = try await visit.flow.signInWithDeviceCode { authorization in
                do {
                    try await visit.agent.approve(authorization)
                    Issue.record("the policy lets nobody pass")
                } catch is ScriptedUserAgentError {}
            }
        }
        #expect(refusal?.message.contains("start again") == true)
        #expect(await visit.storage.records().isEmpty)
    }

    private static func require(_ outcome: Outcome, _ control: AccessControl) throws {
        guard let (number, advice) = control.refusal else {
            #expect(outcome == .accepted)
            return
        }
        guard case .other(let page) = outcome else {
            Issue.record("\(control) ends with \(outcome)")
            return
        }
        #expect(page.contains(number), "\(page)")
        #expect(page.contains(advice) || page.contains("choose another account"), "\(page)")
    }
}
