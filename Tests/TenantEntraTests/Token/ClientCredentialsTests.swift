// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantDirectory
@testable import TenantFixtures

@Suite struct ClientCredentialsTests: SiteSuite {
    let site: Site

    private func basic(_ id: String, _ secret: String) -> HTTPFields {
        let text = Data("\(FormParameters.encoded(id)):\(FormParameters.encoded(secret))".utf8)
        return [.authorization: "Basic \(text.base64EncodedString())"]
    }

    @Test func `an app gets a token of its own, and nothing else`() async throws {
        let answer = try await site.token(.nightlyReport)
        #expect((answer.status, answer["Cache-Control"]) == (.ok, "no-store, no-cache"))
        let members = try answer.object()
        #expect(Set(members.keys) == ["token_type", "expires_in", "ext_expires_in", "access_token"])
        let claims = try await site.claims(of: members["access_token"])
        #expect(
            Set(claims.keys) == [
                "aud", "iss", "iat", "nbf", "exp", "appid", "appidacr", "idp", "idtyp", "oid", "sub", "tid", "uti",
                "ver", "roles", "aio", "rh",
            ])
        #expect((claims["roles"]?.array, claims["aud"]?.string) == ([.string("User.Read.All")], RegisteredApp.graphID))
        #expect(claims["iss"]?.string == "https://sts.windows.net/\(Site.tenantID)/")
        #expect(claims.texts("appid", "appidacr", "idtyp", "ver") == [SampleApp.nightlyReportID, "1", "app", "1.0"])
        #expect(claims["sub"] == claims["oid"])
        #expect(claims["oid"]?.string?.wholeMatch(of: #/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/#) != nil)
        let again = try await site.token(.nightlyReport).object()
        #expect(try await site.claims(of: again["access_token"])["oid"] == claims["oid"])
    }

    @Test func `a token for the task API has version 2 and no unassigned role`() async throws {
        let answer = try await site.token(.nightlyReport.with("scope", "api://tasks/.default"))
        let claims = try await site.claims(of: try answer.object()["access_token"])
        #expect(
            Set(claims.keys) == [
                "aud", "iss", "iat", "nbf", "exp", "azp", "azpacr", "oid", "sub", "tid", "uti", "ver", "aio", "rh",
                "xms_ftd",
            ])
        #expect(claims.texts("aud", "azp", "azpacr") == [SampleApp.tasksID, SampleApp.nightlyReportID, "1"])
        #expect(claims["iss"]?.string == "http://127.0.0.1:4400/\(Site.tenantID)/v2.0")
    }

    @Test func `an API with app roles and no delegated permissions is reached`() async throws {
        var api = RegisteredApp.sample(named: "Warehouse")
        api.appRoles = [AppRole(value: "Stock.Read", displayName: "Stock.Read", allowedMemberTypes: [.application])]
        api.appRoleAssignments = [AppRoleAssignment(principalID: SampleApp.nightlyReportID, role: "Stock.Read")]
        try await site.add(api)
        let scope = "\(api.id)/.default"
        let answer = try await site.token(.nightlyReport.with("scope", scope))
        #expect(answer.status == .ok, "\(answer.text)")
        let claims = try await site.claims(of: try answer.object()["access_token"])
        #expect((claims["roles"]?.array, claims["aud"]?.string) == ([.string("Stock.Read")], api.id))
        // A person has nothing to consent to there.
        #expect(try await site.open(.goodRequest.with("scope", "openid \(scope)")).errorNumber == 650_057)
    }

    static let graphNames = [
        "http://127.0.0.1:4400", "http://127.0.0.1:4400/", "http://localhost:4400", "https://graph.microsoft.com/",
        RegisteredApp.graphID, RegisteredApp.graphID.uppercased(),
    ]

    @Test(arguments: graphNames) func `Graph is reached by the tenant's own address too`(_ name: String) async throws {
        let answer = try await site.token(.nightlyReport.with("scope", "\(name)/.default"))
        #expect(try await site.claims(of: try answer.object()["access_token"])["aud"]?.string == RegisteredApp.graphID)
        let request = FormParameters.goodRequest.with("scope", "openid \(name)/User.Read")
        let token = try #require(try await site.tokens(for: request)["access_token"]?.string)
        #expect(try await site.graph("/me", token: token).status == .ok)
    }

    @Test func `another server's URL does not identify an API`() async throws {
        let answer = try await site.token(.nightlyReport.with("scope", "http://127.0.0.1:4401/.default"))
        #expect(answer.errorNumber == 500_011)
        let text = try answer.object()["error_description"]?.string ?? ""
        #expect(text.contains("You might have sent your authentication request to the wrong tenant."))
    }

    @Test func `the secret may come in the header`() async throws {
        let form = FormParameters.nightlyReport.without("client_secret")
        let fields = basic(SampleApp.nightlyReportID, SampleApp.nightlyReportSecret)
        #expect(try await site.token(form, fields: fields).status == .ok)
        #expect(try await site.token(form.without("client_id"), fields: fields).status == .ok)
        let wrong = try await site.token(form, fields: basic(SampleApp.nightlyReportID, "wrong"))
        #expect((wrong.status, wrong.errorNumber) == (.unauthorized, 7_000_215))
        #expect(wrong["WWW-Authenticate"]?.hasPrefix("Basic ") == true)
    }

    static let headers = [
        "Basic", "Basic ", "Basic %%%", "Bearer abc", "Basic bm9jb2xvbg==", "Basic /////w==",
        "Basic \(Data("%FF:secret".utf8).base64EncodedString())", "Digest a:b",
    ]

    @Test(arguments: headers) func `a header that holds no client is refused`(_ field: String) async throws {
        let form = FormParameters.nightlyReport.without("client_secret")
        let answer = try await site.token(form, fields: [.authorization: field])
        #expect(try (answer.status, answer.object()["error"]?.string) == (.badRequest, "invalid_request"))
    }

    @Test func `a client that authenticates in two ways is refused`() async throws {
        let fields = basic(SampleApp.nightlyReportID, SampleApp.nightlyReportSecret)
        for form in [
            FormParameters.nightlyReport, .nightlyReport.without("client_secret").with("client_id", Site.clientID),
        ] { #expect(try await site.token(form, fields: fields).errorNumber == 9_002_313) }
    }

    static let spoiled: [Spoiled] = [
        Spoiled("the secret is wrong", 7_000_215, "invalid_client") { $0.with("client_secret", "wrong") },
        Spoiled("the secret is longer", 7_000_215, "invalid_client") {
            $0.with("client_secret", SampleApp.nightlyReportSecret + " ")
        },
        Spoiled("the secret is its own hash", 7_000_215, "invalid_client") {
            $0.with("client_secret", SecretHash.of(SampleApp.nightlyReportSecret))
        },
        Spoiled("the secret is missing", 7_000_218, "invalid_client") { $0.without("client_secret") },
        Spoiled("the secret is empty", 7_000_218, "invalid_client") { $0.with("client_secret", "") },
        Spoiled("the client is public", 7_000_218, "invalid_client") {
            $0.with("client_id", Site.clientID).without("client_secret")
        },
        Spoiled("the client is public and shows a secret", 700_025, "invalid_client") {
            $0.with("client_id", Site.clientID)
        },
        Spoiled("the client is unknown", 700_038, "unauthorized_client") { $0.with("client_id", "nobody") },
        Spoiled("the client id is all zeros", 700_038, "unauthorized_client") {
            $0.with("client_id", "00000000-0000-0000-0000-000000000000")
        },
        Spoiled("the scope is missing", 900_144, "invalid_request") { $0.without("scope") },
        Spoiled("the scope names a permission", 1_002_012, "invalid_scope") {
            $0.with("scope", "https://graph.microsoft.com/User.Read.All")
        },
        Spoiled("the scope names no API", 1_002_012, "invalid_scope") { $0.with("scope", ".default") },
        Spoiled("the scope is only for people", 1_002_012, "invalid_scope") { $0.with("scope", "openid") },
        Spoiled("the scope names two APIs", 1_002_012, "invalid_scope") {
            $0.with("scope", "api://tasks/.default https://graph.microsoft.com/.default")
        },
        Spoiled("the API is unknown", 500_011, "invalid_resource") { $0.with("scope", "api://nobody/.default") },
        Spoiled("the secret stands twice", 9_002_313, "invalid_request") { $0.adding("client_secret", "a") },
    ]

    @Test(arguments: spoiled) func `an app gets no token when`(_ row: Spoiled) async throws {
        let answer = try await site.token(row.spoil(.nightlyReport))
        let error = try answer.object()
        #expect(answer.status == (row.error == "invalid_client" ? .unauthorized : .badRequest))
        #expect((error["error"]?.string, error["error_codes"]?.array) == (row.error, [.number("\(row.number)")]))
        #expect(error["access_token"] == nil)
        #expect(!answer.text.contains(SampleApp.nightlyReportSecret))
    }

    @Test(arguments: ["common", "organizations"])
    func `a directory must be named`(_ tenant: String) async throws {
        let answer = try await site.token(.nightlyReport, at: "/\(tenant)/oauth2/v2.0/token")
        #expect((answer.status, answer.errorNumber) == (.badRequest, 50194))
    }

    @Test func `ignores the scopes that libraries add for users`() async throws {
        let scope = "https://graph.microsoft.com/.default openid profile offline_access"
        let members = try await site.token(.nightlyReport.with("scope", scope)).object()
        #expect(members["access_token"] != nil)
        #expect((members["refresh_token"], members["id_token"]) == (nil, nil))
    }

    @Test func `the home page names the samples' secrets`() async throws {
        let page = try await site.send(.get, "/")
        for text in [
            "Nightly report", SampleApp.nightlyReportID, SampleApp.nightlyReportSecret, "Task list", SampleApp.tasksID,
            SampleApp.tasksSecret, SampleApp.quickStartWebSecret, SampleApp.customerWebSecret,
        ] { #expect(page.text.contains(text)) }
        #expect(page.text.components(separatedBy: "Secret (sample)").count == 6)
    }
}

@Suite struct ClientSecretTests {
    private func site() async throws -> (Site, RegisteredApp) {
        let site = try Site()
        var app = RegisteredApp.sample()
        app.passwordCredentials = [PasswordCredential(secret: "old"), PasswordCredential(secret: "new")]
        try await site.add(app)
        return (site, app)
    }

    static let secrets: [(String?, Int?)] = [
        ("old", nil), ("new", nil), (nil, 7_000_218), ("", 7_000_218), ("wrong", 7_000_215), ("ol", 7_000_215),
    ]

    @Test(arguments: secrets) func `a code is redeemed with the secret`(secret: String?, number: Int?) async throws {
        let (site, app) = try await site()
        let request = FormParameters.goodRequest.with("client_id", app.id).with("scope", "openid User.Read")
        let form = FormParameters.redeeming(try await site.code(for: request)).with("client_id", app.id)
        let answer = try await site.token(form.with("client_secret", secret))
        #expect((answer.errorNumber, answer.status) == (number, number == nil ? .ok : .unauthorized))
        #expect(try await site.token(form.with("client_secret", "new")).status == (number == nil ? .badRequest : .ok))
    }

    @Test(arguments: secrets) func `a refresh token is used with the secret`(secret: String?, number: Int?) async throws
    {
        let (site, app) = try await site()
        let request = FormParameters.goodRequest.with("client_id", app.id).with(
            "scope", "openid offline_access User.Read")
        let code = FormParameters.redeeming(try await site.code(for: request)).with("client_id", app.id)
        let tokens = try await site.token(code.with("client_secret", "new")).object()
        #expect(try await site.claims(of: tokens["access_token"])["appidacr"]?.string == "1")
        let form = FormParameters.refreshing(try #require(tokens["refresh_token"]?.string))
            .with("client_id", app.id).with("client_secret", secret)
        #expect(try await site.token(form).errorNumber == number)
    }

    @Test func `a public app may send an empty one`() async throws {
        let site = try Site()
        let form = FormParameters.redeeming(try await site.code()).with("client_secret", "")
        let tokens = try await site.token(form).object()
        #expect(try await site.claims(of: tokens["access_token"])["appidacr"]?.string == "0")
    }
}
