// SPDX-License-Identifier: Apache-2.0
import Foundation
import SignInTesting
import Testing

/// The tests that the article on testing shows; they run like any other.
@Suite struct TestingYourAppTests {
    // snippet: first test
    @Test func `Ana signs in`() async throws {
        try await withTenant { tenant in
            let flow = tenant.signInFlow()
            let account = try await flow.signIn(with: tenant.userAgent(signingIn: tenant.person))
            #expect(account.identity.name == "Ana Silva")
        }
    }
    // snippet: end

    // snippet: clock
    @Test func `an hour later there is another token`() async throws {
        try await withTenant { tenant in
            let flow = tenant.signInFlow()
            let account = try await flow.signIn(with: tenant.userAgent(signingIn: tenant.person))
            let session = flow.session(of: account)
            let first = try await session.accessToken(for: ["User.Read.All"])
            tenant.clock.advance(by: .seconds(2 * 3600))
            #expect(try await session.accessToken(for: ["User.Read.All"]) != first)
        }
    }
    // snippet: end

    // snippet: faults
    @Test func `a provider that is down signs nobody out`() async throws {
        try await withTenant { tenant in
            let flow = tenant.signInFlow()
            let account = try await flow.signIn(with: tenant.userAgent(signingIn: tenant.person))
            tenant.clock.advance(by: .seconds(2 * 3600))
            try await tenant.inject(.failure(.serviceUnavailable, retryAfter: 30), at: .token)
            let error = await #expect(throws: ServerError.self) {
                try await flow.session(of: account).accessToken(for: ["User.Read.All"])
            }
            #expect(error?.nextAction == .retry(after: .seconds(30)))
            #expect(try await flow.accounts.account(account.id)?.needsSignIn == false)

            try await tenant.withdrawFaults()
            tenant.clock.advance(by: .seconds(30))  // the client waits for Retry-After
            _ = try await flow.session(of: account).accessToken(for: ["User.Read.All"])
        }
    }
    // snippet: end

    // snippet: defect
    @Test func `an ID token of another sign-in is refused`() async throws {
        try await withTenant { tenant in
            try await tenant.inject(.wrongNonce)
            let refusal = await #expect(throws: Refusal.self) {
                try await tenant.signInFlow().signIn(with: tenant.userAgent(signingIn: tenant.person))
            }
            #expect(refusal?.code == .nonceMismatch)
        }
    }
    // snippet: end

    // snippet: people and apps
    @Test func `a test adds people of its own`() async throws {
        try await withTenant { tenant in
            let person = try await tenant.administration.addPerson(
                "mo@aldervale.example", named: "Mo Farouk", in: "aldervale.example")
            let account = try await tenant.signInFlow().signIn(with: tenant.userAgent(signingIn: person))
            #expect(account.identity.username == "mo@aldervale.example")
        }
    }
    // snippet: end

    // snippet: conformance kit
    @Test func `our storage keeps accounts as it must`() async {
        let conformance = AccountStorageConformance { MemoryAccountStorage() }  // your own storage, empty
        #expect(await conformance.failures() == [])
    }
    // snippet: end
}
