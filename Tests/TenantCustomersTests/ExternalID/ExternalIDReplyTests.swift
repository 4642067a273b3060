// SPDX-License-Identifier: Apache-2.0
@testable import TenantDirectory
@testable import TenantFixtures

@Suite struct ExternalIDReplyTests: SiteSuite {
    let site: Site

    private func member() async throws -> Browser {
        var browser = Browser(site)
        try await browser.join(customer: "ines.kallio@mailbox.example")
        return browser
    }

    @Test func `a code comes with the account and the session, in Entra ID's order`() async throws {
        var browser = try await member()
        let answer = try await browser.open(flow: Site.external, .externalIDRequest.with("client_info", "1"))
        #expect(answer.carried.pairs.map(\.name) == ["code", "client_info", "state", "session_state"])
        let info = Data(base64Encoded: (answer.carried["client_info"] ?? "") + "==") ?? Data()
        #expect(String(decoding: info, as: UTF8.self).contains(#""utid":"\#(Site.customersID)""#))
        let session = try #require(answer.carried["session_state"])
        #expect(UUID(uuidString: session) != nil)
        let again = try await browser.open(flow: Site.external, .externalIDRequest)
        #expect(again.carried["session_state"] == session && again.carried["client_info"] == nil)
        #expect(try await browser.open(flow: Site.susi).carried["session_state"] == nil)
    }

    @Test func `tokens in a redirect are in Entra ID's order`() async throws {
        try await site.addExternalApp {
            $0.implicitGrantSettings = ImplicitGrantSettings(
                enableIDTokenIssuance: true, enableAccessTokenIssuance: true)
        }
        var browser = try await member()
        let request = Site.externalRequest.with("response_type", "code id_token token").with("client_info", "1")
        let answer = try await browser.open(flow: Site.external, request)
        #expect(
            answer.fragment.pairs.map(\.name) == [
                "code", "id_token", "access_token", "token_type", "expires_in", "scope", "client_info", "state",
                "session_state",
            ])
        let claims = try await site.externalIDClaims(of: answer.fragment["id_token"].map(JSONValue.string))
        #expect(claims["c_hash"]?.string == answer.fragment["code"].map { TokenAlgorithm.rs256.halfHash(of: $0) })
        #expect(
            claims["at_hash"]?.string == answer.fragment["access_token"].map { TokenAlgorithm.rs256.halfHash(of: $0) })
        let bare = try await browser.open(flow: Site.external, request.without("nonce"))
        #expect(bare.fragment["error_description"]?.contains("AADSTS90014") == true, "\(bare.location ?? "")")
    }

    @Test func `replies have the fields that were recorded`() async throws {
        let metadata = try await site.send(.get, "/\(Site.customersID)/v2.0/.well-known/openid-configuration")
        let page = try await site.visit(flow: Site.external, .externalIDRequest)
        let refused = try await site.post(Site.externalToken, .flowRedeeming("made-up"))
        for answer in [metadata, page, refused] {
            #expect(answer["P3P"] != nil && answer["x-ms-request-id"] != nil && answer["x-ms-ests-server"] != nil)
        }
        #expect(refused["Pragma"] == "no-cache" && refused["Expires"] == "-1" && refused["x-ms-clitelem"] != nil)
        #expect(refused["Cache-Control"] == "no-store, no-cache")
        #expect(metadata["Cache-Control"] == "max-age=86400, private")
    }

    @Test func `replies of Azure AD B2C have none of them, but are not kept`() async throws {
        let answer = try await site.post("\(Site.susi)/token", .flowRedeeming(try await site.flowCode()))
        #expect(answer["Pragma"] == "no-cache" && answer["Cache-Control"] == "no-store")
        #expect(answer["P3P"] == nil && answer["x-ms-request-id"] == nil)
    }

    static let popups: [String] = [
        "\(Site.susi)/authorize?\(FormParameters.flowRequest.encoded)",
        "\(Site.susi)/authorize?\(FormParameters.flowRequest.with("prompt", "none").encoded)", "\(Site.susi)/authorize",
        "\(Site.susi)/logout", "\(Site.susi)/logout?post_logout_redirect_uri=http%3A%2F%2Flocalhost%3A49152",
        "\(Site.susi)/logout?post_logout_redirect_uri=https%3A%2F%2Fevil.example",
        "\(Site.external)/authorize?\(FormParameters.externalIDRequest.encoded)", "\(Site.external)/logout",
        "/\(Site.tenantID)/oauth2/v2.0/logout", "/common/oauth2/v2.0/logout", "/nobody.example/oauth2/v2.0/logout",
        "/\(Site.customersID)/B2C_1_none/oauth2/v2.0/logout", "/nobody/B2C_1_susi/oauth2/v2.0/logout",
    ]

    @Test(arguments: popups) func `an app that opened a window keeps sight of it`(_ path: String) async throws {
        #expect(try await site.send(.get, path)["Cross-Origin-Opener-Policy"] == "unsafe-none")
    }

    @Test func `it keeps sight of the pages after the first`() async throws {
        var browser = Browser(site)
        let page = try await browser.open(flow: Site.external, .externalIDRequest)
        let wrong = try await browser.press("sign-in", on: page, ["email": "a@b.example", "password": "x"])
        #expect(wrong.status == .ok && wrong["Cross-Origin-Opener-Policy"] == "unsafe-none")
    }
}
