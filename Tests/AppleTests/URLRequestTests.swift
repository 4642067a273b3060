// SPDX-License-Identifier: Apache-2.0
import Foundation
import FoundationNetworking
import HTTPTransport
import SignIn
import SignInTesting
import Synchronization
import SystemSignIn
import Testing

@Suite struct URLRequestTests {
    @Test func `a session of the app's own gets the token, and the response of the API`() async throws {
        try await withTenant { tenant in
            let flow = tenant.signInFlow()
            let account = try await flow.signIn(with: tenant.userAgent(signingIn: tenant.person))
            let transport = flow.authorizedTransport(
                for: account, scopes: tenant.registration.scopes, to: tenant.graph)
            let elsewhere = URLRequest(url: try #require(URL(string: "https://evil.example/me")))
            let error = await #expect(throws: TransportError.self) {
                try await URLSession.shared.data(for: elsewhere, authorizedBy: transport)
            }
            #expect(error?.code == .unusableTarget)
            tenant.clock.advance(by: .seconds(30))
            let refusals = Mutex(1)
            let script: ScriptedServer.Script = { _, connection, log in
                while let head = await connection.head() {
                    log.note(head.lowercased())
                    let isRefused = refusals.withLock { count in
                        defer { count -= 1 }
                        return count > 0
                    }
                    try await connection.write(RawServer.response(isRefused ? "401 Unauthorized" : "200 OK", "hello"))
                }
            }
            try await ScriptedServer.with(script) { server in
                let url = try #require(URL(string: "http://127.0.0.1:\(server.port)/me"))
                let local = AuthorizedTransport(
                    flow.session(of: account), scopes: tenant.registration.scopes, to: url, over: tenant.transport)
                let (data, response) = try await URLSession.shared.data(
                    for: URLRequest(url: url), authorizedBy: local)
                #expect(data == Data("hello".utf8))
                #expect((response as? HTTPURLResponse)?.statusCode == 200)
                let tokens = server.notes.compactMap { $0.firstMatch(of: #/authorization: bearer (\S+)/#).map { $0.1 } }
                #expect(tokens.count == 2 && Set(tokens).count == 2, "a fresh one after the refusal")
            }
        }
    }

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
