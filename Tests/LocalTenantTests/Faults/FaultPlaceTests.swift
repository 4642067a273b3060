// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantAuthorization
@testable import TenantControl
@testable import TenantFixtures
@testable import TenantStandard
@testable import TenantTesting

@Suite struct FaultPlaceTests: SiteSuite {
    let site: Site

    static let formFaults: [(RedirectFault, @Sendable (PageForm) -> Bool)] = [
        (.wrongState, { $0.fields["state"] == "the state of another request" }),
        (.missingState, { $0.fields["state"] == nil && $0.fields["code"] != nil }),
        (.wrongIssuerInRedirect, { $0.fields["iss"] == "https://another-provider.example" }),
        (.missingCode, { $0.fields["code"] == nil && $0.fields["state"] != nil }),
        (.duplicateParameter, { $0.fields.all("state").count == 2 }),
        (.wrongRedirect, { $0.action.hasSuffix("/elsewhere") }),
        (.unreadableRedirect, { $0.fields["code"] != nil && $0.fields["state"] == "state-1" }),
    ]

    @Test(arguments: formFaults.indices)
    func `a redirect's fault is in the page that posts the answer too`(_ index: Int) async throws {
        let (fault, holds) = Self.formFaults[index]
        var browser = try await Browser.signedIn(at: site)
        let request = FormParameters.goodRequest.with("response_mode", "form_post")
        let good = try await browser.open(request)
        _ = try await site.platform.context.faults.add(FaultRule(.redirect(fault)))
        let page = try await browser.open(request)
        #expect(holds(page.form), "\(page.text)")
        #expect(page["Content-Security-Policy"] == good["Content-Security-Policy"])
        #expect(page.text.contains("<script>\(FormPostPage.script)</script>"))
        #expect(try await site.platform.context.faults.all().first?.hits == (fault == .unreadableRedirect ? 0 : 1))
    }

    @Test func `values in the form stay escaped`() throws {
        let page = """
            <form method="post" action="https://a.example/b?c&amp;d">
            <input type="hidden" name="code" value="1">
            <input type="hidden" name="state" value="&lt;b&gt;&quot;&amp;lt;&#39;">
            </form><script>\(FormPostPage.script)</script>
            """
        let found = try #require(FrontChannelResponse(page: page))
        let spoiled = try #require(RedirectFault.duplicateParameter.spoil(found))
        #expect(spoiled.contains(#"name="state" value="&lt;b&gt;&quot;&amp;lt;&#39;">"#))
        #expect(FrontChannelResponse(page: page.replacing("code", with: "username")) == nil)
        #expect(FrontChannelResponse(page: page.replacing("document", with: "other")) == nil)
    }

    @Test func `the standard provider has faults of its own`() async throws {
        let rule = FaultRule(.error(ErrorAnswer("access_denied", status: 403)), directory: "op")
        _ = try await site.platform.context.faults.add(rule)
        let token = try await site.post("/op/token", .standardRedeeming("a"))
        #expect(token.status == .forbidden && token.errorCode == "access_denied")
        #expect(try await site.send(.get, "/op/userinfo").errorCode == "access_denied")
        #expect(try await site.post("/op/par", .standardRequest).errorCode == "access_denied")
        let redirect = try await site.send(.get, "/op/authorize?\(FormParameters.standardRequest.encoded)")
        #expect(redirect.carried["error"] == "access_denied" && redirect.carried["state"] == "state-1")
        #expect(redirect.carried["iss"] == "http://\(Site.authority)/op")
        #expect(try await site.send(.get, "/common/v2.0/.well-known/openid-configuration").status == .ok)
    }

    @Test(arguments: ["wrongNonce", "expired", "wrongKey", "algNone", "algHS256"])
    func `a spoiled token of the standard provider is signed by the same key`(_ kind: String) async throws {
        let good = try await site.standardTokens()["id_token"]?.string ?? ""
        let fault = try #require(Fault(plain: kind))
        _ = try await site.platform.context.faults.add(FaultRule(fault, directory: "op"))
        let spoiled = try await site.standardTokens()["id_token"]?.string ?? ""
        let keys = site.platform.standardProvider.keys
        func verifies(_ token: String) throws -> Bool {
            guard let key = keys.key(of: token),
                let unverified = try? UnverifiedJWS(token, accepting: [.rs256, .es256, .ps256, .edDSA])
            else { return false }
            return (try? unverified.verified(with: key.publicKey)) != nil
        }
        #expect(try verifies(good))
        #expect(try verifies(spoiled) == ["wrongNonce", "expired"].contains(kind))
    }

    private static let fronts: [(String, @Sendable (Site) async throws -> FormParameters)] = [
        ("op id_token", { try await $0.standardFront("id_token", mode: "fragment") }),
        ("op code id_token", { try await $0.standardFront("code id_token", mode: "fragment") }),
        ("op in a form", { try await $0.standardFront("id_token", mode: "form_post") }),
        (
            "Entra ID",
            { site in
                var browser = try await Browser.signedIn(at: site)
                let page = try await browser.open([
                    "client_id": SampleApp.webID, "redirect_uri": "http://localhost:5000/signin-oidc", "state": "s",
                    "response_type": "code id_token", "scope": "openid profile", "nonce": "n",
                ])
                return page.asksForConsent ? try await browser.submit(page, ["answer": "accept"]).carried : page.carried
            }
        ),
    ]

    @Test(arguments: fronts.indices, ["wrongNonce", "expired", "wrongKey", "algNone", "wrongCHash", "notAToken"])
    func `an ID token that the browser carries is spoiled too`(_ index: Int, _ kind: String) async throws {
        let (name, front) = Self.fronts[index]
        let good = try await front(site)
        let defect = try #require(TokenDefect.Kind(rawValue: kind))
        _ = try await site.platform.context.faults.add(FaultRule(.token(TokenDefect(defect)), at: .authorize, next: 1))
        let spoiled = try await front(site)
        let (before, after) = (good["id_token"] ?? "", spoiled["id_token"] ?? "")
        #expect(!before.isEmpty && !after.isEmpty && after != before, "\(name)")
        #expect(spoiled.pairs.map(\.name) == good.pairs.map(\.name) && spoiled["state"] == good["state"])
        let old = try Self.parts(of: before)
        let new = defect == .notAToken ? nil : try Self.parts(of: after)
        switch defect {
        case .wrongNonce: #expect(new?.claims["nonce"] != old.claims["nonce"] && old.claims["nonce"] != nil)
        case .expired: #expect((new?.claims["exp"]?.double ?? .infinity) < site.clock.now.timeIntervalSince1970)
        case .algNone: #expect(new?.header["alg"] == .string("none"))
        case .wrongCHash: #expect(new?.claims["c_hash"] == .string("AAAAAAAAAAAAAAAAAAAAAA"))
        case .notAToken: #expect(after == "not-a-token")
        default: #expect(new?.header == old.header)
        }
        #expect(try await site.platform.context.faults.all().first?.hits == 1)
    }

    private static func parts(of token: String) throws -> (header: [String: JSONValue], claims: [String: JSONValue]) {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        try #require(parts.count > 1)
        return (
            try StrictJSON.object(in: Base64URL.decode(parts[0])), try StrictJSON.object(in: Base64URL.decode(parts[1]))
        )
    }

    @Test(arguments: [(StandardSampleClient.webID, 1), (StandardSampleClient.nativeID, 0)])
    func `a rule for a client of /op applies to its last page`(_ clientID: String, _ hits: Int) async throws {
        _ = try await site.platform.context.faults.add(
            FaultRule(.token(TokenDefect(.wrongNonce)), at: .authorize, clientID: clientID))
        var browser = Browser(site)
        let answer = try await browser.signInStandard(.webRequest.with("response_type", "id_token"))
        let claims = try Self.parts(of: try #require(answer.fragment["id_token"])).claims
        #expect(claims["nonce"] == .string(hits == 1 ? "the nonce of another request" : "nonce-2"))
        #expect(try await site.platform.context.faults.all().first?.hits == hits)
    }

    @Test(arguments: [
        (
            "instance",
            "/common/discovery/instance?api-version=1.1&authorization_endpoint=https://a.example/b/oauth2/v2.0"
        ),
        ("userrealm", "/common/userrealm/ana.silva@aldervale.example?api-version=2.1"),
        ("keys", "/op/jwks"), ("metadata", "/op/.well-known/openid-configuration"), ("authorize", "/op/authorize"),
        ("revoke", "/op/revoke"), ("introspect", "/op/introspect"), ("register", "/op/register"), ("par", "/op/par"),
        ("logout", "/op/logout"),
        ("pages", "/op/login"), ("metadata", "/\(Site.customersID)/v2.0/.well-known/openid-configuration"),
        ("token", "/\(Site.customersID)/oauth2/v2.0/token"), ("keys", "/\(Site.customersID)/discovery/v2.0/keys"),
    ])
    func `every address can be named by its endpoint`(_ endpoint: String, _ path: String) async throws {
        let named = try #require(FaultRule.Endpoint(rawValue: endpoint))
        _ = try await site.platform.context.faults.add(FaultRule(.drop, at: named, next: 1))
        let error = await #expect(throws: (any Error).self) { try await site.send(.get, path) }
        #expect(error is DroppedConnection)
        #expect(try await site.platform.context.faults.all().first?.hits == 1)
    }

    @Test func `External ID redirects with the error of a rule`() async throws {
        let rule = FaultRule(.error(ErrorAnswer("access_denied")), at: .authorize, directory: Site.customersID)
        _ = try await site.platform.context.faults.add(rule)
        let query = FormParameters.externalIDRequest.encoded
        let redirect = try await site.send(.get, "\(Site.external)/authorize?\(query)")
        #expect(redirect.carried["error"] == "access_denied", "\(redirect.text)")
    }

    @Test func `a rule never affects the administration API`() async throws {
        _ = try await site.platform.context.faults.add(FaultRule(.drop))
        for path in ["/faults", "/health", "/clock", "/keys", "/automatic-sign-ins"] {
            #expect(try await site.administer(.get, path).status == .ok)
        }
        #expect(try await site.administer(.delete, "/faults").status == .noContent)
    }
}

extension Site {
    /// What `/op` sends to the sample web app, in a redirect's fragment or in a form.
    fileprivate func standardFront(_ type: String, mode: String) async throws -> FormParameters {
        var browser = try await Browser.standard(at: self)
        let answer = try await browser.agreeStandard(
            .webRequest.with("response_type", type).with("response_mode", mode))
        return mode == "form_post" ? answer.form.fields : answer.fragment
    }
}
