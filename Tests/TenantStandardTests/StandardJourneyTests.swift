// SPDX-License-Identifier: Apache-2.0
import Foundation
import LocalTenant
import SignInProvider
import SignInTesting
import Testing

@Suite struct StandardJourneyTests {
    private func flow(_ tenant: TestTenant, _ redirectURI: String, _ scopes: ScopeSet) throws -> SignInFlow {
        let registration = ClientRegistration(
            name: "standard", issuer: try #require(URL(string: "http://127.0.0.1:4400/op")),
            clientID: StandardSampleClient.nativeID, redirectURI: try #require(RedirectURI(redirectURI)),
            scopes: scopes)
        return SignInFlow(
            registration,
            keepingIn: AccountStore(
                MemoryAccountStorage(), over: tenant.transport, time: TimeSource { [clock = tenant.clock] in clock.now }
            ))
    }

    @Test(arguments: ["http://localhost", "http://127.0.0.1/callback", "com.example.tessera:/callback"])
    func `a person signs in with the plain rules`(_ redirectURI: String) async throws {
        let tenant = try await withTenant { $0 }
        let flow = try flow(tenant, redirectURI, ["openid", "profile", "offline_access"])
        let account = try await flow.signIn(with: tenant.userAgent(signingIn: tenant.person))
        #expect((account.identity.subject, account.identity.issuer) == (tenant.person.id, "http://127.0.0.1:4400/op"))
    }

    @Test func `tokens are refreshed, each time with a new refresh token`() async throws {
        let tenant = try await withTenant { $0 }
        let flow = try flow(tenant, "http://localhost", ["openid", "profile", "offline_access"])
        let account = try await flow.signIn(with: tenant.userAgent(signingIn: tenant.person))
        let session = AccountSession(account, of: flow.registration, keptIn: flow.accounts)
        let userInfo = try #require(URL(string: "http://127.0.0.1:4400/op/userinfo"))
        let transport = AuthorizedTransport(
            session, scopes: ["openid", "profile", "offline_access"], to: userInfo, over: tenant.transport)
        for _ in 0..<3 {
            let request = HTTPRequest(method: .get, scheme: "http", authority: "127.0.0.1:4400", path: "/op/userinfo")
            let answer = try await transport.send(request)
            #expect(answer.status == .ok)
            #expect(String(decoding: answer.body, as: UTF8.self).contains(#""name":"Ana Silva""#))
            tenant.clock.advance(by: .seconds(3000))
        }
    }
}
