// SPDX-License-Identifier: Apache-2.0
@testable import TenantFixtures

@Suite struct AuthorizeSuccessTests: SiteSuite {
    let site: Site

    @Test func `a sign-in ends at the app, with a code that no client cuts`() async throws {
        var browser = Browser(site)
        let answer = try await browser.signIn()
        #expect(answer.status == .found && answer.location?.hasPrefix("http://localhost:49152/?code=") == true)
        #expect(answer.carried.pairs.map(\.name) == ["code", "state", "session_state"])
        let code = try #require(answer.carried["code"])
        #expect(code.wholeMatch(of: #/1\.A[A-Za-z0-9_-]{43}/#) != nil)
        #expect(UUID(uuidString: answer.carried["session_state"] ?? "") != nil)
        #expect(answer["Cache-Control"] == "no-store")
    }

    static let states = [
        "plain", "a b", "a+b", "a%20b", "100%", "a&b=c", "x=y;z", "#top", "?", "é", "e\u{301}", "王小明", "🗝️",
        "\u{202E}abc", #"{"a":"b"}"#, "a < b > c", "<3", "'\"`", "\u{1}\u{1F}\u{7F}",
        "line\r\nLocation: https://evil.example", String(repeating: "s", count: 4000), "",
    ]

    @Test(arguments: states) func `the state comes back as it was`(_ state: String) async throws {
        let answer = try await site.open(.goodRequest.with("state", state))
        #expect(answer.carried["code"] != nil)
        #expect(answer.carried["state"].map { Array($0.utf8) } == Array(state.utf8))
        #expect(answer.location?.utf8.allSatisfy { (0x21...0x7E).contains($0) } == true)
    }

    @Test(arguments: [
        (#"{"a":"<b>"}"#, #"{"a":""}"#), ("<script>alert(1)</script>", "alert(1)"), ("a<!-- b -->c</p >", "ac"),
        ("<a <b>", "<a "), (String(repeating: "<a", count: 2000), String(repeating: "<a", count: 2000)),
    ])
    func `HTML is removed from state`(_ state: String, rest: String) async throws {
        #expect(try await site.open(.goodRequest.with("state", state)).carried["state"] == rest)
    }

    @Test func `the state survives the pages`() async throws {
        var browser = Browser(site)
        let state = #"é & + % " ' < 王 e"# + "\u{301}"
        let answer = try await browser.signIn(.goodRequest.with("state", state))
        #expect(answer.carried["state"].map { Array($0.utf8) } == Array(state.utf8))
    }

    @Test func `without a state none comes back`() async throws {
        var browser = try await Browser.signedIn(at: site)
        #expect(
            try await browser.open(.goodRequest.without("state")).carried.pairs.map(\.name) == [
                "code", "session_state",
            ])
    }

    @Test func `neither nonce nor proof key nor openid is demanded`() async throws {
        let request: FormParameters = [
            "client_id": Site.clientID, "redirect_uri": "http://localhost", "response_type": "code",
            "scope": "https://graph.microsoft.com/User.Read",
        ]
        #expect(try await site.open(request).carried["code"] != nil)
    }

    static let places = [Site.tenantID, Site.tenantID.uppercased(), Site.domain, "common", "organizations", "Common"]

    @Test(arguments: places) func `accepts all names of the directory`(_ tenant: String) async throws {
        var browser = try await Browser.signedIn(at: site)
        #expect(try await browser.open(.goodRequest, at: tenant).carried["code"] != nil)
        #expect(
            try await browser.open(.goodRequest.with("client_id", Site.clientID.uppercased())).carried["code"]
                != nil)
    }

    @Test func `the request may come as a form`() async throws {
        var browser = try await Browser.signedIn(at: site)
        let path = "/\(Site.tenantID)/oauth2/v2.0/authorize"
        #expect(try await browser.post(path, .goodRequest).carried["code"] != nil)
        var stranger = Browser(site)
        let page = try await stranger.post(path, .goodRequest)
        #expect((page.status, page.form.fields["request"]) == (.ok, FormParameters.goodRequest.encoded))
    }

    @Test func `two codes are never the same`() async throws {
        var browser = try await Browser.signedIn(at: site)
        var codes: Set<String> = []
        for _ in 0..<20 { codes.insert(try #require(try await browser.open(.goodRequest).carried["code"])) }
        #expect(codes.count == 20)
    }

    @Test func `with fixed randomness the redirect is this one`() async throws {
        let site = try Site(random: RandomSource { Array(repeating: 0xAB, count: $0) })
        var browser = try await Browser.signedIn(at: site)
        #expect(
            try await browser.open(.goodRequest).location
                == "http://localhost:49152/?code=1.Aq6urq6urq6urq6urq6urq6urq6urq6urq6urq6urq6s"
                + "&state=state-1&session_state=abababab-abab-4bab-abab-abababababab")
    }
}
