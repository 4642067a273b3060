// SPDX-License-Identifier: Apache-2.0
import BearerAuth
import Foundation
import SignInTesting
import Testing

/// The examples of the test kit, which doc comments show: the tenant does what they expect.
@Suite struct ExampleTests {
    /// One example, for a tenant of its own.
    struct Example: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let run: @Sendable (TestTenant) async throws -> Void

        init(_ name: String, _ run: @escaping @Sendable (TestTenant) async throws -> Void) {
            (testDescription, self.run) = (name, run)
        }
    }

    @Test(arguments: kit + control + faults) func `an example of the test kit holds`(_ example: Example) async throws {
        try await withTenant { try await example.run($0) }
    }

    private static func signedIn(_ tenant: TestTenant) async throws -> (flow: SignInFlow, account: Account) {
        let flow = tenant.signInFlow()
        return (flow, try await flow.signIn(with: tenant.userAgent(signingIn: tenant.person)))
    }

    private static let kit: [Example] = [
        Example("InProcessTenant") { try await failNextRefresh(at: $0) },
        Example("InProcessTransport") { _ = try await SignInTestingExamples.transport($0) },
        Example("TenantAdministration") { _ in try await SignInTestingExamples.administration() },
        Example("TenantAdministrationError") { try await SignInTestingExamples.administrationError($0) },
        Example("ScriptedUserAgent") { try await SignInTestingExamples.userAgent($0) },
        Example("ScriptedUserAgentError") { try await SignInTestingExamples.userAgentError($0) },
        Example("TestClock") { tenant in
            let (flow, account) = try await signedIn(tenant)
            try await SignInTestingExamples.clock(tenant, flow.session(of: account))
        },
        Example("TimeSource") { tenant in
            let flow = ProviderExamples(flow: tenant.signInFlow()).time(tenant)
            _ = try await flow.signIn(with: tenant.userAgent(signingIn: tenant.person))
        },
    ]

    private static func control(
        _ name: String, _ run: @escaping @Sendable (TenantControlExamples) async throws -> Void
    ) -> Example {
        Example(name) { tenant in
            let provider = ProviderDescription(issuer: tenant.registration.issuer, rules: tenant.rules)
            let rules = AccessTokenRules(audiences: ["b3f0c6de-52f4-4e0b-8f0d-2a9c7f51d6e4", "api://tasks"])
            let protection = BearerProtection(
                accepting: [AcceptedTokens(from: provider, rules)], over: tenant.transport, time: tenant.clock.time)
            try await run(TenantControlExamples(tenant: tenant, protection: protection))
        }
    }

    private static let control = [
        control("TestTokenRequest") { _ = try await $0.tokenRequest() },
        control("TestTokenReply") { _ = try await $0.tokenReply() },
        control("TokenDefect") { try await $0.defect() },
        control("TestTokenRequest, claims") { _ = try await $0.content() },
        control("ClockReading") { try await $0.reading() },
        control("ClockChange") { try await $0.change() },
        control("ClockAdvance") { try await $0.advance() },
        control("KeyRingReport") { try await $0.keys() },
        control("KeyRotation") { try await $0.rotation() },
        control("AutomaticSignIn, AutomaticSignInList") {
            try await $0.automatic()
            try await $0.automaticList()
        },
        control("OneTimeSignIn") { _ = try await $0.oneTime() },
        control("OneTimeSignInReply") { try await $0.oneTimeReply() },
    ]

    private static func fault(
        _ name: String, _ run: @escaping @Sendable (FaultExamples) async throws -> Void
    ) -> Example {
        Example(name) { tenant in
            let agent = tenant.userAgent(signingIn: tenant.person)
            try await run(FaultExamples(tenant: tenant, flow: tenant.signInFlow(), agent: agent))
        }
    }

    private static let faults = [
        fault("Fault") { try await $0.fault() },
        fault("FaultRule") { try await $0.rule() },
        fault("FaultReport") { try await $0.report() },
        fault("FaultList") { try await $0.list() },
        fault("ErrorAnswer") { try await $0.answer() },
        fault("PassingFailure") { try await $0.passing() },
        fault("RedirectFault") { try await $0.redirect() },
        fault("DocumentFault") { try await $0.document() },
        fault("ContentFault") { try await $0.content() },
    ]
}
