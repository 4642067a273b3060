// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantAuthorization
@testable import TenantDirectory
@testable import TenantEntra
@testable import TenantFixtures

@Suite struct AccountHintTests: SiteSuite {
    let site: Site

    static let silent = FormParameters.goodRequest.with("prompt", "none")

    @Test func `the claim of an ID token is as good as a user name`() async throws {
        let hint = LoginHint(of: try await site.person("conor.obrien")).text
        var browser = try await Browser.signedIn(at: site)
        try await browser.join("conor.obrien")
        #expect(try await browser.open(Self.silent.with("login_hint", hint)).carried["code"] != nil)
        let page = try await site.visit(.goodRequest.with("login_hint", hint))
        #expect(page.text.contains(#"type="password""#) && page.text.contains("Conor O&#39;Brien"))
        for text in ["O.", "O.!", "O.AAAA", "conor.obrien@aldervale.example", "", "\(hint)="] {
            #expect(LoginHint(text) == nil)
        }
    }

    @Test func `a hint with prompt=select_account shows the picker with the hinted account first`() async throws {
        let request = FormParameters.goodRequest.with("prompt", "select_account")
            .with("login_hint", "conor.obrien@aldervale.example")
        var browser = Browser(site)
        let page = try await browser.open(request, at: "common")
        #expect(page.status == .ok && !page.text.contains(#"type="password""#))
        let names = page.text.matches(of: #/[a-z.]+@[a-z]+\.example/#).map { String($0.0) }
        let people = names.filter { $0 != "conor.obrien@aldervale.example" }
        #expect(!people.isEmpty)
        let first = try #require(page.text.range(of: "conor.obrien@aldervale.example"))
        let next = try #require(page.text.range(of: people[0]))
        #expect(first.lowerBound < next.lowerBound)
        // Sessions are listed first, the hinted one at the top.
        var both = try await Browser.signedIn(at: site)
        try await both.join("conor.obrien")
        for name in ["ana.silva", "conor.obrien"] {
            let text = try await both.open(request.with("login_hint", "\(name)@aldervale.example")).text
            let other = name == "ana.silva" ? "Conor O&#39;Brien" : "Ana Silva"
            let place = try #require(text.range(of: name == "ana.silva" ? "Ana Silva" : "Conor O&#39;Brien"))
            #expect(place.lowerBound < (try #require(text.range(of: other))).lowerBound)
        }
        #expect(try await browser.open(request.with("login_hint", "nobody@x.example")).status == .ok)
    }

    @Test func `a session has a name that stays`() async throws {
        var browser = Browser(site)
        let state = try await browser.signIn().carried["session_state"]
        #expect(UUID(uuidString: state ?? "") != nil)
        #expect(try await browser.open(Self.silent).carried["session_state"] == state)
        let page = try await browser.open(.goodRequest.with("prompt", "login"))
        let again = try await browser.submit(
            page, ["username": "ana.silva@aldervale.example", "password": "watchword"])
        #expect(again.carried["session_state"] == state)
        try await browser.join("conor.obrien")
        let silent = Self.silent.with("sid", state)
        #expect(try await browser.open(silent).carried["session_state"] == state)
        let gone = try await browser.open(silent.with("sid", "other"))
        #expect((gone.errorNumber, gone.carried["error"]) == (160_021, "interaction_required"))
    }

    @Test func `a person of another directory must choose an account`() async throws {
        try await site.addOtherDirectory()
        let request = Self.silent.with("client_id", Site.otherClientID).with("scope", "openid")
        #expect(try await site.open(request, at: Site.otherTenantID).errorNumber == 16000)
        #expect(try await site.visit(request, at: Site.otherTenantID).errorNumber == 50058)
    }

    @Test(arguments: [
        ("organizations", true, false), ("consumers", false, true), ("aldervale.example", true, false),
        ("nowhere.example", true, true),
    ])
    func `a domain narrows the list of people`(_ hint: String, hasCompany: Bool, hasPersonal: Bool) async throws {
        let page = try await site.visit(.goodRequest.with("domain_hint", hint), at: "common").text
        #expect(page.contains("people-of-\(Site.tenantID)") == hasCompany)
        #expect(page.contains("people-of-\(Tenant.consumersID)") == hasPersonal)
        let answer = try await site.open(Self.silent.with("domain_hint", hint), at: "common")
        #expect((answer.carried["code"] != nil) == hasCompany)
    }

    @Test func `the requested claims are stored with the grant`() async throws {
        var browser = try await Browser.signedIn(at: site)
        let claims =
            #"{"access_token":{"xms_cc":{"values":["cp1"]}},"#
            + #""id_token":{"acrs":{"value":"c1"}}}"#
        let answer = try await browser.open(.goodRequest.with("claims", claims))
        #expect(answer.carried["code"] != nil)
        let row = try await site.platform.context.database.read { try AuthorizationCodeRow.fetchOne($0) }
        #expect((row?.grant.claims, row?.grant.sessionID) == (claims, answer.carried["session_state"]))
    }

    @Test func `languages and markets change nothing`() async throws {
        let request = Self.silent.with("ui_locales", "de").with("mkt", "de-DE").with("x-client-SKU", "MSAL.JS")
        #expect(try await site.open(request).carried["code"] != nil)
    }

    @Test func `with a thousand people the picker shows some, and finds others by name`() async throws {
        let model = try await site.person("ana.silva")
        try await site.platform.context.database.write { database in
            for number in 0..<1000 {
                try DirectoryPerson(
                    id: UUID().uuidString.lowercased(), tenantID: model.tenantID, displayName: "Person \(number)",
                    givenName: "Person", surname: "\(number)", userPrincipalName: "p\(number)@aldervale.example",
                    mail: nil, jobTitle: nil, department: nil, officeLocation: nil, mobilePhone: nil,
                    businessPhones: [], preferredLanguage: nil, managerID: nil
                ).insert(database)
            }
        }
        var browser = Browser(site)
        let picker = try await browser.open(.goodRequest)
        #expect(picker.text.matches(of: #/class="person"/#).count == 100)
        #expect(picker.text.contains("more. To find them, enter the start of a name"))
        let found = try await browser.submit(picker, ["username": "77 PERS"])
        #expect(found.text.contains(#"value="p777@aldervale.example""#))
        #expect(found.text.matches(of: #/class="person"/#).count == 11)
        let literal = try await browser.submit(picker, ["username": "p7_7%"])
        #expect(literal.text.matches(of: #/class="person"/#).count == 100, "no pattern")
    }
}
