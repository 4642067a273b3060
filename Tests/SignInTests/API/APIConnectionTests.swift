// SPDX-License-Identifier: Apache-2.0
import APIAccess
import Fixtures
import HTTPMessages
import JSONWebSignatures
import SignIn

@Suite struct APIConnectionTests {
    @Test func `only the first request is sent without a token`() async throws {
        let client = try LadderClient(LadderSite())
        for _ in 0..<3 { #expect(try await client.call().status == .ok) }
        let calls = await client.site.all("\(LadderSite.api)/mcp")
        #expect(calls.map { $0.fields[.authorization] == nil } == [true, false, false, false])
        #expect(client.asked.providers.map(\.issuer.absoluteString) == [LadderSite.first])
        #expect(client.asked.providers.map(\.resource.absoluteString) == ["\(LadderSite.api)/mcp"])
        #expect(try await client.connection.account()?.registration == "\(LadderSite.api)/mcp")
    }

    @Test func `resource goes into the authorization request and into the token request`() async throws {
        let client = try LadderClient(LadderSite())
        try await client.call()
        #expect(try await client.authorization().all("resource") == ["\(LadderSite.api)/mcp"])
        #expect(
            await client.site.all("\(LadderSite.first)/token").map { $0.form.all("resource") } == [
                ["\(LadderSite.api)/mcp"]
            ])
    }

    @Test func `the next run of the program uses the kept account`() async throws {
        let site = LadderSite()
        let first = try LadderClient(site)
        try await first.call()
        let second = try LadderClient(site, keptIn: first.storage)
        #expect(try await second.call().status == .ok)
        #expect(second.asked.providers.isEmpty)
        #expect(await site.counts("register", "authorize") == [1, 1])
        let part = try LadderClient(site, keptIn: first.storage, api: "\(LadderSite.api)/mcp/tools")
        #expect(try await part.connection.account() != nil)
        let other = try LadderClient(site, keptIn: first.storage, api: "\(LadderSite.api)/mcp2")
        #expect(try await other.connection.account() == nil)
    }

    @Test func `an expired token is refreshed with the client's secret and the resource`() async throws {
        let site = LadderSite(
            .init(secret: "s3cret", method: "client_secret_post", methods: ["client_secret_post"], refreshToken: "r1"))
        let first = try LadderClient(site)
        try await first.call()
        let later = try LadderClient(site, keptIn: first.storage, now: LadderClient.start + 7200)
        #expect(try await later.call().status == .ok)
        let refresh = try #require(await site.all("\(LadderSite.first)/token").last)
        #expect((refresh.form["grant_type"], refresh.form["client_secret"]) == ("refresh_token", "s3cret"))
        #expect(refresh.form["resource"] == "\(LadderSite.api)/mcp")
        #expect(await site.count("authorize") == 1)
    }

    @Test func `a token that ended without a refresh token leads to another sign-in by the same client`() async throws {
        let site = LadderSite()
        let first = try LadderClient(site)
        try await first.call()
        let later = try LadderClient(site, keptIn: first.storage, now: LadderClient.start + 7200)
        #expect(try await later.call().status == .ok)
        #expect(await site.counts("authorize", "register") == [2, 1])
        #expect(later.asked.providers.isEmpty)
    }

    @Test func `requests at the same time share one sign-in`() async throws {
        let client = try LadderClient(LadderSite())
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<20 { group.addTask { try await client.call().status.code } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses == Array(repeating: 200, count: 20))
        #expect(await client.site.counts("authorize", "register") == [1, 1])
        #expect(client.asked.providers.count == 1)
    }

    @Test func `an API that refuses every token gets one sign-in a minute`() async throws {
        let site = LadderSite(.init(), .init(refusesEveryToken: true))
        let client = try LadderClient(site)
        for _ in 0..<3 { #expect(try await client.call().status == .unauthorized) }
        #expect(await site.count("authorize") == 1)
    }

    @Test func `without the person's agreement nothing goes to the provider but the question who it is`() async throws {
        let client = try LadderClient(LadderSite(), agrees: { _ in false })
        #expect(try await client.refusal() == .providerDeclined)
        #expect(await client.site.counts("register", "authorize") == [0, 0])
    }

    @Test func `a client that its provider has forgotten is registered again`() async throws {
        let site = LadderSite(
            .init(metadata: { $0["revocation_endpoint"] = .string("\(LadderSite.first)/revoke") }))
        let first = try LadderClient(site)
        try await first.call()
        await site.change {
            $0.servers[LadderSite.first]?.clientID = "next-client"
            $0.servers[LadderSite.first]?.forgotten = ["test-client-id"]
        }
        let later = try LadderClient(site, keptIn: first.storage, now: LadderClient.start + 7200)
        #expect(try await later.call().status == .ok)
        #expect(await site.count("register") == 2)
        #expect(await site.all("\(LadderSite.first)/authorize").last?.form["client_id"] == "next-client")
    }

    @Test func `a secret that has ended is not used again`() async throws {
        let end = Int(LadderClient.start.timeIntervalSince1970) + 7200
        let answer =
            #"{"client_id":"a","client_secret":"s","client_secret_expires_at":\#(end),"token_endpoint_auth_method":"client_secret_post"}"#
        for (later, registrations) in [(7199.0, 1), (7200.0, 2)] {
            let site = LadderSite(.init(methods: ["client_secret_post"], registrationAnswer: (201, answer)))
            let first = try LadderClient(site)
            try await first.call()
            let next = try LadderClient(site, keptIn: first.storage, now: LadderClient.start + later)
            #expect(try await next.call().status == .ok)
            #expect(await site.all("\(LadderSite.first)/register").count == registrations)
        }
    }

    @Test func `a request to another host or another path of the host gets no token`() async throws {
        let client = try LadderClient(LadderSite())
        try await client.call()
        for place in [
            "http://localhost:8002/mcp", "\(LadderSite.api)/mcp2", "\(LadderSite.api)/mcp/../admin",
            "\(LadderSite.api)/mcp/..;/admin", "\(LadderSite.api)/mcp/%252e%252e/admin", "\(LadderSite.api)/mcp/%5C..",
        ] {
            let url = try #require(URL(string: place))
            await expect(TransportError.self, .unusableTarget, "\(place)") {
                try await client.connection.send(HTTPRequest(url: url))
            }
        }
        #expect(await client.site.all("\(LadderSite.api)/mcp").count == 2)
    }

    @Test func `a provider without dynamic registration requires a client ID`() async throws {
        let client = try LadderClient(LadderSite(.init(metadata: { $0["registration_endpoint"] = nil })))
        #expect(try await client.refusal() == .clientRegistrationUnsupported)
    }

    @Test(arguments: [nil, ["plain"], []] as [[String]?])
    func `a provider that an API has named must support S256`(methods: [String]?) async throws {
        let client = try LadderClient(
            LadderSite(
                .init(metadata: { members in
                    members["code_challenge_methods_supported"] = methods.map { .array($0.map { .string($0) }) }
                })))
        #expect(try await client.refusal() == .proofKeyUnsupported)
        #expect(client.asked.providers.isEmpty)
    }

    @Test func `errors of the registration reach the caller`() async throws {
        let site = LadderSite(.init(registrationAnswer: (400, #"{"error":"invalid_redirect_uri"}"#)))
        let client = try LadderClient(site)
        let error = await #expect(throws: ServerError.self) { try await client.call() }
        #expect(error?.code.rawValue == "invalid_redirect_uri")
        #expect(await site.count("authorize") == 0)
    }

    @Test func `credentials go only to their own provider`() async throws {
        let site = LadderSite()
        let other = try #require(URL(string: LadderSite.second))
        let credentials = APIClient.Credentials(
            issuer: other, clientID: "of-another", authentication: ClientAuthentication(secret: "secret-of-another"))
        let client = try LadderClient(site, changing: { $0.credentials = [credentials] })
        #expect(try await (client.call().status, client.asked.providers.count) == (.ok, 1))
        for sent in await site.sent {
            #expect(!String(decoding: sent.body, as: UTF8.self).contains("of-another"))
            #expect(sent.form["client_id"] != "of-another")
        }
    }

    @Test func `requests for two parts of a host that wait for one sign-in keep their tokens apart`() async throws {
        for _ in 0..<10 {
            let site = LadderSite(.init(), .init(paths: ["/mcp", "/mcp2"]))
            let client = try LadderClient(site, api: LadderSite.api)
            await withTaskGroup(of: Void.self) { group in
                for path in ["/mcp", "/mcp2", "/mcp2"] { group.addTask { _ = try? await client.call(.post, path) } }
            }
            let second = await site.all("\(LadderSite.api)/mcp2")
            #expect(!second.isEmpty && second.allSatisfy { $0.fields[.authorization] == nil })
        }
    }

    @Test
    func `a registration of the app serves an API that the app does not name only if the person agrees`() async throws {
        let site = LadderSite()
        let registration = ClientRegistration(
            name: "work", issuer: try #require(URL(string: LadderSite.first)), clientID: "work",
            redirectURI: try #require(RedirectURI("http://127.0.0.1/signed-in")), scopes: ["secret.read"],
            rules: .ofUnknownProvider)
        let flow = SignInFlow(registration, keepingIn: AccountStore(MemoryAccountStorage(), over: site))
        let foreign = try LadderClient(site, agrees: { _ in false }, changing: { $0.flows = [flow] })
        #expect(try await foreign.refusal() == .providerDeclined)
        #expect(await site.count("authorize") == 0)
        let api = try #require(URL(string: LadderSite.api))
        let known = try LadderClient(
            site, agrees: { _ in false },
            changing: {
                $0.flows = [flow]
                $0.knownAPIs = [api]
            })
        _ = try? await known.call()
        #expect(known.asked.providers.isEmpty)
    }

    @Test func `an API that asks for more scopes later needs the person's agreement again`() async throws {
        let site = LadderSite(.init(), .init(challengeScope: "mcp:basic"))
        let first = try LadderClient(site)
        try await first.call()
        await site.change { $0.api.challengeScope = "mcp:basic mcp:write" }
        let later = try LadderClient(site, keptIn: first.storage, now: LadderClient.start + 7200)
        #expect(try await later.call().status == .ok)
        #expect(later.asked.providers.map(\.scopes.text) == ["mcp:basic mcp:write"])
    }

    @Test func `without an ID token, a new sign-in keeps no refresh token of the earlier one`() async throws {
        let site = LadderSite(.init(refreshToken: "of the first person"))
        let first = try LadderClient(site)
        try await first.call()
        #expect(await first.storage.records().first?.refreshToken?.revealed == "of the first person")
        await site.change {
            $0.servers[LadderSite.first]?.refreshToken = nil
            $0.api.refusesEveryToken = true
        }
        let later = try LadderClient(site, keptIn: first.storage, now: LadderClient.start + 7200)
        #expect(try await later.call().status == .unauthorized)
        #expect(await site.count("authorize") == 2)
        #expect(await first.storage.records().map(\.refreshToken) == [nil])
    }
}
