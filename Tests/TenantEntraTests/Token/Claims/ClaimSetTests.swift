// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantAuthorization
@testable import TenantDirectory
@testable import TenantEntra
@testable import TenantFixtures

/// Complete tokens: every claim with its value, and no others.
@Suite struct ClaimSetTests: SiteSuite {
    let site: Site

    private static let ana = "b42f7609-ea53-47c8-b315-8ab13e34f58e"
    private static let version2 = "http://127.0.0.1:4400/\(Site.tenantID)/v2.0"
    private static let version1 = "https://sts.windows.net/\(Site.tenantID)/"
    /// Claims that differ in each token, with their formats.
    private static let opaque = [
        "uti": "[A-Za-z0-9_-]{22}", "aio": "AX[A-Za-z0-9_-]{59}", "rh": #"1\.AXoA[A-Za-z0-9_-]{48}\."#,
    ]

    private func subject(_ id: String) -> JSONValue {
        .string(site.platform.context.keys.subject(of: Self.ana, for: id))
    }

    /// Compares all claims of a token; the expected times are added.
    private func expect(
        _ token: JSONValue?, says expected: [String: String], texts: [String: [String]] = [:], more: Set<String> = [],
        subject: JSONValue, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        var claims = try await site.claims(of: token)
        for (name, form) in Self.opaque {
            let text = try #require(claims.removeValue(forKey: name)?.string, sourceLocation: sourceLocation)
            #expect(try Regex(form).wholeMatch(in: text) != nil, "\(name)", sourceLocation: sourceLocation)
        }
        let end = try #require(claims.removeValue(forKey: "exp")?.double)
        #expect((3600..<5400).contains(end - 1_767_225_600), sourceLocation: sourceLocation)
        for name in more { #expect(claims.removeValue(forKey: name) != nil, "\(name)", sourceLocation: sourceLocation) }
        var wanted = expected.mapValues(JSONValue.string)
        for (name, values) in texts { wanted[name] = .array(values.map(JSONValue.string)) }
        wanted["iat"] = .number("1767225600")
        wanted["nbf"] = .number("1767225600")
        wanted["sub"] = subject
        #expect(claims == wanted, sourceLocation: sourceLocation)
    }

    @Test func `an ID token`() async throws {
        try await expect(
            try await site.tokens()["id_token"],
            says: [
                "aud": Site.clientID, "iss": Self.version2, "name": "Ana Silva", "nonce": "nonce-1", "oid": Self.ana,
                "preferred_username": "ana.silva@aldervale.example", "email": "ana.silva@aldervale.example",
                "tid": Site.tenantID, "ver": "2.0",
            ],
            subject: subject(Site.clientID))
    }

    @Test func `an access token of the second form`() async throws {
        let request = FormParameters.goodRequest.with("scope", "openid api://tasks/Tasks.ReadWrite")
        try await expect(
            try await site.tokens(for: request)["access_token"],
            says: [
                "aud": SampleApp.tasksID, "iss": Self.version2, "azp": Site.clientID, "azpacr": "0",
                "name": "Ana Silva", "oid": Self.ana, "preferred_username": "ana.silva@aldervale.example",
                "scp": "Tasks.ReadWrite", "tid": Site.tenantID, "ver": "2.0",
            ],
            subject: subject(SampleApp.tasksID))
    }

    @Test func `an access token of the first form`() async throws {
        try await expect(
            try await site.tokens()["access_token"],
            says: [
                "acr": "1", "appid": Site.clientID, "appidacr": "0", "aud": RegisteredApp.graphID,
                "family_name": "Silva", "given_name": "Ana", "idtyp": "user", "ipaddr": "127.0.0.1",
                "iss": Self.version1, "name": "Ana Silva", "oid": Self.ana, "scp": "User.Read.All",
                "tid": Site.tenantID, "unique_name": "ana.silva@aldervale.example",
                "upn": "ana.silva@aldervale.example", "ver": "1.0",
            ],
            texts: ["amr": ["pwd"]], subject: subject(RegisteredApp.graphID))
    }

    @Test func `a second factor is among the methods`() async throws {
        let claims = try await site.claims(of: try await site.tokens(as: Site.careful)["access_token"])
        #expect(claims["amr"] == .array([.string("pwd"), .string("mfa")]))
    }

    @Test func `a token of an app itself, in the second form: exactly what was recorded`() async throws {
        let answer = try await site.token(.nightlyReport.with("scope", "api://tasks/.default"))
        let entry = site.platform.context.keys.servicePrincipalID(of: SampleApp.nightlyReportID, in: Site.tenantID)
        try await expect(
            try answer.object()["access_token"],
            says: [
                "aud": SampleApp.tasksID, "iss": Self.version2, "azp": SampleApp.nightlyReportID, "azpacr": "1",
                "oid": entry, "tid": Site.tenantID, "ver": "2.0",
            ],
            more: ["xms_ftd"], subject: .string(entry))
    }

    @Test func `a token of an app itself, in the first form`() async throws {
        let answer = try await site.token(.nightlyReport)
        let entry = site.platform.context.keys.servicePrincipalID(of: SampleApp.nightlyReportID, in: Site.tenantID)
        try await expect(
            try answer.object()["access_token"],
            says: [
                "aud": RegisteredApp.graphID, "iss": Self.version1, "appid": SampleApp.nightlyReportID, "appidacr": "1",
                "idp": Self.version1, "idtyp": "app", "oid": entry, "tid": Site.tenantID, "ver": "1.0",
            ],
            texts: ["roles": ["User.Read.All"]], subject: .string(entry))
    }

    @Test func `another API of the first form is named by its URI, unless it wants its id`() async throws {
        let api = "11111111-0000-4000-8000-0000000000aa"
        try await site.add(
            RegisteredApp(
                id: api, tenantID: Site.tenantID, displayName: "Old API", redirectURIs: [],
                identifierURI: "api://old", scopes: ["Read"], accessTokenVersion: 1, consentedScopes: []))
        try await site.change(app: Site.clientID) { [clientID = Site.clientID] app in
            app = app.consenting(to: "\(api)/Read")
            #expect(app.id == clientID)
        }
        let request = FormParameters.goodRequest.with("scope", "openid api://old/Read")
        #expect(
            try await site.claims(of: try await site.tokens(for: request)["access_token"])["aud"]?.string == "api://old"
        )
        try await site.change(app: api) { $0.optionalClaims.accessToken = ["aud"] }
        #expect(try await site.claims(of: try await site.tokens(for: request)["access_token"])["aud"]?.string == api)
    }

    @Test func `the header names the key, in tokens of the first form twice`() async throws {
        let tokens = try await site.tokens()
        let key = try site.signingKeyName
        func header(_ name: String) throws -> [String: JSONValue] {
            let part = try #require(tokens[name]?.string?.split(separator: ".").first)
            return try StrictJSON.object(in: try Base64URL.decode(String(part)))
        }
        let first: [String: JSONValue] = ["typ": .string("JWT"), "alg": .string("RS256"), "kid": .string(key)]
        #expect(try header("id_token") == first)
        #expect(try header("access_token") == first.merging(["x5t": .string(key)]) { $1 })
    }

    @Test func `a guest's tokens say who authenticated them`() async throws {
        let cases = [("mia@other.example", "mail"), ("mia@outlook.example", "mail"), (nil, "mail")]
        for (mail, provider) in cases {
            try await site.change("owen.treharne") { $0 = $0.guest(mail: mail) }
            let tokens = try await site.tokens(
                for: .goodRequest.with("scope", "openid User.Read.All"), as: "owen.treharne")
            #expect(try await site.claims(of: tokens["id_token"]).texts("idp", "email") == [provider, mail])
            #expect(try await site.claims(of: tokens["access_token"])["idp"]?.string == provider)
        }
        try await site.addOtherDirectory()
        try await site.change("owen.treharne") { $0 = $0.guest(mail: "mia@other.example") }
        let identity = try await site.claims(of: try await site.tokens(as: "owen.treharne")["id_token"])
        #expect(identity["idp"]?.string == "https://sts.windows.net/\(Site.otherTenantID)/")
    }

    @Test func `an ID token in a redirect has the hashes of its neighbors`() async throws {
        let person = try await site.person("ana.silva")
        let grant = Grant(clientID: Site.clientID, personID: person.id, scopes: [], authenticatedAt: site.clock.now)
        // OpenID Connect Core, appendix A.3 and A.4
        let hashes = TokenHashes(
            code: "Qcb0Orv1zh30vL1MPRsbm-diHiMwcLyZvn1arpZv-Jxf_11jnpEX3Tgfvk",
            accessToken: "jHkWEdUXMU1BwAsC4vtUsZwnNvTIxEl0z9K3vx5KF0Y")
        let token = try await site.platform.context.tokens.idToken(
            for: person, grant: grant, nonce: "n", hashes: hashes, now: site.clock.now)
        let claims = try await site.claims(of: .string(token))
        #expect(
            claims.texts("c_hash", "at_hash", "nonce") == ["LDktKdoQak3Pk0cnXxCltA", "77QmUPtjPfzWtF2AnpK9RQ", "n"])
    }
}

extension RegisteredApp {
    fileprivate func consenting(to permission: String) -> RegisteredApp {
        RegisteredApp(
            id: id, tenantID: tenantID, displayName: displayName, redirectURIs: redirectURIs,
            identifierURI: identifierURI, scopes: scopes, accessTokenVersion: accessTokenVersion,
            consentedScopes: consentedScopes + [permission], signInAudience: signInAudience)
    }
}

extension DirectoryPerson {
    fileprivate func guest(mail: String?) -> DirectoryPerson {
        DirectoryPerson(
            id: id, tenantID: tenantID, displayName: displayName, givenName: givenName, surname: surname,
            userPrincipalName: userPrincipalName, mail: mail, jobTitle: jobTitle, department: department,
            officeLocation: officeLocation, mobilePhone: mobilePhone, businessPhones: businessPhones,
            preferredLanguage: preferredLanguage, managerID: managerID, userType: .guest)
    }
}
