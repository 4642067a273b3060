// SPDX-License-Identifier: Apache-2.0

import Fixtures
import HTTPMessages
import LocalTenant
import SampleServers
import SignInTesting

/// A provider with the person's name at UserInfo alone, as OpenID Connect Core §5.4 allows for the code flow.
@Suite struct UserInfoNameTests {
    let tenant: TestTenant

    init() async throws {
        tenant = try await withTenant { $0 }
        // The sample client has the name in its ID tokens.
        let client = """
            {"version": 1, "standardClients": [{"client_id": "\(StandardSampleClient.webID)", "client_name": "Web",
             "client_secret": "\(StandardSampleClient.webSecret)", "redirect_uris": ["http://localhost:8080/callback"],
             "scope": "openid profile email offline_access"}]}
            """
        try await tenant.administration.send("POST", "import", Data(client.utf8))
    }

    @Test func `the name is the account's, also after refreshes and in the page of the sign-out`() async throws {
        var visitor = Visitor(of: try VisitorBook(at: tenant, try VisitorBook.standardRegistration()))
        #expect(try await visitor.signIn().text == "Hello, Ana Silva!")
        for _ in 1...2 {
            tenant.clock.advance(by: .seconds(7200))
            #expect(try await visitor.get("/token?profile").text == "a token")
            #expect(try await visitor.get("/hello").text == "Hello, Ana Silva!")
        }
        #expect(try await visitor.get("/events").text.contains("refreshed Ana Silva work"))
        #expect(try await visitor.get("/sign-out").text.contains("Sign out Ana Silva here and at the provider"))
    }

    @Test
    func `a UserInfo request that fails does not fail the sign-in, and the next sign-in has the name`() async throws {
        var visitor = Visitor(of: try VisitorBook(at: tenant, try VisitorBook.standardRegistration()))
        let faults: [Fault] = [.failure(.serviceUnavailable), .drop, .stall, .content(.malformedJSON)]
        for fault in faults {
            let rule = try await tenant.inject(fault, at: .userInfo, next: 1)
            #expect(try await visitor.signIn(at: "/sign-in?return=/hello").text == "Hello, you!", "\(fault)")
            #expect(try await tenant.faults().first { $0.id == rule.id }?.hits == 1)
        }
        #expect(try await visitor.signIn(at: "/sign-in?return=/hello").text == "Hello, Ana Silva!")
    }

    @Test func `a UserInfo response about another person gives no name`() async throws {
        let other = StubTransport { [tenant] request, body in
            var response = try await tenant.transport.send(request, body: body)
            guard request.path?.hasSuffix("/userinfo") == true else { return response }
            var claims = try #require(try JSONSerialization.jsonObject(with: response.body) as? [String: Any])
            claims["sub"] = tenant.otherPerson.id
            response.body = try JSONSerialization.data(withJSONObject: claims)
            return response
        }
        let book = try VisitorBook(at: tenant, try VisitorBook.standardRegistration(), over: other)
        var visitor = Visitor(of: book)
        #expect(try await visitor.signIn().text == "Hello, you!")
    }

    @Test func `without the scope profile, or with a name in the ID token, no request is sent`() async throws {
        let plain = try VisitorBook.standardRegistration(asking: ["openid"])
        for (registration, name) in [(plain, "you"), (try VisitorBook.registration(at: tenant), "Ana Silva")] {
            let rule = try await tenant.inject(.failure(.serviceUnavailable), at: .userInfo)
            var visitor = Visitor(of: try VisitorBook(at: tenant, registration))
            #expect(try await visitor.signIn().text == "Hello, \(name)!")
            #expect(try await tenant.faults().first { $0.id == rule.id }?.hits == 0)
        }
    }
}

/// An app replaces another, as `tessera web` does when its settings change.
@Suite struct ReplacedAppTests {
    private final class Network: Transport {
        private let inner: any Transport
        private let isCut = Mutex(false)

        init(_ inner: any Transport) { self.inner = inner }

        func cut() { isCut.withLock { $0 = true } }

        func send(_ request: HTTPRequest, body: Data) async throws -> TransportResponse {
            guard !isCut.withLock(\.self) else { throw TransportError(.connectionLost, "the network is cut") }
            return try await inner.send(request, body: body)
        }
    }

    @Test(arguments: [true, false])
    func `a replacement keeps tokens that the storage could not save`(_ replaces: Bool) async throws {
        let tenant = try await withTenant { $0 }
        let (network, storage) = (Network(tenant.transport), FailingSessionStorage())
        let earlier = try VisitorBook(at: tenant, keepingIn: storage, over: network)
        var visitor = Visitor(of: earlier)
        try await visitor.signIn()
        tenant.clock.advance(by: .seconds(5400))
        storage.fail(["save"])
        #expect(try await visitor.get("/token").status == .serviceUnavailable)
        storage.fail([])
        network.cut()
        let book = try VisitorBook(
            at: tenant, keepingIn: storage, over: network, replacing: replaces ? earlier : nil)
        var later = Visitor(of: book)
        later.cookies = visitor.cookies
        let response = try await later.get("/token")
        #expect((response.text == "a token") == replaces, "\(response.status) \(response.text)")
    }
}
