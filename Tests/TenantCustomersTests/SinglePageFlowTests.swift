// SPDX-License-Identifier: Apache-2.0
@testable import TenantDirectory
@testable import TenantFixtures

@Suite struct SinglePageFlowTests: SiteSuite {
    let site: Site

    static let origin = "https://spa.example"

    private func code() async throws -> String {
        try await site.addShopApp { $0.spaRedirectURIs = ["\(Self.origin)/callback"] }
        return try await site.flowCode(for: .pageOfShopRequest)
    }

    private func redeem(_ code: String, from origin: String) async throws -> Answer {
        let form = FormParameters.flowRedeeming(code).with("client_id", Site.shopAppID)
            .with("redirect_uri", "\(Self.origin)/callback")
        return try await site.post("\(Site.susi)/token", form, fields: [.origin: origin])
    }

    @Test func `without a proof key there is no code`() async throws {
        try await site.addShopApp { $0.spaRedirectURIs = ["\(Self.origin)/callback"] }
        let bare = FormParameters.pageOfShopRequest.without("code_challenge").without("code_challenge_method")
        #expect(try await site.visit(flow: Site.susi, bare).flowErrorNumber == 99059)
    }

    @Test func `the page of the app may read its tokens, and no other page`() async throws {
        let answer = try await redeem(try await code(), from: Self.origin)
        #expect(answer.status == .ok && answer["Access-Control-Allow-Origin"] == Self.origin)
        #expect(try answer.object()["refresh_token_expires_in"] == .number("86400"))
        let refused = try await redeem("x", from: Self.origin)
        #expect(refused.status == .badRequest && refused["Access-Control-Allow-Origin"] == Self.origin)
        #expect(try await redeem("x", from: "https://evil.example")["Access-Control-Allow-Origin"] == nil)
    }

    @Test func `a forged Origin does not use up a code`() async throws {
        try await site.addShopApp { $0.passwordCredentials = [PasswordCredential(secret: "right-secret")] }
        let code = try await site.flowCode(
            for: .flowRequest.with("client_id", Site.shopAppID).with("scope", "openid \(Site.shopAppID)"))
        let form = FormParameters.flowRedeeming(code).with("client_id", Site.shopAppID)
        let stolen = try await site.post("\(Site.susi)/token", form, fields: [.origin: "https://evil.example"])
        #expect(stolen.flowErrorNumber == 90079)
        let own = try await site.post("\(Site.susi)/token", form.with("client_secret", "right-secret"))
        #expect(own.status == .ok, "\(own.text)")
    }

    @Test func `answers CORS preflight requests of a single-page app`() async throws {
        _ = try await code()
        for (origin, allowed) in [(Self.origin, Self.origin), ("https://evil.example", nil)] {
            let answer = try await site.send(.options, "\(Site.susi)/token", fields: [.origin: origin])
            #expect(answer.status == .noContent && answer["Access-Control-Allow-Origin"] == allowed)
        }
        #expect(try await site.send(.options, "\(Site.susi)/token").status == .methodNotAllowed)
    }

    @Test func `rejects preflight requests of another directory's app`() async throws {
        try await site.addSinglePageApp()
        let fields: HTTPFields = [.origin: Site.pageOrigin]
        let home = try await site.send(.options, Site.tokenPath, fields: fields)
        #expect(home["Access-Control-Allow-Origin"] == Site.pageOrigin)
        let answer = try await site.send(.options, "\(Site.susi)/token", fields: fields)
        #expect(answer.status == .noContent && answer["Access-Control-Allow-Origin"] == nil)
        let refused = try await redeem("x", from: Site.pageOrigin)
        #expect(refused["Vary"] == "Origin" && refused["Access-Control-Allow-Origin"] == nil)
    }

    @Test func `its refresh tokens end a day after the first, however often they are used`() async throws {
        var answer = try await redeem(try await code(), from: Self.origin)
        let refresh = { (answer: Answer) in
            let token = try #require(try answer.object()["refresh_token"]?.string, "\(answer.text)")
            let form = FormParameters.flowRefreshing(token).with("client_id", Site.shopAppID)
            return try await site.post("\(Site.susi)/token", form, fields: [.origin: Self.origin])
        }
        for hours in [16, 8] {
            site.clock.advance(by: .seconds(8 * 3600))
            answer = try await refresh(answer)
            #expect(try answer.object()["refresh_token_expires_in"] == .number("\(hours * 3600)"))
        }
        site.clock.advance(by: .seconds(8 * 3600))
        let late = try await refresh(answer)
        #expect(late.flowErrorNumber == 90080 && late.text.contains("invalid_grant"))
    }

    @Test func `a page of an app that has a secret elsewhere needs none`() async throws {
        try await site.addShopApp {
            $0.spaRedirectURIs = ["\(Self.origin)/callback"]
            $0.passwordCredentials = [PasswordCredential(secret: "right")]
        }
        let answer = try await redeem(try await site.flowCode(for: .pageOfShopRequest), from: Self.origin)
        #expect(answer.status == .ok, "\(answer.text)")
        let form = FormParameters.flowRefreshing(try #require(try answer.object()["refresh_token"]?.string))
            .with("client_id", Site.shopAppID)
        #expect(try await site.post("\(Site.susi)/token", form).flowErrorNumber == 90079)
        #expect(try await site.post("\(Site.susi)/token", form, fields: [.origin: Self.origin]).status == .ok)
    }

    @Test func `what its server was given needs the secret from everywhere`() async throws {
        try await site.addShopApp {
            $0.spaRedirectURIs = ["\(Self.origin)/callback"]
            $0.passwordCredentials = [PasswordCredential(secret: "right")]
        }
        let request = FormParameters.pageOfShopRequest.with("redirect_uri", "http://localhost:49152")
        let form = FormParameters.flowRedeeming(try await site.flowCode(for: request))
            .with("client_id", Site.shopAppID)
        let stolen = try await site.post("\(Site.susi)/token", form, fields: [.origin: Self.origin])
        #expect(stolen.flowErrorNumber == 90079)
    }
}
