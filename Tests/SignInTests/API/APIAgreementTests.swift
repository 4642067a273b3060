// SPDX-License-Identifier: Apache-2.0
import APIAccess
import Fixtures
import HTTPMessages
import JSONWebSignatures
import SignIn

@Suite struct APIAgreementTests {
    @Test func `an API that demands more scopes gets no token for them without the person's agreement`() async throws {
        let needed: [HTTPRequest.Method: [String]] = [.get: ["mcp:basic"], .post: ["mcp:basic", "mcp:write"]]
        let site = LadderSite(.init(), .init(challengeScope: "mcp:basic", needed: needed))
        let client = try LadderClient(site, agrees: { !$0.scopes.contains("mcp:write") })
        #expect(try await client.call(.get).status == .ok)
        await expect(Refusal.self, .providerDeclined) { try await client.call(.post) }
        #expect(client.asked.providers.map(\.scopes.text) == ["mcp:basic", "mcp:basic mcp:write"])
        #expect(await site.count("authorize") == 1)
        #expect(try await client.call(.post).status == .forbidden, "nobody is asked again at once")
        #expect(client.asked.providers.count == 2)
    }

    @Test func `the person agrees to more scopes once`() async throws {
        let needed: [HTTPRequest.Method: [String]] = [.get: ["mcp:basic"], .post: ["mcp:basic", "mcp:write"]]
        let site = LadderSite(.init(refreshToken: "r1"), .init(challengeScope: "mcp:basic", needed: needed))
        let client = try LadderClient(site)
        #expect(try await (client.call(.get).status, client.call(.post).status) == (.ok, .ok))
        let later = try LadderClient(site, keptIn: client.storage)
        #expect(try await later.call(.post).status == .ok)
        #expect(client.asked.providers.count == 2)
        #expect(later.asked.providers.isEmpty)
    }

    @Test func `the question names the hosts of pages and tokens that are not the issuer's`() async throws {
        let site = LadderSite(
            .init(metadata: {
                $0["authorization_endpoint"] = .string("\(LadderSite.second)/authorize")
                $0["token_endpoint"] = .string("http://127.0.0.1/token")
            }))
        let client = try LadderClient(site, agrees: { _ in false })
        #expect(try await client.refusal() == .providerDeclined)
        #expect(client.asked.providers.map(\.signInHost) == ["localhost:9002"])
        #expect(client.asked.providers.map(\.tokenHost) == ["127.0.0.1"])
        let usual = try LadderClient(LadderSite())
        try await usual.call()
        #expect(usual.asked.providers.map(\.signInHost) == [nil])
        #expect(usual.asked.providers.map(\.tokenHost) == [nil])
    }

    @Test func `the person is asked again when the provider's pages have moved`() async throws {
        let site = LadderSite()
        let client = try LadderClient(site)
        try await client.call()
        await site.change {
            $0.servers[LadderSite.first] = LadderSite.Server(
                metadata: { $0["authorization_endpoint"] = .string("\(LadderSite.second)/authorize") })
        }
        let later = try LadderClient(
            site, keptIn: client.storage, agrees: { _ in false }, now: LadderClient.start + 7200)
        await expect(Refusal.self, .providerDeclined) { try await later.call() }
        #expect(later.asked.providers.map(\.signInHost) == ["localhost:9002"])
    }

    @Test func `an API that names two providers in turn gets one sign-in at each`() async throws {
        let site = LadderSite(.init(), .init(refusesEveryToken: true))
        await site.change { $0.servers[LadderSite.second] = LadderSite.Server() }
        let client = try LadderClient(site)
        for round in 0..<6 {
            let server = round.isMultiple(of: 2) ? LadderSite.first : LadderSite.second
            await site.change { $0.api.servers = [server] }
            #expect(try await client.call().status == .unauthorized)
        }
        #expect(await (site.count("authorize"), site.all("\(LadderSite.second)/authorize").count) == (1, 1))
    }

    @Test func `a registration with a security profile accepts no provider from an API`() async throws {
        let site = LadderSite()
        let registration = try ClientRegistration(
            .fapi2, name: "bank", issuer: URL(constant: "https://bank.example"), clientID: "bank",
            key: ClientKey(pem: SampleKeys.elliptic), redirectURI: try #require(RedirectURI("http://127.0.0.1/a")),
            scopes: ["accounts"])
        let flow = SignInFlow(registration, keepingIn: AccountStore(MemoryAccountStorage(), over: site))
        let client = try LadderClient(site, changing: { $0.flows = [flow] })
        let refusal = await expect(Refusal.self, .securityProfileUnmet) { try await client.call() }
        #expect(refusal?.message.contains("'bank'") == true && refusal?.message.contains("authorizedTransport") == true)
        #expect(await site.sent.isEmpty)
    }
}
