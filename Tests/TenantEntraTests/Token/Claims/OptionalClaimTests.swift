// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantAuthorization
@testable import TenantDirectory
@testable import TenantEntra
@testable import TenantFixtures

@Suite struct OptionalClaimTests: SiteSuite {
    let site: Site

    /// Claims of Microsoft's reference, with their values for Ana.
    static let claims: [(String, JSONValue)] = [
        ("acct", .number("0")), ("auth_time", .number("1767225600")), ("ctry", .string("GB")),
        ("email", .string("ana.silva@aldervale.example")), ("family_name", .string("Silva")),
        ("given_name", .string("Ana")), ("ipaddr", .string("127.0.0.1")), ("tenant_region_scope", .string("WW")),
        ("upn", .string("ana.silva@aldervale.example")),
        ("verified_primary_email", .array([.string("ana.silva@aldervale.example")])), ("xms_edov", .boolean(true)),
        ("xms_pl", .string("pt-pt")), ("desk", .object(["floor": .number("3")])),
    ]

    @Test(arguments: claims)
    func `a claim is there if the app registered for it`(_ name: String, _ value: JSONValue) async throws {
        try await site.change("ana.silva") {
            $0.usageLocation = "GB"
            $0.additionalClaims = ["desk": .object(["floor": .number("3")])]
        }
        let request = FormParameters.goodRequest.with("scope", "openid profile api://tasks/Tasks.ReadWrite")
        if name != "desk" {
            for (kind, token) in try await tokens(request) { #expect(token[name] == nil, "\(kind)") }
        }
        try await site.change(app: Site.clientID) { $0.optionalClaims.idToken = [name, "no_such_claim"] }
        try await site.change(app: SampleApp.tasksID) { $0.optionalClaims.accessToken = [name, "no_such_claim"] }
        for (kind, token) in try await tokens(request) {
            #expect(token[name] == value, "\(kind)")
            #expect(token["no_such_claim"] == nil)
        }
    }

    private func tokens(_ request: FormParameters) async throws -> [(String, [String: JSONValue])] {
        let reply = try await site.tokens(for: request)
        return [
            ("ID token", try await site.claims(of: reply["id_token"])),
            ("access token", try await site.claims(of: reply["access_token"])),
        ]
    }

    @Test(arguments: ["upn", "given_name", "family_name"])
    func `without the scope profile names stay away`(_ name: String) async throws {
        try await site.change(app: Site.clientID) { $0.optionalClaims.idToken = [name] }
        let reply = try await site.tokens(for: .goodRequest.with("scope", "openid User.Read"))
        #expect(try await site.claims(of: reply["id_token"])[name] == nil)
    }

    @Test(arguments: ["upn", "given_name", "family_name"])
    func `an earlier consent to profile adds no names to a request without it`(_ name: String) async throws {
        try await site.change(app: Site.clientID) { $0.optionalClaims.idToken = [name] }
        for scope in ["openid User.Read", "openid profile User.Read", "openid User.Read"] {
            let reply = try await site.tokens(for: .goodRequest.with("scope", scope))
            let claims = try await site.claims(of: reply["id_token"])
            #expect((claims[name] != nil) == scope.contains("profile"), "\(scope)")
        }
    }

    @Test func `a login hint is opaque, and this tenant knows its person`() async throws {
        try await site.change(app: Site.clientID) { $0.optionalClaims.idToken = ["login_hint"] }
        let claims = try await site.claims(of: try await site.tokens()["id_token"])
        let text = try #require(claims["login_hint"]?.string)
        #expect(text.hasPrefix("O.") && !text.contains("ana"))
        #expect(LoginHint(text)?.personID == claims["oid"]?.string)
        var browser = try await Browser.signedIn(at: site)
        try await browser.join("ana.silva2")
        #expect(try await browser.open(.goodRequest.with("login_hint", text)).carried["code"] != nil)
        #expect(try await site.visit(.goodRequest.with("login_hint", text)).text.contains("Ana Silva"))
        #expect(try await browser.get("/\(Site.tenantID)/oauth2/v2.0/logout?logout_hint=\(text)").status == .ok)
        #expect(try await browser.open(.goodRequest.with("login_hint", text)).carried["code"] == nil)
    }

    @Test func `a request can select claims, too`() async throws {
        let claims = """
            {"id_token":{"auth_time":{"essential":true},"acct":null},"access_token":{"xms_cc":{"values":["cp1"]}}}
            """
        let reply = try await site.tokens(for: FormParameters.goodRequest.with("claims", claims))
        let identity = try await site.claims(of: reply["id_token"])
        #expect((identity["auth_time"], identity["acct"]) == (.number("1767225600"), .number("0")))
        #expect(try await site.claims(of: reply["access_token"])["xms_cc"] == .array([.string("cp1")]))
        let refresh = FormParameters.refreshing(try #require(reply["refresh_token"]?.string))
        let later = try await site.token(refresh).object()
        #expect(try await site.claims(of: later["access_token"])["xms_cc"] == .array([.string("cp1")]))
    }

    @Test func `capabilities can be sent to the token endpoint, if the API wants them`() async throws {
        let claims = #"{"access_token":{"xms_cc":{"values":["cp1"]}}}"#
        let request = FormParameters.goodRequest
            .with("scope", "openid offline_access api://tasks/Tasks.ReadWrite")
        let refresh = FormParameters.refreshing(try await site.refreshToken(for: request)).with("claims", claims)
        #expect(try await site.claims(of: try await site.token(refresh).object()["access_token"])["xms_cc"] == nil)
        try await site.change(app: SampleApp.tasksID) { $0.optionalClaims.accessToken = ["xms_cc"] }
        #expect(
            try await site.claims(of: try await site.token(refresh).object()["access_token"])["xms_cc"]
                == .array([.string("cp1")]))
    }

    static let broken = ["{", "[]", "7", #"{"id_token":7}"#, #"{"access_token":{"acrs":"c1"}}"#, #"{"a":1,"a":2}"#]

    @Test(arguments: broken) func `a request for claims that cannot be read is refused`(_ claims: String) async throws {
        #expect(try await site.open(.goodRequest.with("claims", claims)).carried["error"] == "invalid_request")
        let refresh = FormParameters.refreshing(try await site.refreshToken()).with("claims", claims)
        #expect(try await site.token(refresh).errorNumber == 9_000_410)
    }

    @Test func `no additional claim replaces a claim of the protocol`() async throws {
        let lies = TokenClaims.reserved.reduce(into: [String: JSONValue]()) { $0[$1] = .string("lie") }
        try await site.change("ana.silva") { $0.additionalClaims = lies.merging(["team": .string("blue")]) { $1 } }
        let reply = try await site.tokens(for: .goodRequest.with("claims", #"{"id_token":{"roles":null,"wids":null}}"#))
        for name in ["id_token", "access_token"] {
            let claims = try await site.claims(of: reply[name])
            #expect(!claims.values.contains(.string("lie")) && claims["team"] == .string("blue"))
        }
    }

    @Test func `the session ID is included if a session exists`() async throws {
        let person = try await site.person("ana.silva")
        var grant = Grant(clientID: Site.clientID, personID: person.id, scopes: [], authenticatedAt: site.clock.now)
        grant.sessionID = "00000000-1111-4222-8333-444444444444"
        try await site.change(app: Site.clientID) { $0.optionalClaims.idToken = ["sid"] }
        let token = try await site.platform.context.tokens.idToken(
            for: person, grant: grant, nonce: nil, now: site.clock.now)
        #expect(try await site.claims(of: .string(token))["sid"]?.string == grant.sessionID)
    }
}
