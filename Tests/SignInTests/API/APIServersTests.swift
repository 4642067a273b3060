// SPDX-License-Identifier: Apache-2.0
import APIAccess
import Fixtures
import JSONWebSignatures
import SignIn

@Suite struct APIServersTests {
    private static let third = "http://localhost:9003"
    private static let fourth = "http://localhost:9004"

    private static func site(_ named: [String], answering: [String: LadderSite.Server]) async -> LadderSite {
        let site = LadderSite(.init(), .init(servers: named))
        await site.change { $0.servers = answering }
        return site
    }

    @Test func `the preferred provider is chosen, wherever the API names it`() async throws {
        for preferred in [LadderSite.first, LadderSite.second, "\(LadderSite.second)/"] {
            let site = await Self.site(
                [LadderSite.first, LadderSite.second],
                answering: [LadderSite.first: .init(), LadderSite.second: .init()])
            let issuer = try #require(URL(string: preferred))
            let client = try LadderClient(site, changing: { $0.preferredIssuers = [issuer] })
            #expect(try await client.call().status == .ok)
            #expect(client.asked.providers.map { $0.issuer.isSameIssuer(as: issuer) } == [true])
        }
    }

    @Test func `a provider that the API does not name is never preferred`() async throws {
        let site = await Self.site(
            [LadderSite.first], answering: [LadderSite.first: .init(), LadderSite.second: .init()])
        let other = try #require(URL(string: LadderSite.second))
        let client = try LadderClient(site, changing: { $0.preferredIssuers = [other] })
        try await client.call()
        #expect(client.asked.providers.map(\.issuer.absoluteString) == [LadderSite.first])
    }

    @Test(arguments: [nil, LadderSite.Server(metadataPath: nil), LadderSite.Server(metadata: { $0["issuer"] = nil })])
    func `when the first does not answer, the next one is tried`(_ first: LadderSite.Server?) async throws {
        var answering = [LadderSite.second: LadderSite.Server()]
        answering[LadderSite.first] = first
        let client = try LadderClient(await Self.site([LadderSite.first, LadderSite.second], answering: answering))
        #expect(try await client.call().status == .ok)
        #expect(client.asked.providers.map(\.issuer.absoluteString) == [LadderSite.second])
    }

    /// The suffix of the issuer in the API's second metadata; a slash after a bare host makes no difference.
    @Test(arguments: ["", "/"])
    func `a request never moves to another provider while the person's is silent`(end: String) async throws {
        let site = await Self.site(
            [LadderSite.first, LadderSite.second], answering: [LadderSite.first: .init(), LadderSite.second: .init()])
        let first = try LadderClient(site)
        try await first.call()
        await site.change {
            $0.servers[LadderSite.first] = nil
            $0.api.servers = [LadderSite.first + end, LadderSite.second]
            $0.api.refusesEveryToken = true
        }
        let later = try LadderClient(site, keptIn: first.storage, now: LadderClient.start + 90)
        await #expect(throws: (any Error).self) { _ = try await later.call() }
        #expect(later.asked.providers.isEmpty)
        #expect(await site.all("\(LadderSite.second)/authorize").isEmpty)
    }

    @Test func `a provider that speaks for another issuer ends the search`() async throws {
        let wrong = LadderSite.Server(metadata: { $0["issuer"] = .string("http://localhost:9009") })
        let site = await Self.site(
            [LadderSite.first, LadderSite.second], answering: [LadderSite.first: wrong, LadderSite.second: .init()])
        #expect(try await LadderClient(site).refusal() == .metadataIssuerMismatch)
        #expect(await site.places.allSatisfy { !$0.hasPrefix(LadderSite.second) })
    }

    @Test func `three providers are tried, and the error is that of the first`() async throws {
        let named = [LadderSite.first, LadderSite.second, Self.third, Self.fourth]
        let client = try LadderClient(await Self.site(named, answering: [Self.third: .init()]))
        #expect(try await client.call().status == .ok)
        let down = await Self.site(named, answering: [Self.fourth: .init()])
        let error = await #expect(throws: TransportError.self) { try await LadderClient(down).call() }
        #expect(error?.message.contains(LadderSite.first) == true)
        #expect(await down.places.allSatisfy { !$0.hasPrefix(Self.fourth) })
    }

    /// Metadata of reachable providers that this client cannot use, with the code of the refusal.
    private static let unusable: [(LadderSite.Server, Refusal.Code)] = [
        (.init(metadata: { $0["registration_endpoint"] = nil }), .clientRegistrationUnsupported),
        (.init(metadata: { $0["code_challenge_methods_supported"] = nil }), .proofKeyUnsupported),
        (
            .init(metadata: { $0["code_challenge_methods_supported"] = .array([.string("plain")]) }),
            .proofKeyUnsupported
        ),
    ]

    @Test(arguments: unusable.indices)
    func `a provider where the client cannot sign in is passed over for the next`(_ row: Int) async throws {
        let (server, code) = Self.unusable[row]
        let both = [LadderSite.first, LadderSite.second]
        let site = await Self.site(both, answering: [LadderSite.first: server, LadderSite.second: .init()])
        let client = try LadderClient(site)
        #expect(try await client.call().status == .ok)
        #expect(client.asked.providers.map(\.issuer.absoluteString) == [LadderSite.second])

        // The error of the app's own choice says what is missing, and so does that of the first of several.
        let chosen = try #require(URL(string: LadderSite.first))
        let preferring = try LadderClient(site, changing: { $0.preferredIssuers = [chosen] })
        await #expect(throws: Refusal.self) { try await preferring.call() }
        let none = await Self.site(both, answering: [LadderSite.first: server, LadderSite.second: server])
        let refusal = await #expect(throws: Refusal.self) { try await LadderClient(none).call() }
        #expect(refusal?.code == code && refusal?.message.contains(LadderSite.first) == true)
    }

    /// The provider's PKCE methods, and whether a registered client signs in.
    @Test(
        arguments: [(nil, true), (["S256"], true), (["plain", "S256"], true), (["plain"], false), ([], true)]
            as [([String]?, Bool)])
    func `a provider without PKCE methods serves a registered client`(methods: [String]?, isServed: Bool) async throws {
        let site = LadderSite(
            .init(metadata: { $0["code_challenge_methods_supported"] = methods.map { .array($0.map { .string($0) }) } })
        )
        let issuer = try #require(URL(string: LadderSite.first))
        let client = try LadderClient(
            site, changing: { $0.credentials = [APIClient.Credentials(issuer: issuer, clientID: "own")] })
        if isServed {
            #expect(try await client.call().status == .ok)
            #expect(try await client.authorization()["code_challenge_method"] == "S256")
        } else {
            #expect(try await client.refusal() == .proofKeyUnsupported)
        }
        var refusal: Refusal?
        do { try await LadderClient(site).call() } catch let error as Refusal { refusal = error }
        #expect((refusal?.cause is ProofKeyNotAdvertised) == (methods?.isEmpty ?? true), "only then a client id helps")
    }

    // RFC 8414 §2: plain OAuth servers may list any scope.
    @Test(arguments: [(false, ""), (true, "openid")])
    func `the client requests the scope openid from OpenID providers`(isOpenID: Bool, scope: String) async throws {
        let site = LadderSite(
            .init(metadata: {
                $0["scopes_supported"] = .array([.string("openid")])
                if isOpenID { $0["subject_types_supported"] = .array([.string("public")]) }
            }))
        let client = try LadderClient(site)
        if isOpenID {
            let refusal = await #expect(throws: Refusal.self) { try await client.call() }
            #expect(refusal?.code == .keySetMissing || refusal?.code == .idTokenMissing)
        } else {
            #expect(try await (client.call().status, client.authorization()["scope"] ?? "") == (.ok, scope))
        }
    }

    // RFC 7591 §2
    @Test func `a secret without a method goes into the field of Basic`() async throws {
        let site = LadderSite(.init(secret: "s", method: nil, methods: ["client_secret_post"]))
        #expect(try await LadderClient(site).call().status == .ok)
        let token = try #require(await site.all("\(LadderSite.first)/token").first)
        #expect(token.fields[.authorization]?.hasPrefix("Basic ") == true && token.form["client_secret"] == nil)
    }
}
