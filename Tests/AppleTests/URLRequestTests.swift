// SPDX-License-Identifier: Apache-2.0
import Foundation
import FoundationNetworking
import HTTPTransport
import SignIn
import SignInTesting
import SystemSignIn
import Testing

@Suite struct URLRequestTests {
    @Test func `a request of the app's own gets the token of the account, for the API alone`() async throws {
        try await withTenant { tenant in
            let flow = tenant.signInFlow()
            let account = try await flow.signIn(with: tenant.userAgent(signingIn: tenant.person))
            let scopes = tenant.registration.scopes
            let transport = flow.authorizedTransport(for: account, scopes: scopes, to: tenant.graph)
            var request = URLRequest(url: tenant.graph.appending(path: "me"))
            request.setValue("Basic b2xk", forHTTPHeaderField: "Authorization")
            request.httpMethod = "PATCH"
            let authorized = try await request.authorized(for: transport)
            let token = try await flow.session(of: account).accessToken(for: scopes)
            #expect(authorized.value(forHTTPHeaderField: "Authorization") == "Bearer \(token.revealed)")
            #expect(authorized.httpMethod == "PATCH" && authorized.url == request.url)
            let elsewhere = URLRequest(url: try #require(URL(string: "https://evil.example/me")))
            let error = await #expect(throws: TransportError.self) { try await elsewhere.authorized(for: transport) }
            #expect(error?.code == .unusableTarget)
        }
    }
}
