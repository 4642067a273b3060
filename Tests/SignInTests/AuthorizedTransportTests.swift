// SPDX-License-Identifier: Apache-2.0
import Fixtures
import HTTPMessages
import SignInTesting

@Suite struct AuthorizedTransportTests {
    let signedIn: SignedIn

    init() async throws { signedIn = try await SignedIn() }

    private func transport(_ signedIn: SignedIn) -> AuthorizedTransport {
        AuthorizedTransport(
            signedIn.session(), scopes: signedIn.scopes, to: signedIn.tenant.graph, over: signedIn.transport)
    }

    private func me(_ signedIn: SignedIn) -> HTTPRequest {
        HTTPRequest(url: signedIn.tenant.graph.appending(path: "me"))
    }

    @Test func `a request carries the token`() async throws {
        #expect(try await transport(signedIn).send(me(signedIn)).status == .ok)
        let token = try #require(try await signedIn.record()?.tokens.first?.accessToken)
        #expect(
            signedIn.transport.sent.map { $0.request.headerFields[.authorization] } == ["Bearer \(token.revealed)"])
    }

    @Test
    func `a token that the API refuses is replaced once, and the request sent again with its content`() async throws {
        let before = try #require(try await signedIn.record()?.tokens.first?.accessToken)
        signedIn.tenant.clock.advance(by: .seconds(30))
        signedIn.transport.answer { request, _ in
            request.headerFields[.authorization] == "Bearer \(before.revealed)" ? .init(401) : nil
        }
        var request = me(signedIn)
        request.headerFields[.authorization] = "Bearer of the caller's own"
        #expect(try await transport(signedIn).send(request, body: Data("content".utf8)).status == .ok)
        let sent = signedIn.transport.sent.filter { $0.request.path == "/v1.0/me" }
        #expect(sent.map(\.body) == [Data("content".utf8), Data("content".utf8)])
        #expect(sent.allSatisfy { $0.request.headerFields[fields: .authorization].count == 1 })
        #expect(signedIn.transport.tokenRequests.count == 1)
    }

    @Test func `fifty requests that are refused at once cause one refresh`() async throws {
        let before = try #require(try await signedIn.record()?.tokens.first?.accessToken)
        signedIn.tenant.clock.advance(by: .seconds(30))
        signedIn.transport.answer { request, _ in
            request.headerFields[.authorization] == "Bearer \(before.revealed)" ? .init(401) : nil
        }
        let transport = transport(signedIn)
        let request = me(signedIn)
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<50 { group.addTask { try await transport.send(request).status.code } }
            for try await status in group { #expect(status == 200) }
        }
        #expect(signedIn.transport.tokenRequests.count == 1)
    }

    @Test func `a second refusal is the answer`() async throws {
        signedIn.tenant.clock.advance(by: .seconds(30))
        signedIn.transport.answer { request, _ in request.path == "/v1.0/me" ? .init(401, "no") : nil }
        let response = try await transport(signedIn).send(me(signedIn))
        #expect((response.status, response.body) == (.unauthorized, Data("no".utf8)))
        #expect(signedIn.transport.sent.count { $0.request.path == "/v1.0/me" } == 2)
        #expect(signedIn.transport.tokenRequests.count == 1)
    }

    @Test func `an API that refuses every token costs the provider one, and not one for each request`() async throws {
        signedIn.transport.answer { request, _ in request.path == "/v1.0/me" ? .init(401, "no") : nil }
        let transport = transport(signedIn)
        for seconds in [0, 29, 1, 0, 29] {
            signedIn.tenant.clock.advance(by: .seconds(seconds))
            #expect(try await transport.send(me(signedIn)).status == .unauthorized)
        }
        // At the third request, the token of the sign-in is 30 seconds old.
        #expect(signedIn.transport.sent.count { $0.request.path == "/v1.0/me" } == 6)
        #expect(signedIn.transport.tokenRequests.count == 1)
    }

    @Test(arguments: [400, 403, 404, 429, 500, 503])
    func `another answer is not tried again`(_ status: Int) async throws {
        // Another token is possible by now.
        signedIn.tenant.clock.advance(by: .seconds(31))
        signedIn.transport.answer { _, _ in .init(status) }
        #expect(try await transport(signedIn).send(me(signedIn)).status.code == status)
        #expect(signedIn.transport.sent.count == 1)
    }

    /// NXOAuth2Client answered none of these: it canceled the request silently.
    @Test(arguments: [
        (200, #"Bearer realm="""#), (401, #"Bearer error="insufficient_claims", claims="e30=""#), (401, "Negotiate"),
        (401, "???"), (401, ""), (403, #"Bearer error="insufficient_scope""#), (407, "Basic"),
    ])
    func `a response with an unanswerable challenge is returned`(status: Int, challenge: String) async throws {
        signedIn.transport.answer(at: "/v1.0/me") { _, _ in
            TransportResponse(status, "content", fields: [.wwwAuthenticate: challenge])
        }
        let response = try await transport(signedIn).send(me(signedIn))
        #expect(response.status.code == status && response.body == Data("content".utf8))
        #expect(response.head.headerFields[.wwwAuthenticate] == challenge)
        #expect(try await signedIn.record()?.refreshToken != nil, "nobody is signed out by an API")
    }

    /// What the provider answers to the refresh that a 401 of the API starts, and whether that ends the sign-in.
    @Test(arguments: [
        (400, #"{"error":"invalid_grant"}"#, true), (400, #"{"error":"invalid_grant","claims":"{}"}"#, false),
        (503, "", false), (429, "", false),
    ])
    func `the API's 401 is returned if there is no other token`(status: Int, body: String, ends: Bool) async throws {
        signedIn.tenant.clock.advance(by: .seconds(31))
        signedIn.transport.answer { request, _ in
            if request.path?.hasSuffix("/token") == true { return TransportResponse(status, body) }
            guard request.path == "/v1.0/me" else { return nil }
            return TransportResponse(401, "content", fields: [.wwwAuthenticate: "Bearer error=\"invalid_token\""])
        }
        let response = try await transport(signedIn).send(me(signedIn))
        #expect(response.status == .unauthorized && response.body == Data("content".utf8))
        #expect(response.head.headerFields[.wwwAuthenticate] == "Bearer error=\"invalid_token\"")
        #expect(signedIn.transport.sent.count { $0.request.path == "/v1.0/me" } == 1)
        #expect(try await signedIn.store.account(signedIn.account.id)?.needsSignIn == ends)
    }

    @Test func `a cancelled refresh cancels the request`() async throws {
        signedIn.tenant.clock.advance(by: .seconds(31))
        signedIn.transport.answer { request, _ in
            guard request.path == "/v1.0/me" else { throw CancellationError() }
            return TransportResponse(401)
        }
        await #expect(throws: CancellationError.self) { try await transport(signedIn).send(me(signedIn)) }
    }

    @Test func `a redirect is handed back, and the token does not follow it`() async throws {
        signedIn.transport.answer { _, _ in
            TransportResponse(302, fields: [.location: "https://evil.example/"])
        }
        #expect(try await transport(signedIn).send(me(signedIn)).status == .found)
        #expect(signedIn.transport.sent.count == 1)
    }

    @Test(arguments: [
        "https://evil.example/v1.0/me", "https://127.0.0.1:4400/v1.0/me", "http://127.0.0.1:4401/v1.0/me",
        "http://127.0.0.1/v1.0/me", "http://localhost:4400/v1.0/me",
        "http://127.0.0.1:4400@evil.example/v1.0/me",
        "http://127.0.0.1:4400.evil.example/v1.0/me",
    ])
    func `another address gets no request and no token`(_ address: String) async throws {
        guard let url = URL(string: address) else { return }
        await expect(TransportError.self, .unusableTarget) { try await transport(signedIn).send(HTTPRequest(url: url)) }
        #expect(signedIn.transport.sent.isEmpty)
    }

    @Test(arguments: [
        ("https://api.example/v1.0", true), ("http://localhost:8080/v1.0", true), ("http://[::1]:8080/", true),
        ("http://api.example/v1.0", false), ("HTTP://10.0.0.7:8080/", false), ("http://127.0.0.1.example/", false),
    ])
    func `plain http to another machine gets no request and no token`(_ address: String, _ isSent: Bool) async throws {
        signedIn.transport.answer { _, _ in .init(200) }
        let api = try #require(URL(string: address))
        let transport = AuthorizedTransport(
            signedIn.session(), scopes: signedIn.scopes, to: api, over: signedIn.transport)
        guard !isSent else {
            #expect(try await transport.send(HTTPRequest(url: api)).status == .ok)
            return
        }
        await expect(TransportError.self, .unusableTarget) { try await transport.send(HTTPRequest(url: api)) }
        #expect(signedIn.transport.sent.isEmpty)
    }
}
