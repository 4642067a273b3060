// SPDX-License-Identifier: Apache-2.0
import Foundation
import SignInTesting
import Testing

/// The examples of faults, in the doc comments.
struct FaultExamples {
    let tenant: TestTenant
    let flow: SignInFlow
    let agent: ScriptedUserAgent

    func fault() async throws {
        // snippet: Fault
        try await tenant.inject(.wrongNonce)
        try await tenant.inject(.latency(milliseconds: 2000), at: .metadata)
        try await tenant.inject(.named("AADSTS50196"), at: .token, next: 1)
        // snippet: end
    }

    func rule() async throws {
        // snippet: FaultRule
        let rule = FaultRule(
            .failure(.serviceUnavailable), at: .token, grantType: "refresh_token", after: 1, next: 2)
        try await tenant.inject(rule)
        // snippet: end
    }

    func report() async throws {
        // snippet: FaultReport
        let report = try await tenant.inject(.drop, at: .keys)
        _ = try? await flow.signIn(with: agent)
        #expect(try await tenant.faults().first { $0.id == report.id }?.hits ?? 0 > 0)
        // snippet: end
    }

    func list() async throws {
        // snippet: FaultList
        let content = try await tenant.administration.send("GET", "faults")
        let list = try JSONDecoder().decode(FaultList.self, from: content)
        #expect(list.faults.isEmpty)
        // snippet: end
    }

    func answer() async throws {
        // snippet: ErrorAnswer
        try await tenant.inject(.error(ErrorAnswer("invalid_grant", number: 50173)), at: .token)
        let error = await #expect(throws: ServerError.self) { try await flow.signIn(with: agent) }
        #expect(error?.code == .invalidGrant)
        // snippet: end
    }

    func passing() async throws {
        // snippet: PassingFailure
        try await tenant.inject(.failure(.tooManyRequests, retryAfter: 10), at: .token)
        let error = await #expect(throws: ServerError.self) { try await flow.signIn(with: agent) }
        #expect(error?.nextAction == .retry(after: .seconds(10)))
        // snippet: end
    }

    func redirect() async throws {
        // snippet: RedirectFault
        try await tenant.inject(.redirect(.wrongState))
        let refusal = await #expect(throws: Refusal.self) { try await flow.signIn(with: agent) }
        #expect(refusal?.code == .stateMismatch)
        // snippet: end
    }

    func document() async throws {
        // snippet: DocumentFault
        try await tenant.inject(.document(.emptyKeySet))
        let refusal = await #expect(throws: Refusal.self) { try await flow.signIn(with: agent) }
        #expect(refusal?.code == .keySetMalformed)
        // snippet: end
    }

    func content() async throws {
        // snippet: ContentFault
        try await tenant.inject(.content(.malformedJSON), at: .token)
        let refusal = await #expect(throws: Refusal.self) { try await flow.signIn(with: agent) }
        #expect(refusal?.code == .tokenResponseMalformed)
        // snippet: end
    }
}
