// SPDX-License-Identifier: Apache-2.0
@testable import TenantDirectory
@testable import TenantFixtures

@Suite struct PasswordGrantTests: SiteSuite {
    let site: Site

    @Test func `a password gives the tokens of a sign-in`() async throws {
        let answer = try await site.token(.password)
        let tokens = try answer.object()
        #expect(tokens["scope"]?.string == "User.Read openid offline_access")
        let claims = try await site.claims(of: tokens["access_token"])
        #expect(claims.texts("oid", "appidacr") == [(try await site.person("ana.silva")).id, "0"])
        #expect(tokens["id_token"] != nil)
        #expect(try await site.token(.refreshing(try #require(tokens["refresh_token"]?.string))).status == .ok)
        #expect(!answer.text.contains("watchword"))
    }

    @Test(arguments: ["organizations", Site.domain])
    func `the person's directory is found`(_ tenant: String) async throws {
        let answer = try await site.token(.password, at: "/\(tenant)/oauth2/v2.0/token")
        #expect(try await site.holder(of: answer).person == (try await site.person("ana.silva").id))
    }

    @Test func `an app with a secret shows it`() async throws {
        try await site.changeApp(Site.clientID) { $0.passwordCredentials = [PasswordCredential(secret: "secret")] }
        #expect(try await site.token(.password).errorNumber == 7_000_218)
        let tokens = try await site.token(.password.with("client_secret", "secret")).object()
        #expect(try await site.claims(of: tokens["access_token"])["appidacr"]?.string == "1")
    }

    @Test func `a guest of the directory has a password there`() async throws {
        try await site.changePerson("ana.silva") { $0.userType = .guest }
        let holder = try await site.holder(of: try await site.token(.password))
        #expect(holder.person == (try await site.person("ana.silva").id))
    }

    @Test func `a person with a name by id only cannot sign in with it`() async throws {
        let id = try await site.person("ana.silva").id
        #expect(try await site.token(.password.with("username", id)).errorNumber == 50034)
    }
}
