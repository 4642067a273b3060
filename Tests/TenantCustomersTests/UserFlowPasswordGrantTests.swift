// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantFixtures

/// RFC 6749 §4.3, and the sample of Microsoft's page on it.
@Suite struct UserFlowPasswordGrantTests: SiteSuite {
    let site: Site

    @Test func `the answer has the members of the documented one`() async throws {
        let answer = try await site.post("\(Site.password)/token", .flowPassword)
        let reply = try answer.object()
        #expect(answer.status == .ok)
        #expect(
            Set(reply.keys) == [
                "access_token", "id_token", "token_type", "not_before", "expires_in", "expires_on", "resource",
                "id_token_expires_in", "profile_info", "refresh_token", "refresh_token_expires_in", "scope",
            ])
        let claims = try await site.flowClaims(of: reply["id_token"])
        #expect(claims["tfp"]?.string == "B2C_1_ROPC" && claims["nonce"] == nil)
        let form = FormParameters.flowRefreshing(reply["refresh_token"]?.string ?? "")
        #expect(try await site.post("\(Site.password)/token", form).status == .ok)
        #expect(try await site.post("\(Site.susi)/token", form).flowErrorNumber == 90088)
    }

    static let refused = [
        Spoiled("wrong password", 90225, "access_denied") { $0.with("password", "x") },
        Spoiled("nobody", 90225, "access_denied") { $0.with("username", "nobody@example.com") },
        Spoiled("no user name", 90083, "invalid_request") { $0.without("username") },
        Spoiled("no password", 90083, "invalid_request") { $0.with("password", "") },
        Spoiled("no scope", 90010, "invalid_request") { $0.without("scope") },
        Spoiled("unknown scope", 90117, "invalid_request") { $0.with("scope", "openid User.Read") },
        Spoiled("on behalf of somebody", 90086, "unsupported_grant_type") {
            $0.with("grant_type", "urn:ietf:params:oauth:grant-type:jwt-bearer")
        },
    ]

    @Test(arguments: refused) func `anything else is refused`(_ row: Spoiled) async throws {
        let answer = try await site.post("\(Site.password)/token", row.spoil(.flowPassword))
        #expect(answer.status == .badRequest && answer.flowErrorNumber == row.number)
        #expect(try answer.object()["error"]?.string == row.error)
    }

    @Test func `ten wrong passwords lock here too, and the flow has no pages`() async throws {
        for _ in 0..<10 { _ = try await site.post("\(Site.password)/token", .flowPassword.with("password", "x")) }
        #expect(try await site.post("\(Site.password)/token", .flowPassword).flowErrorNumber == 90114)
        #expect(try await site.visit(flow: Site.password).flowErrorNumber == 90013)
    }
}
