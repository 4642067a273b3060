// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantDirectory
@testable import TenantFixtures
@testable import TenantStandard

/// RFC 6749 §6, RFC 9700 §4.14.2.
@Suite struct StandardRefreshTests: SiteSuite {
    let site: Site

    private func refreshToken(_ tokens: [String: JSONValue]) throws -> String {
        try #require(tokens["refresh_token"]?.string)
    }

    @Test func `each use gives a new token, and the ID token keeps the time of the sign-in`() async throws {
        let first = try refreshToken(try await site.standardTokens())
        let start = site.clock.now.seconds
        site.clock.advance(by: .seconds(1000))
        let tokens = try await site.post("/op/token", .standardRefreshing(first)).object()
        let second = try refreshToken(tokens)
        #expect(second != first)
        let (_, claims) = try await site.standardClaims(of: tokens["id_token"]?.string)
        #expect((claims["auth_time"], claims["nonce"]) == (.integer(start), nil))
        #expect(try await site.post("/op/token", .standardRefreshing(second)).status == .ok)
    }

    @Test(arguments: [(-1, true), (0, false)])
    func `each use of a refresh token extends it by thirty days`(_ seconds: Int, _ isGood: Bool) async throws {
        let first = try refreshToken(try await site.standardTokens())
        let thirtyDays = 30 * 86_400
        site.clock.advance(by: .seconds(thirtyDays - 1))
        let second = try refreshToken(try await site.post("/op/token", .standardRefreshing(first)).object())
        site.clock.advance(by: .seconds(thirtyDays + seconds))
        let answer = try await site.post("/op/token", .standardRefreshing(second))
        #expect((answer.status, answer.errorCode) == (isGood ? .ok : .badRequest, isGood ? nil : "invalid_grant"))
    }

    @Test func `after ninety days the person signs in again, however often the token was used`() async throws {
        var token = try refreshToken(try await site.standardTokens())
        for days in [29, 29, 29] {
            site.clock.advance(by: .seconds(days * 86_400))
            token = try refreshToken(try await site.post("/op/token", .standardRefreshing(token)).object())
        }
        site.clock.advance(by: .seconds(3 * 86_400 - 1))
        token = try refreshToken(try await site.post("/op/token", .standardRefreshing(token)).object())
        site.clock.advance(by: .seconds(1))
        #expect(try await site.post("/op/token", .standardRefreshing(token)).errorCode == "invalid_grant")
    }

    @Test func `a token that comes again ends the whole family`() async throws {
        let first = try refreshToken(try await site.standardTokens())
        let tokens = try await site.post("/op/token", .standardRefreshing(first)).object()
        let second = try refreshToken(tokens)
        #expect(try await site.post("/op/token", .standardRefreshing(first)).errorCode == "invalid_grant")
        #expect(try await site.post("/op/token", .standardRefreshing(second)).errorCode == "invalid_grant")
        #expect(try await site.userInfo(try #require(tokens["access_token"]?.string)).status == .unauthorized)
    }

    @Test func `a token that comes again with a bad scope ends the family too`() async throws {
        let first = try refreshToken(try await site.standardTokens())
        let second = try refreshToken(try await site.post("/op/token", .standardRefreshing(first)).object())
        _ = try await site.post("/op/token", .standardRefreshing(first).with("scope", "fly"))
        #expect(try await site.post("/op/token", .standardRefreshing(second)).errorCode == "invalid_grant")
    }

    @Test func `of 64 who refresh at once one gets tokens, and the family ends`() async throws {
        let form = FormParameters.standardRefreshing(try refreshToken(try await site.standardTokens()))
        let answers = try await race(64) { try await site.post("/op/token", form) }
        let good = answers.filter { $0.status == .ok }
        #expect(good.count == 1)
        #expect(answers.filter { $0.errorCode == "invalid_grant" }.count == 63)
        let next = try refreshToken(try #require(good.first).object())
        #expect(try await site.post("/op/token", .standardRefreshing(next)).errorCode == "invalid_grant")
    }

    @Test func `a confidential client may keep its token`() async throws {
        let token = try refreshToken(try await site.webTokens())
        let form = FormParameters.standardRefreshing(token).ofWebApp
        for _ in 0..<2 {
            let answer = try await site.post("/op/token", form)
            #expect(try (answer.status, answer.object()["refresh_token"]) == (.ok, nil))
        }
    }

    @Test(arguments: [
        ("openid", nil), ("openid offline_access", nil), ("openid email", "invalid_scope"), (" ", "invalid_scope"),
    ])
    func `scopes may become fewer, never more`(_ scope: String, _ error: String?) async throws {
        let token = try refreshToken(try await site.standardTokens())
        let answer = try await site.post("/op/token", .standardRefreshing(token).with("scope", scope))
        #expect(answer.errorCode == error)
        if error == nil {
            #expect(try answer.object()["scope"] == .string(scope))
        } else {
            #expect(try await site.post("/op/token", .standardRefreshing(token)).status == .ok)
        }
    }

    @Test func `another client cannot use a token, nor end it`() async throws {
        let token = try refreshToken(try await site.standardTokens())
        let form = FormParameters.standardRefreshing(token).ofWebApp
        #expect(try await site.post("/op/token", form).errorCode == "invalid_grant")
        #expect(try await site.post("/op/token", .standardRefreshing(token)).status == .ok)
    }
}
