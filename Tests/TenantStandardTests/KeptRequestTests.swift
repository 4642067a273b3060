// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantAuthorization
@testable import TenantDirectory
@testable import TenantEntra
@testable import TenantFixtures
@testable import TenantStandard

/// Each table that requests fill before anybody signed in has a bound; ``RequestLengthTests`` has that of a request.
@Suite struct KeptRequestTests: SiteSuite {
    let site: Site
    private var provider: StandardProvider { site.platform.standardProvider }

    private func push() async throws -> FormParameters {
        let uri = try #require(try await site.post("/op/par", .standardRequest).object()["request_uri"]?.string)
        return ["client_id": StandardSampleClient.nativeID, "request_uri": uri]
    }

    @Test func `a thousand pushed requests wait at most, and the oldest makes room`() async throws {
        let (first, second) = (try await push(), try await push())
        let client = try #require(try await provider.client(StandardSampleClient.nativeID))
        for _ in 0..<999 { _ = try await PushedRequests(provider: provider).keep(.standardRequest, of: client) }
        #expect(try await site.count("standardPushedRequest") == 1000)
        var browser = Browser(site)
        #expect(try await browser.openStandard(first).status == .badRequest)
        #expect(try await browser.openStandard(second).status == .ok)
    }

    @Test func `a thousand interactions wait at most, and the oldest makes room`() async throws {
        var (early, later) = (Browser(site), Browser(site))
        let first = try await early.openStandard()
        let second = try await later.openStandard()
        let target = try await StandardTarget(.standardRequest, in: provider)
        let authorize = try await StandardAuthorizationRequest(
            .standardRequest, isPushed: false, to: target, in: provider)
        for _ in 0..<999 { _ = try await provider.interactions.begin(authorize) }
        #expect(try await site.count("standardInteraction") == 1000)
        let username: FormParameters = ["username": "ana.silva@\(Site.domain)"]
        #expect(try await early.submit(first, username).text.contains("The sign-in has ended, or took too long."))
        #expect(try await later.submit(second, username).text.contains(#"type="password""#))
    }

    @Test func `grants, tokens, codes and counters have a bound, and the newest stays`() async throws {
        try await site.platform.context.database.write { database in
            func fill(_ table: String, _ capacity: Int, _ columns: String, _ values: String) throws {
                try database.execute(
                    sql: """
                        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(capacity))
                        INSERT INTO "\(table)" (\(columns)) SELECT \(values) FROM n
                        """)
            }
            let end = "'2030-01-01 00:00:00.000'"
            try fill(
                "authorizationCode", 20_000, "codeHash, \"grant\", redirectURI, expiresAt, redeemed",
                "'h' || i, '{}', '', \(end), 0")
            try fill(
                "userFlowGrant", 20_000, "secretHash, \"grant\", issuedAt, expiresAt, redeemed",
                "'h' || i, '{}', \(end), \(end), 0")
            try fill(
                "standardGrant", 20_000, "id, clientID, scope, issuedAt",
                "'g' || i, '\(StandardSampleClient.webID)', '', \(end)")
            // Of the newest grant, since those of the oldest go with it.
            try fill(
                "standardAccessToken", 20_000, "tokenHash, grantID, scope, issuedAt, expiresAt, id",
                "'h' || i, 'g20000', '', \(end), \(end), ''")
            try fill("inboxMessage", 200, "channel, recipient, sender, text, sentAt", "'sms', 'r', 's', 't', \(end)")
            try fill("refreshToken", 20_000, "tokenHash, \"grant\", expiresAt", "'h' || i, '{}', \(end)")
            try fill("userCodeGuess", 1000, "cookieHash, count, endsAt", "'h' || i, 1, \(end)")
            try fill("oneTimeCode", 1000, "subject, codeHash, expiresAt, attempts", "'h' || i, 'c', \(end), 0")
            try fill("oneTimeCodeEffort", 10_000, "holder, attempts, sent, endsAt", "'h' || i, 1, 1, \(end)")
        }
        _ = try await site.tokens()
        _ = try await site.flowTokens()
        let tokens = try await site.standardTokens()
        try await Inbox(database: site.platform.context.database)
            .deliver(
                InboxMessage(
                    channel: .sms, recipient: "newest", sender: "s", text: "t", code: nil, sentAt: site.clock.now))
        let now = site.clock.now
        try await site.platform.context.guesses.count("cookie", now: now)
        let code = try #require(try await site.platform.context.codes.make(for: "subject", of: "holder", now: now))
        let bounds = [
            "authorizationCode": 20_000, "refreshToken": 20_000, "userFlowGrant": 20_000, "standardGrant": 20_000,
            "standardAccessToken": 20_000, "inboxMessage": 200, "userCodeGuess": 1000, "oneTimeCode": 1000,
            "oneTimeCodeEffort": 10_000,
        ]
        for (table, capacity) in bounds { #expect(try await site.count(table) == capacity, "\(table)") }
        #expect(try await site.userInfo(tokens["access_token"]?.string ?? "").status == .ok)
        #expect(try await Inbox(database: site.platform.context.database).messages().first?.recipient == "newest")
        #expect(try await site.platform.context.codes.check(code, for: "subject", of: "holder", now: now) == .accepted)
        #expect(try await site.platform.context.codes.check(code, for: "subject", of: "holder", now: now) == .void)
    }

    @Test func `sessions of the standard provider have a bound`() async throws {
        let person = try await site.person("ana.silva")
        try await site.platform.context.database.write { database in
            try database.execute(
                sql: """
                    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
                    INSERT INTO standardSession (id, cookieHash, personID, authenticatedAt)
                    SELECT 's' || i, 'c' || i, ?, ? FROM n
                    """, arguments: [person.id, site.clock.now])
        }
        var browser = try await Browser.standard(at: site)
        #expect(try await site.count("standardSession") == 20_000)
        let silent = try await browser.openStandard(.standardRequest.with("prompt", "none").with("scope", "openid"))
        #expect(silent.carried["error"] == "consent_required", "the newest stays")
    }

    @Test func `one assertion that lives long takes no room from the proofs after it`() async throws {
        let identifiers = provider.usedIdentifiers
        #expect(try await identifiers.take("long", of: "a", until: site.clock.now + 3600))
        for number in 0...2 {
            try await fill(9998, of: "a", named: "\(number)", until: site.clock.now + 300)
            #expect(try await identifiers.take("next \(number)", of: "a", until: site.clock.now + 300))
            site.clock.advance(by: .seconds(301))
        }
    }

    @Test func `a proof beyond the bound is refused, and none is forgotten for it`() async throws {
        let identifiers = provider.usedIdentifiers
        let end = site.clock.now + 300
        #expect(try await identifiers.take("first", of: "a", until: end))
        try await fill(9998, of: "a", named: "h", until: end)
        #expect(try await identifiers.take("last", of: "a", until: end))
        await #expect(throws: StandardError.tooManyProofs) { try await identifiers.take("beyond", of: "a", until: end) }
        #expect(try await !identifiers.take("first", of: "a", until: end))
        #expect(try await identifiers.take("of another client", of: "b", until: end))
        #expect(StandardError.tooManyProofs.status == .serviceUnavailable)
        site.clock.advance(by: .seconds(301))
        #expect(try await identifiers.take("beyond", of: "a", until: site.clock.now + 300))
    }

    @Test(arguments: [(nil, 10_000), (Date(timeIntervalSince1970: 0), 500)])
    func `a stranger takes no room from others`(_ registeredAt: Date?, _ limit: Int) async throws {
        let client = StandardClient(id: "a", metadata: ClientMetadata(name: "A") { _ in }, registeredAt: registeredAt)
        #expect(client.mostIdentifiers == limit)
        let (identifiers, end) = (provider.usedIdentifiers, site.clock.now + 300)
        try await fill(limit - 1, of: "a", named: "h", until: end)
        #expect(try await identifiers.take("last", of: "a", atMost: client.mostIdentifiers, until: end))
        await #expect(throws: StandardError.tooManyProofs) {
            try await identifiers.take("beyond", of: "a", atMost: client.mostIdentifiers, until: end)
        }
        #expect(try await identifiers.take("of another", of: "b", atMost: client.mostIdentifiers, until: end))
    }

    @Test func `a request cleans up after its own client, and only a little after others`() async throws {
        let identifiers = provider.usedIdentifiers
        for client in ["a", "b"] { try await fill(100, of: client, named: client, until: site.clock.now + 10) }
        site.clock.advance(by: .seconds(11))
        let end = site.clock.now + 300
        #expect(try await identifiers.take("first", of: "a", until: end))
        #expect(try await site.count("standardUsedIdentifier") == 1 + 98)
        // The end of an identifier frees its name, also before its row is removed.
        #expect(try await identifiers.take("b50", of: "b", until: end))
        #expect(try await site.count("standardUsedIdentifier") == 2)
    }

    @Test func `strangers store no proof, by a code they do not have or by pushing a request`() async throws {
        let maker = try ProofMaker(site)
        let proof = try maker.field(at: "/op/token")
        let refused = try await site.post("/op/token", .standardRedeeming("unknown"), fields: proof)
        #expect(refused.errorCode == "invalid_grant")
        let pushed = try await site.post("/op/par", .standardRequest, fields: try maker.field(at: "/op/par"))
        #expect(pushed.status == .created)
        #expect(try await site.count("standardUsedIdentifier") == 0)
        // The proof of the refused request was not used.
        let form = FormParameters.standardRedeeming(try await site.standardCode())
        #expect(try await site.post("/op/token", form, fields: proof).status == .ok)
        #expect(try await site.count("standardUsedIdentifier") == 1)
    }

    @Test(arguments: [nil, Date(timeIntervalSince1970: 0)])
    func `pushed requests use proofs up for configured clients with a secret only`(_ registeredAt: Date?) async throws {
        let client = StandardClient(
            id: "secretive",
            metadata: ClientMetadata(name: "Secretive") {
                ($0.redirectURIs, $0.authenticationMethods) = (["https://app.example/callback"], [.secretPost])
            }, secretHash: SecretHash.of("secret-1"), registeredAt: registeredAt)
        try await site.add(client)
        let form = FormParameters.standardRequest.with("client_id", "secretive").with("client_secret", "secret-1")
            .with("redirect_uri", "https://app.example/callback").with("scope", "openid")
        let pushed = try await site.post("/op/par", form, fields: try ProofMaker(site).field(at: "/op/par"))
        #expect(pushed.status == .created, "\(pushed.text)")
        #expect(try await site.count("standardUsedIdentifier") == (registeredAt == nil ? 1 : 0))
    }

    private func fill(_ count: Int, of clientID: String, named name: String, until end: Date) async throws {
        try await site.platform.context.database.write { database in
            try database.execute(
                sql: """
                    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
                    INSERT INTO standardUsedIdentifier (identifierHash, clientID, expiresAt) SELECT ? || i, ?, ? FROM n
                    """, arguments: [count, name, clientID, end])
        }
    }
}
