// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantDirectory
@testable import TenantFixtures

@Suite struct ExternalIDTokenTests: SiteSuite {
    let site: Site

    private func claims(_ member: String, for scope: String) async throws -> [String: JSONValue] {
        let tokens = try await site.flowTokens(for: .externalIDRequest.with("scope", scope), at: Site.external)
        return try await site.externalIDClaims(of: tokens[member])
    }

    @Test func `an ID token describes the person only with the scope profile`() async throws {
        let about: Set = ["name", "preferred_username", "oid", "tid"]
        #expect(about.isDisjoint(with: try await claims("id_token", for: "openid email").keys))
        #expect(about.isSubset(of: Set(try await claims("id_token", for: "openid profile").keys)))
    }

    @Test func `a token for Graph has the first form`() async throws {
        let claims = try await claims("access_token", for: "openid profile")
        #expect(claims["ver"]?.string == "1.0" && claims["aud"]?.string == RegisteredApp.graphID)
        #expect(claims["iss"]?.string == "https://sts.windows.net/\(Site.customersID)/")
        #expect(claims["appid"]?.string == SampleApp.customerPortalID && claims["appidacr"]?.string == "0")
        #expect(claims["scp"]?.string == "openid profile" && claims["azp"] == nil)
        #expect(claims["unique_name"]?.string == "ines.kallio@mailbox.example")
    }

    @Test(arguments: [1, 2]) func `an API gets the form that it registered for`(_ version: Int) async throws {
        try await site.changeApp(SampleApp.customerTasksID) { $0.accessTokenVersion = version }
        let claims = try await claims("access_token", for: "openid \(Site.tasksRead)")
        #expect(claims["ver"]?.string == "\(version).0")
        let audience = version == 1 ? SampleApp.customerTasksURI : SampleApp.customerTasksID
        #expect(claims["aud"]?.string == audience)
        #expect(claims["scp"]?.string == "Tasks.Read" && claims["tid"]?.string == Site.customersID)
        #expect((claims["azp"] == nil) == (version == 1) && claims["aio"] != nil && claims["rh"] != nil)
    }

    @Test func `a token contains the client's authentication method`() async throws {
        try await site.addExternalApp { $0.passwordCredentials = [PasswordCredential(secret: Site.shopSecret)] }
        let request = Site.externalRequest.with("scope", "openid offline_access \(Site.tasksRead)")
        let code = try await site.flowCode(for: request, at: Site.external)
        let answer = try await site.redeemExternal(code, secret: Site.shopSecret)
        #expect(try await site.externalIDClaims(of: try answer.object()["access_token"])["azpacr"]?.string == "1")
        let refreshed = try await site.refreshExternal(answer, secret: Site.shopSecret)
        #expect(try await site.externalIDClaims(of: try refreshed.object()["access_token"])["azpacr"]?.string == "1")
    }

    @Test func `a refresh token is valid for another API with consent`() async throws {
        try await site.addExternalApp()
        let code = try await site.flowCode(for: Site.externalRequest, at: Site.external)
        let answer = try await site.redeemExternal(code)
        let other = try await site.refreshExternal(answer, scope: "openid profile address \(Site.tasksRead)")
        let reply = try other.object()
        #expect(reply["scope"]?.string == "\(Site.tasksRead) openid profile", "\(other.text)")
        #expect(try await site.externalIDClaims(of: reply["access_token"])["aud"]?.string == SampleApp.customerTasksID)
        let more = "\(SampleApp.customerTasksURI)/\(SampleApp.tasksScope)"
        #expect(try await site.refreshExternal(answer, scope: more).errorNumber == 65001)
        #expect(try await site.refreshExternal(answer, scope: "\(more)s").errorNumber == 70011)
    }

    @Test func `of several APIs the first is granted, and the others come by refresh`() async throws {
        try await site.addExternalApp {
            $0 = RegisteredApp(
                id: $0.id, tenantID: $0.tenantID, displayName: $0.displayName, redirectURIs: $0.redirectURIs,
                identifierURI: nil, scopes: [], accessTokenVersion: 2,
                consentedScopes: $0.consentedScopes + ["\(RegisteredApp.graphID)/User.Read"])
        }
        let both = "openid offline_access \(Site.tasksRead) User.Read"
        let code = try await site.flowCode(for: Site.externalRequest.with("scope", both), at: Site.external)
        let first = try await site.redeemExternal(code)
        #expect(try await site.externalIDClaims(of: try first.object()["access_token"])["scp"]?.string == "Tasks.Read")
        let second = try await site.refreshExternal(first, scope: "User.Read")
        #expect(try await site.externalIDClaims(of: try second.object()["access_token"])["scp"]?.string == "User.Read")
    }

    @Test func `a refresh token ends after the days of its flow, and the error names them`() async throws {
        let tokens = try await site.flowTokens(for: .externalIDRequest, at: Site.external)
        let form = FormParameters.flowRefreshing(try #require(tokens["refresh_token"]?.string))
            .with("client_id", SampleApp.customerPortalID)
        site.clock.advance(by: .seconds(14 * 86_400 - 1))
        #expect(try await site.post(Site.externalToken, form).status == .ok)
        site.clock.advance(by: .seconds(1))
        let late = try await site.post(Site.externalToken, form)
        #expect(late.errorNumber == 700_082 && late.text.contains("14"))
    }

    @Test func `everything that was granted of an API stands for its default`() async throws {
        let claims = try await claims("access_token", for: "openid \(SampleApp.customerTasksURI)/.default")
        #expect(claims["scp"]?.string == "Tasks.Read \(SampleApp.tasksScope)")
    }
}
