// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantDirectory
@testable import TenantFixtures

@Suite struct RefreshGrantTests: SiteSuite {
    let site: Site

    private func refreshToken(_ request: FormParameters = .goodRequest) async throws -> String {
        try #require(try await site.tokens(for: request)["refresh_token"]?.string)
    }

    @Test func `a refresh token gives the same tokens again, and stays good`() async throws {
        let token = try await refreshToken()
        var seen: Set = [token]
        for _ in 0..<3 {
            let reply = try await site.token(.refreshing(token)).object()
            #expect(
                reply["scope"]?.string
                    == "User.Read.All openid profile email offline_access")
            let next = try #require(reply["refresh_token"]?.string)
            #expect(seen.insert(next).inserted)
            #expect(try await site.claims(of: reply["id_token"])["nonce"] == nil)
            #expect(try await site.claims(of: reply["access_token"])["scp"]?.string == "User.Read.All")
        }
        for token in seen { #expect(try await site.token(.refreshing(token)).status == .ok) }
    }

    @Test func `a refresh token is valid for another API with consent`() async throws {
        let token = try await refreshToken()
        let reply = try await site.token(.refreshing(token).adding("scope", "api://tasks/Tasks.ReadWrite"))
            .object()
        #expect(reply["scope"]?.string == "api://tasks/Tasks.ReadWrite")
        #expect(Set(reply.keys) == ["token_type", "scope", "expires_in", "ext_expires_in", "access_token"])
        let claims = try await site.claims(of: reply["access_token"])
        #expect(claims.texts("aud", "scp") == [SampleApp.tasksID, "Tasks.ReadWrite"])
    }

    @Test func `the first of two APIs wins`() async throws {
        let token = try await refreshToken()
        for (scope, audience) in [
            ("api://tasks/Tasks.ReadWrite User.Read openid", SampleApp.tasksID),
            ("openid User.Read api://tasks/Tasks.ReadWrite", RegisteredApp.graphID),
        ] {
            let reply = try await site.token(.refreshing(token).adding("scope", scope)).object()
            #expect(try await site.claims(of: reply["access_token"])["aud"]?.string == audience)
        }
    }

    @Test func `a refresh cannot add scopes to the grant`() async throws {
        let token = try await refreshToken(.goodRequest.with("scope", "offline_access User.Read"))
        let reply = try await site.token(.refreshing(token).adding("scope", "openid profile User.Read"))
            .object()
        #expect((reply["id_token"], reply["scope"]?.string) == (nil, "User.Read"))
    }

    static let spoiled: [Spoiled] = [
        Spoiled("it is missing", 900_144, "invalid_request") { $0.without("refresh_token") },
        Spoiled("it is empty", 900_144, "invalid_request") { $0.with("refresh_token", "") },
        Spoiled("it has no form", 9_002_313, "invalid_grant") { $0.with("refresh_token", "made-up") },
        Spoiled("nobody gave it out", 70000, "invalid_grant") {
            $0.with("refresh_token", String(repeating: "a", count: 64))
        },
        Spoiled("one character is another", 70000, "invalid_grant") { form in
            let token = form["refresh_token"] ?? ""
            return form.with("refresh_token", token.dropLast() + (token.hasSuffix("A") ? "B" : "A"))
        },
        Spoiled("it stands there twice", 9_002_313, "invalid_request") { $0.adding("refresh_token", "other") },
        Spoiled("the client is unknown", 700_038, "unauthorized_client") { $0.with("client_id", "nobody") },
        Spoiled("the permission is unknown", 70011, "invalid_scope") { $0.adding("scope", "Nobody.Knows") },
        Spoiled("a secret is shown", 700_025, "invalid_client") { $0.adding("client_secret", "x") },
        Spoiled("it is sent as a code", 900_144, "invalid_request") { $0.with("grant_type", "authorization_code") },
    ]

    @Test(arguments: spoiled) func `a refresh token is refused when`(_ row: Spoiled) async throws {
        let error = try await site.token(row.spoil(.refreshing(try await refreshToken()))).object()
        #expect((error["error"]?.string, error["error_codes"]?.array) == (row.error, [.number("\(row.number)")]))
    }

    @Test func `another client cannot use it`() async throws {
        let other = RegisteredApp.sample()
        try await site.add(other)
        let error = try await site.token(.refreshing(try await refreshToken()).with("client_id", other.id))
            .object()
        #expect(error["error_codes"]?.array == [.number("70000")])
    }

    @Test func `it ends after ninety days`() async throws {
        let token = try await refreshToken()
        site.clock.advance(by: .seconds(90 * 86_400 - 1))
        let next = try #require(try await site.token(.refreshing(token)).object()["refresh_token"]?.string)
        site.clock.advance(by: .seconds(1))
        #expect(try await site.token(.refreshing(token)).object()["error_codes"]?.array == [.number("700082")])
        #expect(try await site.token(.refreshing(next)).status == .ok)
    }
}
