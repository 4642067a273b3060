// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantDirectory
@testable import TenantFixtures

@Suite struct ExternalIDSinglePageTests {
    let site: Site
    private let callback = "\(Site.pageOfShop)/callback"

    init() async throws {
        site = try Site()
        try await site.addExternalApp {
            $0.spaRedirectURIs = ["\(Site.pageOfShop)/callback"]
            $0.passwordCredentials = [PasswordCredential(secret: Site.shopSecret)]
        }
    }

    private func redeemed() async throws -> Answer {
        let code = try await site.flowCode(for: Site.externalPageRequest, at: Site.external)
        return try await site.redeemExternal(code, at: callback, from: Site.pageOfShop)
    }

    @Test func `its refresh tokens end a day after the first, however often they are used`() async throws {
        var answer = try await redeemed()
        for _ in 0..<2 {
            site.clock.advance(by: .seconds(8 * 3600))
            answer = try await site.refreshExternal(answer, from: Site.pageOfShop)
            #expect(answer.status == .ok, "\(answer.text)")
        }
        site.clock.advance(by: .seconds(8 * 3600))
        let late = try await site.refreshExternal(answer, from: Site.pageOfShop)
        #expect(try (late.errorNumber, late.object()["error"]?.string) == (700_084, "invalid_grant"))
    }

    @Test func `it needs no secret, although the app has one elsewhere`() async throws {
        let answer = try await redeemed()
        #expect(answer.status == .ok && answer["Access-Control-Allow-Origin"] == Site.pageOfShop)
        #expect(try await site.externalIDClaims(of: try answer.object()["access_token"])["appidacr"]?.string == "0")
        let code = try await site.flowCode(for: Site.externalPageRequest, at: Site.external)
        let proving = try await site.redeemExternal(code, at: callback, secret: Site.shopSecret, from: Site.pageOfShop)
        #expect(proving.errorNumber == 700_025 && proving.status == .unauthorized)
    }

    @Test func `what it was given is good in a page only`() async throws {
        let code = try await site.flowCode(for: Site.externalPageRequest, at: Site.external)
        let elsewhere = try await site.redeemExternal(code, at: callback, secret: Site.shopSecret)
        #expect(elsewhere.errorNumber == 9_002_327 && elsewhere.status == .badRequest)
        #expect(try await site.refreshExternal(try await redeemed(), secret: Site.shopSecret).errorNumber == 9_002_327)
    }

    @Test func `a page gets nothing for the code of a server`() async throws {
        let code = try await site.flowCode(for: Site.externalRequest, at: Site.external)
        #expect(try await site.redeemExternal(code, from: Site.pageOfShop).errorNumber == 9_002_326)
        let other = FormParameters.flowRedeeming(code).with("client_id", SampleApp.customerPortalID)
            .with("code", "1.A" + String(repeating: "a", count: 64))
        let answer = try await site.post(Site.externalToken, other, fields: [.origin: Site.pageOfShop])
        #expect(answer.errorNumber == 9_002_326)
    }
}
