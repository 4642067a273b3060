// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantDirectory
@testable import TenantFixtures
@testable import TenantStandard

/// RFC 7009, RFC 7662.
@Suite struct StandardRevocationTests: SiteSuite {
    let site: Site

    private let web = FormParameters().ofWebApp

    private func isActive(_ site: Site, _ token: String, _ client: FormParameters = .asking("")) async throws -> Bool {
        let answer = try await site.post("/op/introspect", client.with("token", token))
        #expect(answer.status == .ok)
        let members = try answer.object()
        if members["active"] == .boolean(false) { #expect(members.count == 1) }
        return members["active"] == .boolean(true)
    }

    @Test func `a resource server learns what a token for it means`() async throws {
        let token = try #require(try await site.webTokens()["access_token"]?.string)
        #expect(!token.contains("."))
        let members = try await site.post("/op/introspect", .asking(token)).object()
        expect(
            members,
            [
                "active": .boolean(true), "client_id": .string(StandardSampleClient.webID),
                "scope": .string("openid email offline_access orders.read"), "token_type": .string("Bearer"),
                "aud": .texts(["http://127.0.0.1:4400/op", StandardSampleClient.apiURI]),
                "username": .string("ana.silva@aldervale.example"), "iss": .string("http://127.0.0.1:4400/op"),
                "exp": .integer(site.clock.now.seconds + 600),
            ])
    }

    @Test func `a client learns nothing about other clients' tokens`() async throws {
        let tokens = try await site.standardTokens()
        let access = try #require(tokens["access_token"]?.string)
        #expect(try await !isActive(site, access))
        #expect(try await !isActive(site, access, web))
        #expect(try await !isActive(site, try #require(tokens["refresh_token"]?.string)))
        #expect(try await !isActive(site, "unknown"))
        let own = try #require(try await site.webTokens()["refresh_token"]?.string)
        #expect(try await isActive(site, own, web))
        let publicClient = try await site.post(
            "/op/introspect", ["client_id": StandardSampleClient.nativeID, "token": access])
        #expect(publicClient.errorCode == "invalid_client")
    }

    @Test func `an ended access token leaves the others`() async throws {
        let tokens = try await site.webTokens()
        let access = try #require(tokens["access_token"]?.string)
        let answer = try await site.post(
            "/op/revoke", web.with("token", access).with("token_type_hint", "refresh_token"))
        #expect(answer.status == .ok)
        #expect(try await !isActive(site, access))
        #expect(try await isActive(site, try #require(tokens["refresh_token"]?.string), web))
    }

    @Test func `an ended refresh token takes its access tokens along`() async throws {
        let tokens = try await site.standardTokens("openid offline_access orders.read")
        let access = try #require(tokens["access_token"]?.string)
        let refresh = try #require(tokens["refresh_token"]?.string)
        #expect(try await isActive(site, access))
        let form: FormParameters = ["client_id": StandardSampleClient.nativeID, "token": refresh]
        #expect(try await site.post("/op/revoke", form).status == .ok)
        #expect(try await !isActive(site, access))
        #expect(try await site.userInfo(access).status == .unauthorized)
        #expect(try await site.post("/op/token", .standardRefreshing(refresh)).errorCode == "invalid_grant")
        #expect(try await site.post("/op/revoke", form).status == .ok)
    }

    @Test(arguments: ["access_token", "refresh_token"])
    func `another client's token stays`(_ kind: String) async throws {
        let tokens = try await site.standardTokens("openid offline_access orders.read")
        let token = try #require(tokens[kind]?.string)
        #expect(try await site.post("/op/revoke", web.with("token", token)).errorCode == "invalid_grant")
        #expect(try await isActive(site, try #require(tokens["access_token"]?.string)))
        let refresh = try #require(tokens["refresh_token"]?.string)
        #expect(try await site.post("/op/token", .standardRefreshing(refresh)).status == .ok)
    }

    @Test(arguments: ["/op/revoke", "/op/introspect"])
    func `client and token are needed`(_ path: String) async throws {
        #expect(try await site.post(path, web).errorCode == "invalid_request")
        #expect(try await site.post(path, ["token": "x"]).errorCode == "invalid_client")
        #expect(try await site.post(path, web.with("token", "x").adding("token", "y")).errorCode == "invalid_request")
    }
}
