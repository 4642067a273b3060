// SPDX-License-Identifier: Apache-2.0
@testable import TenantCustomers
@testable import TenantFixtures

@Suite struct FlowTokenSettingsTests: SiteSuite {
    let site: Site

    @Test func `lifetimes are those of the flow`() async throws {
        try await site.change("B2C_1_susi") {
            $0.tokens = FlowTokenSettings(accessTokenMinutes: 5, refreshTokenDays: 2, slidingWindowDays: 3)
        }
        let tokens = try await site.flowTokens()
        #expect(tokens["expires_in"] == .number("300") && tokens["id_token_expires_in"] == .number("300"))
        #expect(tokens["refresh_token_expires_in"] == .number("172800"))
        #expect(try await site.flowClaims(of: tokens["access_token"])["exp"] == .number("1767225900"))
        site.clock.advance(by: .seconds(172_799))
        let form = FormParameters.flowRefreshing(tokens["refresh_token"]?.string ?? "")
        let second = try await site.post("\(Site.susi)/token", form).object()
        site.clock.advance(by: .seconds(86_401))
        let late = FormParameters.flowRefreshing(second["refresh_token"]?.string ?? "")
        #expect(try await site.post("\(Site.susi)/token", late).text.contains("sliding window"))
        try await site.change("B2C_1_susi") { $0.tokens.slidingWindowDays = 0 }
        #expect(try await site.post("\(Site.susi)/token", late).status == .ok)
    }

    @Test func `subject, flow and issuer take the old forms`() async throws {
        try await site.change("B2C_1_susi") {
            $0.tokens = FlowTokenSettings(subject: .notSupported, flowClaim: .acr, issuer: .flow)
        }
        let claims = try await site.flowClaims(of: try await site.flowTokens()["id_token"])
        #expect(claims["sub"]?.string == "Not supported currently. Use oid claim.")
        #expect(claims["acr"]?.string == "b2c_1_susi" && claims["tfp"] == nil)
        let issuer = "http://\(Site.authority)/tfp/\(Site.customersID)/b2c_1_susi/v2.0/"
        #expect(claims["iss"]?.string == issuer)
        let metadata = try await site.send(
            .get, "/\(Site.customersID)/B2C_1_susi/v2.0/.well-known/openid-configuration"
        ).object()
        #expect(metadata["issuer"]?.string == issuer)
        #expect(metadata["claims_supported"]?.array?.contains(.string("acr")) == true)
    }
}
