// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantDirectory
@testable import TenantFixtures

@Suite struct UserFlowTokenTests: SiteSuite {
    let site: Site

    static let api = SampleApp.customerTasksURI

    @Test func `a code gives the members of Azure AD B2C`() async throws {
        let code = try await site.flowCode()
        let answer = try await site.post("\(Site.susi)/token", .flowRedeeming(code).with("client_info", "1"))
        let reply = try answer.object()
        #expect(answer["Cache-Control"] == "no-store")
        #expect(
            Set(reply.keys) == [
                "access_token", "id_token", "token_type", "not_before", "expires_in", "expires_on", "resource",
                "id_token_expires_in", "profile_info", "refresh_token", "refresh_token_expires_in", "scope",
                "client_info",
            ])
        #expect((reply["token_type"]?.string, reply["not_before"]) == ("Bearer", .number("1767225600")))
        #expect((reply["expires_in"], reply["expires_on"]) == (.number("3600"), .number("1767229200")))
        #expect(reply["id_token_expires_in"] == .number("3600"))
        #expect(reply["refresh_token_expires_in"] == .number("1209600"))
        #expect(reply["resource"]?.string == SampleApp.customerTasksID)
        #expect(reply["scope"]?.string == "openid offline_access \(SampleApp.customerTasksID)")
        let client = try decoded(reply["client_info"])
        #expect(client.texts("utid", "uid") == [Site.customersID, "3c5f1a72-6d0e-4b89-9a14-e27b8f60d135-b2c_1_susi"])
        let profile = try decoded(reply["profile_info"])
        #expect(Set(profile.keys) == ["ver", "tid", "sub", "name", "preferred_username", "idp"])
        #expect(profile["sub"] == .null && profile["name"]?.string == "Ines Kallio")
    }

    private func decoded(_ value: JSONValue?) throws -> [String: JSONValue] {
        let text = try #require(value?.string)
        let padded =
            text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
            + String(repeating: "=", count: (4 - text.count % 4) % 4)
        return try StrictJSON.object(in: try #require(Data(base64Encoded: padded)))
    }

    @Test func `tokens say what those of Azure AD B2C say`() async throws {
        let tokens = try await site.flowTokens()
        let id = try await site.flowClaims(of: tokens["id_token"])
        #expect(
            Set(id.keys) == [
                "ver", "iss", "sub", "aud", "exp", "nbf", "iat", "auth_time", "oid", "name", "given_name",
                "family_name", "emails", "tfp", "nonce", "at_hash",
            ])
        #expect((id["ver"]?.string, id["sub"], id["tfp"]?.string) == ("1.0", id["oid"], "B2C_1_susi"))
        #expect((id["nonce"]?.string, id["emails"]?.array) == ("nonce-1", [.string("ines.kallio@mailbox.example")]))
        let access = try await site.flowClaims(of: tokens["access_token"])
        #expect(
            Set(access.keys) == [
                "ver", "iss", "sub", "aud", "exp", "nbf", "iat", "oid", "name", "given_name", "family_name",
                "emails", "tfp", "nonce", "azp",
            ])
        #expect(access["exp"] == .number("1767229200"))
    }

    /// The example is that of OpenID Connect Core, appendix A.3.
    @Test func `at_hash ties the ID token to the access token`() async throws {
        let example = TokenAlgorithm.rs256.halfHash(of: "jHkWEdUXMU1BwAsC4vtUsZwnNvTIxEl0z9K3vx5KF0Y")
        #expect(example == "77QmUPtjPfzWtF2AnpK9RQ")
        let tokens = try await site.flowTokens()
        let accessToken = try #require(tokens["access_token"]?.string)
        let claims = try await site.flowClaims(of: tokens["id_token"])
        #expect(claims["at_hash"]?.string == TokenAlgorithm.rs256.halfHash(of: accessToken))
    }

    static let scopes: [(client: String, scope: String, audience: String, permissions: String?, told: String)] = [
        (
            SampleApp.customerTasksID, SampleApp.customerTasksID, SampleApp.customerTasksID, nil,
            SampleApp.customerTasksID
        ),
        (
            SampleApp.customerTasksID, "openid \(api)/Tasks.ReadWrite", SampleApp.customerTasksID, "Tasks.ReadWrite",
            "openid \(api)/Tasks.ReadWrite"
        ),
        (
            SampleApp.taskWidgetID, "\(api)/Tasks.Read \(api)/Tasks.ReadWrite", SampleApp.customerTasksID,
            "Tasks.Read Tasks.ReadWrite", "\(api)/Tasks.Read \(api)/Tasks.ReadWrite"
        ),
        (SampleApp.taskWidgetID, "\(api)/Tasks.Read", SampleApp.customerTasksID, "Tasks.Read", "\(api)/Tasks.Read"),
        (
            SampleApp.taskWidgetID, "\(api)/Tasks.Read \(api)/Tasks.Burn profile", SampleApp.customerTasksID,
            "Tasks.Read", "\(api)/Tasks.Read profile"
        ),
        (SampleApp.taskWidgetID, SampleApp.taskWidgetID, SampleApp.taskWidgetID, nil, SampleApp.taskWidgetID),
    ]

    @Test(arguments: scopes.indices)
    func `the granted scopes determine aud and scp`(_ index: Int) async throws {
        let row = Self.scopes[index]
        let tokens = try await site.flowTokens(for: .flowRequest.with("scope", row.scope).with("client_id", row.client))
        let claims = try await site.flowClaims(of: tokens["access_token"])
        #expect(claims.texts("aud", "azp", "scp") == [row.audience, row.client, row.permissions])
        #expect(tokens["scope"]?.string == row.told)
    }

    @Test func `of 64 concurrent redemptions of one code, one succeeds`() async throws {
        let form = FormParameters.flowRedeeming(try await site.flowCode())
        let statuses = try await race(64) { [site] in try await site.post("\(Site.susi)/token", form).status }
        #expect(statuses.count { $0 == .ok } == 1 && statuses.count { $0 == .badRequest } == 63)
    }

    @Test func `a refresh token is valid for fourteen days`() async throws {
        let form = FormParameters.flowRefreshing(try await site.flowTokens()["refresh_token"]?.string ?? "")
        site.clock.advance(by: .seconds(14 * 86_400 - 1))
        #expect(try await site.post("\(Site.susi)/token", form).status == .ok)
        site.clock.advance(by: .seconds(1))
        let late = try await site.post("\(Site.susi)/token", form)
        #expect(late.text.contains("Grant issued time: 1767225600, Grant expiration time: 1768435200"), "\(late.text)")
    }

    @Test func `however often tokens are refreshed, they end ninety days after the sign-in`() async throws {
        var token = try #require(try await site.flowTokens()["refresh_token"]?.string)
        for _ in 0..<7 {
            site.clock.advance(by: .seconds(12 * 86_400))
            let reply = try await site.post("\(Site.susi)/token", .flowRefreshing(token)).object()
            token = try #require(reply["refresh_token"]?.string)
            let claims = try await site.flowClaims(of: reply["id_token"])
            #expect(claims["auth_time"] == .number("1767225600") && claims["nonce"] == nil)
        }
        site.clock.advance(by: .seconds(6 * 86_400))
        let end = try await site.post("\(Site.susi)/token", .flowRefreshing(token))
        #expect(end.flowErrorNumber == 90080)
        #expect(end.text.contains("Grant sliding window expiration time: 1775001600"), "\(end.text)")
    }

    @Test func `a refresh token remains valid after use`() async throws {
        let form = FormParameters.flowRefreshing(try await site.flowTokens()["refresh_token"]?.string ?? "")
        for _ in 0..<2 { #expect(try await site.post("\(Site.susi)/token", form).status == .ok) }
    }
}
