// SPDX-License-Identifier: Apache-2.0
import Foundation
import MicrosoftIdentity
import SignInTesting
import Testing

/// What the article on user flows shows, against the local tenant.
@Suite struct UserFlowTests {
    /// Comes back with one answer for each visit, as the provider's page would send it.
    private struct AnsweringAgent: UserAgent {
        let answers: @Sendable (URL) -> String

        func prepareVisit(for registered: RedirectURI) async throws -> any UserAgentVisit {
            Visit(redirectURI: registered.withPort(49_152), answers: answers)
        }

        struct Visit: UserAgentVisit {
            let redirectURI: RedirectURI
            let answers: @Sendable (URL) -> String

            func open(_ url: URL) async throws -> Redacted<URL> {
                let state = FormParameters(queryOf: url)?["state"] ?? ""
                return Redacted(try #require(URL(string: "\(redirectURI.text)?\(answers(url))&state=\(state)")))
            }
        }
    }

    private func flows(_ tenant: TestTenant) throws -> UserFlows {
        let base = tenant.address.appending(path: "aldervalecustomers.onmicrosoft.com").absoluteString
        func flow(_ name: String) throws -> SignInFlow {
            let registration = try ClientRegistration(
                name: name, authority: "\(base)/\(name)", clientID: "5a3f8e0b-6f0d-4c1e-9d57-21b4c8e9a7f3",
                redirectURI: "http://localhost", scopes: ["openid"])
            return tenant.signInFlow(registration)
        }
        return UserFlows(signIn: try flow("b2c_1_susi"), reset: try flow("b2c_1_reset"))
    }

    @Test func `Cancel is not an error`() async throws {
        try await withTenant { tenant in
            let agent = AnsweringAgent { _ in
                "error=access_denied&error_description=AADB2C90091%3A%20The%20user%20has%20cancelled"
            }
            let account = try await flows(tenant).account(with: agent)
            #expect(account == nil)
        }
    }

    @Test func `a forgotten password leads to the flow that sets a new one`() async throws {
        try await withTenant { tenant in
            let agent = AnsweringAgent { url in
                url.path.contains("b2c_1_reset")
                    ? "error=temporarily_unavailable"
                    : "error=access_denied&error_description=AADB2C90118%3A%20The%20user%20has%20forgotten"
            }
            let error = await #expect(throws: ServerError.self) { try await flows(tenant).account(with: agent) }
            #expect(error?.code == .temporarilyUnavailable, "the answer of the second visit")
        }
    }
}
