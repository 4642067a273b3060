// SPDX-License-Identifier: Apache-2.0
import Fixtures
import SignIn

/// The modules of the suite's plan for RP-initiated logout, by name.
@Suite struct LogoutProfileTests {
    private static func logOut(
        _ change: @escaping @Sendable (String) -> String?
    ) async throws -> (outcome: SignOut, asked: FormParameters, isForgotten: Bool) {
        let run = try ConformanceRun()
        let account = try await run.logIn().account
        let asked = Mutex(FormParameters())
        let browser = AnsweringAgent(redirecting: { url, redirectURI in
            let parameters = try #require(FormParameters(queryOf: url))
            asked.withLock { $0 = parameters }
            #expect(parameters["post_logout_redirect_uri"] == redirectURI.text)
            var answer = FormParameters()
            answer.append("state", change(try #require(parameters["state"])))
            return answer
        })
        let outcome = try await run.flow.signOut(account, with: browser)
        return (outcome, asked.withLock { $0 }, await run.storage.records().isEmpty)
    }

    @Test
    func `oidcc-client-test-rp-init-logout: the session that ends is named, and the person comes back`() async throws {
        let (outcome, asked, isForgotten) = try await Self.logOut { $0 }
        #expect(outcome.failure == nil)
        #expect(outcome.states.first == "ended")
        #expect(asked["client_id"] == ConformanceProvider.clientID && asked["id_token_hint"]?.isEmpty == false)
        #expect(isForgotten)
    }

    @Test
    func `oidcc-client-test-rp-init-logout-invalid-state: another state is no answer to this logout`() async throws {
        let (outcome, _, isForgotten) = try await Self.logOut { $0 + "1" }
        #expect(outcome.states.first == "open", "another state is not believed")
        #expect(isForgotten, "nothing that a provider does keeps the account here")
    }

    @Test func `oidcc-client-test-rp-init-logout-no-state: without a state, the end is unconfirmed`() async throws {
        let (outcome, _, isForgotten) = try await Self.logOut { _ in nil }
        #expect(outcome.states.first == "open", "no state is not believed")
        #expect(isForgotten)
    }
}
