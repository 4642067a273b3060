// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantDirectory
@testable import TenantFixtures

@Suite struct OnBehalfOfTests: SiteSuite {
    let site: Site

    @Test func `the task API reads its caller's profile in Graph`() async throws {
        let token = try await site.tasksToken()
        let reply = try await site.token(.onBehalf(token)).object()
        #expect(Set(reply.keys) == ["token_type", "scope", "expires_in", "ext_expires_in", "access_token"])
        #expect(reply["scope"]?.string == "https://graph.microsoft.com/User.Read")
        let claims = try await site.claims(of: reply["access_token"])
        let person = try await site.person("ana.silva")
        #expect(claims.texts("oid", "appid", "appidacr", "scp") == [person.id, SampleApp.tasksID, "1", "User.Read"])
        let me = try await site.graph("/me", token: try #require(reply["access_token"]?.string))
        #expect(try me.object()["id"]?.string == person.id)
    }

    @Test func `it may come back later with a refresh token`() async throws {
        let scope = "https://graph.microsoft.com/.default openid profile offline_access"
        let form = FormParameters.onBehalf(try await site.tasksToken()).with("scope", scope)
        let tokens = try await site.token(form).object()
        #expect(tokens["id_token"] != nil)
        let refreshing = FormParameters.refreshing(try #require(tokens["refresh_token"]?.string))
            .with("client_id", SampleApp.tasksID).with("client_secret", SampleApp.tasksSecret)
        let holder = try await site.holder(of: try await site.token(refreshing))
        #expect((holder.app, holder.person) == (SampleApp.tasksID, try await site.person("ana.silva").id))
    }

    @Test func `the second factor of the caller counts`() async throws {
        let token = try await site.tasksToken(as: Site.careful)
        let reply = try await site.token(.onBehalf(token)).object()
        #expect(try await site.claims(of: reply["access_token"])["amr"]?.array?.contains(.string("mfa")) == true)
    }

    @Test func `without a second factor of the caller there is none`() async throws {
        let reply = try await site.token(.onBehalf(try await site.tasksToken())).object()
        #expect(try await site.claims(of: reply["access_token"])["amr"]?.array == [.string("pwd")])
    }

    @Test func `an assertion without a valid signature is refused`() async throws {
        let token = try await site.tasksToken()
        let parts = token.split(separator: ".")
        let unsigned = Base64URL.encode(Array(#"{"alg":"none"}"#.utf8)) + ".\(parts[1])."
        for assertion in ["a.b.c", "x", unsigned, "\(parts[0]).\(parts[1]).\(String(parts[2].reversed()))"] {
            #expect(try await site.token(.onBehalf(assertion)).errorNumber == 50013)
        }
    }

    @Test func `an app without a credential acts for no person`() async throws {
        let form = FormParameters.onBehalf(try await site.tasksToken())
            .with("client_id", Site.clientID).without("client_secret")
        #expect(try await site.token(form).errorNumber == 7_000_218)
    }

    @Test func `a token is good until its end, and not at it`() async throws {
        let token = try await site.tasksToken()
        let end = try #require(try await site.claims(of: .string(token))["exp"]?.double)
        site.clock.advance(by: .seconds(end - site.clock.now.timeIntervalSince1970 - 1))
        #expect(try await site.token(.onBehalf(token)).status == .ok)
        site.clock.advance(by: .seconds(1))
        #expect(try await site.token(.onBehalf(token)).errorNumber == 500_133)
    }

    @Test func `the API gets no more than the caller`() async throws {
        let token = try await site.tasksToken()
        try await site.changePerson("ana.silva") { $0.accountEnabled = false }
        #expect(try await site.token(.onBehalf(token)).errorNumber == 50057)
    }
}
