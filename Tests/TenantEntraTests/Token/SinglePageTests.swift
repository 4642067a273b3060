// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantAuthorization
@testable import TenantControl
@testable import TenantDirectory
@testable import TenantFixtures
@testable import TenantTesting

@Suite struct SinglePageTests {
    let site: Site

    init() async throws {
        site = try Site()
        try await site.addSinglePageApp()
    }

    private func refreshing(_ answer: Answer) throws -> FormParameters {
        .refreshing(try #require(try answer.object()["refresh_token"]?.string)).with("client_id", Site.pageID)
    }

    @Test func `a page redeems its code, and may read the answer`() async throws {
        let answer = try await site.redeemPageCode(from: Site.pageOrigin)
        #expect((answer.status, answer["Access-Control-Allow-Origin"]) == (.ok, Site.pageOrigin))
        #expect((answer["Vary"], answer["Access-Control-Allow-Credentials"]) == ("Origin", nil))
        #expect(try await site.claims(of: try answer.object()["access_token"])["appidacr"]?.string == "0")
    }

    @Test func `it can read errors, too, and other origins nothing`() async throws {
        let refused = try await site.token(["grant_type": "magic"], from: Site.pageOrigin)
        #expect(refused["Access-Control-Allow-Origin"] == Site.pageOrigin)
        for origin in ["https://evil.example", "null", "http://localhost.evil.example", "https://localhost:3000"] {
            #expect(try await site.redeemPageCode(from: origin)["Access-Control-Allow-Origin"] == nil)
        }
    }

    @Test func `a page whose apps are all disabled may read nothing`() async throws {
        for app in try await site.platform.context.database.apps() {
            try await site.changeApp(app.id) { $0.isEnabled = false }
        }
        let refused = try await site.token(["grant_type": "magic"], from: Site.pageOrigin)
        #expect(refused["Access-Control-Allow-Origin"] == nil)
    }

    @Test func `it may read a fault, which is not used up by the browser's question before`() async throws {
        _ = try await site.platform.context.faults.add(
            FaultRule(.error(ErrorAnswer(number: 50196)), at: .token, next: 1))
        let fields: HTTPFields = [.origin: Site.pageOrigin, .accessControlRequestMethod: "POST"]
        #expect(try await site.send(.options, Site.tokenPath, fields: fields).status == .noContent)
        let refused = try await site.redeemPageCode(from: Site.pageOrigin)
        #expect((refused.errorNumber, refused["Access-Control-Allow-Origin"]) == (50196, Site.pageOrigin))
    }

    @Test func `a CORS preflight response lists the allowed methods`() async throws {
        let fields: HTTPFields = [.origin: Site.pageOrigin, .accessControlRequestMethod: "POST"]
        let answer = try await site.send(.options, Site.tokenPath, fields: fields)
        #expect((answer.status, answer["Access-Control-Allow-Origin"]) == (.noContent, Site.pageOrigin))
        #expect(answer["Access-Control-Allow-Methods"] == "POST, OPTIONS")
        let stranger = try await site.send(.options, Site.tokenPath, fields: [.origin: "https://evil.example"])
        #expect((stranger.status, stranger["Access-Control-Allow-Origin"]) == (.methodNotAllowed, nil))
    }

    @Test func `its refresh tokens end a day after the first, however often they are used`() async throws {
        var tokens = try await site.redeemPageCode(from: Site.pageOrigin)
        for _ in 0..<3 {
            site.clock.advance(by: .seconds(8 * 3600 - 1))
            tokens = try await site.token(try refreshing(tokens), from: Site.pageOrigin)
            #expect(tokens.status == .ok)
        }
        site.clock.advance(by: .seconds(3))
        let late = try await site.token(try refreshing(tokens), from: Site.pageOrigin)
        #expect(try (late.errorNumber, late.object()["error"]?.string) == (700_084, "invalid_grant"))
    }

    @Test func `the same app on a server or device has ordinary codes`() async throws {
        let form = FormParameters.redeeming(try await site.pageCode(at: Site.redirectURI))
            .with("client_id", Site.pageID)
        let answer = try await site.token(form)
        #expect(try await site.holder(of: answer).app == Site.pageID)
        site.clock.advance(by: .seconds(2 * 86_400))
        #expect(try await site.holder(of: try await site.token(try refreshing(answer))).app == Site.pageID)
    }
}
