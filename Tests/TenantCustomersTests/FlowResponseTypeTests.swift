// SPDX-License-Identifier: Apache-2.0
@testable import TenantDirectory
@testable import TenantFixtures

/// OpenID Connect Core §3.2 and §3.3.
@Suite struct FlowResponseTypeTests: SiteSuite {
    let site: Site

    private func answer(_ request: FormParameters) async throws -> Answer {
        try await site.addShopApp {
            $0.implicitGrantSettings = ImplicitGrantSettings(
                enableIDTokenIssuance: true, enableAccessTokenIssuance: true)
        }
        var browser = Browser(site)
        try await browser.join(customer: "ines.kallio@mailbox.example")
        return try await browser.open(
            flow: Site.susi,
            request.with("client_id", Site.shopAppID).with("scope", "openid \(Site.shopAppID)"))
    }

    static let types: [(type: String, members: Set<String>)] = [
        ("id_token", ["id_token", "state"]), ("code id_token", ["code", "id_token", "state"]),
        ("token", ["access_token", "token_type", "expires_in", "scope", "state"]),
        ("id_token token", ["access_token", "token_type", "expires_in", "scope", "id_token", "state"]),
        ("code token", ["code", "access_token", "token_type", "expires_in", "scope", "state"]),
        ("token code id_token", ["code", "access_token", "token_type", "expires_in", "scope", "id_token", "state"]),
    ]

    @Test(arguments: types.indices)
    func `an app with the setting gets tokens in the fragment`(_ index: Int) async throws {
        let row = Self.types[index]
        let reply = try await answer(.flowRequest.with("response_type", row.type)).fragment
        #expect(Set(reply.pairs.map(\.name)) == row.members)
        guard let token = reply["id_token"] else { return }
        let claims = try await site.flowClaims(of: .string(token))
        #expect(claims["nonce"]?.string == "nonce-1")
        #expect(claims["c_hash"]?.string == reply["code"].map { TokenAlgorithm.rs256.halfHash(of: $0) })
        #expect(claims["at_hash"]?.string == reply["access_token"].map { TokenAlgorithm.rs256.halfHash(of: $0) })
    }

    @Test func `the code returned with a token is valid`() async throws {
        let code = try #require(try await answer(.flowRequest.with("response_type", "code id_token")).fragment["code"])
        let form = FormParameters.flowRedeeming(code).with("client_id", Site.shopAppID)
        let tokens = try await site.post("\(Site.susi)/token", form).object()
        #expect(tokens["token_type"]?.string == "Bearer" && tokens["id_token"]?.string != nil)
    }

    @Test func `a form carries tokens to a web server`() async throws {
        let request = FormParameters.flowRequest.with("response_type", "code id_token")
            .with("response_mode", "form_post")
        let page = try await answer(request)
        #expect(page.status == .ok && page.form.action == "http://localhost:49152")
        #expect(page.form.fields["id_token"] != nil && page.form.fields["state"] == "state-1")
    }

    static let refused = [
        Spoiled("tokens in a query", 90014) { $0.with("response_type", "id_token").with("response_mode", "query") },
        Spoiled("unknown mode", 90014) { $0.with("response_mode", "pigeon") },
    ]

    @Test(arguments: refused) func `a mode that cannot be had is refused`(_ row: Spoiled) async throws {
        let answer = try await answer(row.spoil(.flowRequest))
        #expect((answer.location ?? "").contains("AADB2C\(row.number)"))
    }
}
