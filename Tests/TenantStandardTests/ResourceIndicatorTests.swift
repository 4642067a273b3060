// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantFixtures
@testable import TenantStandard

/// RFC 8707.
@Suite struct ResourceIndicatorTests {
    let site: Site

    init() async throws { site = try await Site.withAPIs() }

    private func claims(_ answer: Answer, _ site: Site) async throws -> [String: JSONValue] {
        try #require(answer.status == .ok, "\(answer.text)")
        return try await site.standardClaims(of: try answer.object()["access_token"]?.string).claims
    }

    @Test(
        arguments: [
            (["resource": StandardAPI.boats], StandardAPI.boats, "boats.read boats.sail"),
            (["resource": StandardAPI.boats, "scope": "boats.read"], StandardAPI.boats, "boats.read"),
            (
                ["resource": StandardAPI.boats, "scope": "openid boats.read orders.read"], StandardAPI.boats,
                "openid boats.read"
            ),
            (["resource": StandardAPI.plain], StandardAPI.plain, nil),
            (["resource": StandardAPI.plain + "/"], StandardAPI.plain, nil),
            (["resource": StandardAPI.plain, "scope": "offline_access"], StandardAPI.plain, "offline_access"),
        ] as [(FormParameters, String, String?)])
    func `a token is for the named API`(_ added: FormParameters, _ audience: String, _ scope: String?) async throws {
        let answer = try await site.tokensOfSailor(added)
        let claims = try await claims(answer, site)
        #expect((claims["aud"], claims["scope"]?.string) == (.string(audience), scope))
        #expect(try answer.object()["scope"]?.string == scope)
    }

    @Test func `the token request names one of the granted APIs`() async throws {
        let both: FormParameters = [
            "resource": StandardAPI.boats, "scope": "boats.read orders.read offline_access",
            "resource": StandardSampleClient.apiURI,
        ]
        func code() async throws -> String { try await site.standardCode(for: StandardAPI.request.adding(both)) }
        let all = try await claims(try await site.redeem(try await code()), site)
        #expect(all["aud"] == .texts([StandardAPI.boats, StandardSampleClient.apiURI]))
        let answer = try await site.redeem(try await code(), ["resource": StandardAPI.boats])
        let one = try await claims(answer, site)
        #expect((one["aud"], one["scope"]?.string) == (.string(StandardAPI.boats), "boats.read offline_access"))
        // A refresh may name the other one. §2.2
        let refresh = try #require(try answer.object()["refresh_token"]?.string)
        let form = FormParameters.standardRefreshing(refresh).with("client_id", "sailor")
        let next = try await site.post("/op/token", form.adding(["resource": StandardSampleClient.apiURI]))
        #expect(try await claims(next, site)["aud"] == .string(StandardSampleClient.apiURI))
        #expect(try await site.redeem(try await code(), ["resource": StandardAPI.plain]).errorCode == "invalid_target")
    }

    @Test func `a grant for no named API is narrowed to one that its scopes open`() async throws {
        let asked = StandardAPI.request.adding(["scope": "openid boats.read"])
        let code = try await site.standardCode(for: asked)
        #expect(
            try await claims(try await site.redeem(code, ["resource": StandardAPI.boats]), site)["aud"]
                == .string(StandardAPI.boats))
        let other = try await site.redeem(
            try await site.standardCode(for: asked), ["resource": StandardSampleClient.apiURI])
        #expect(other.errorCode == "invalid_target")
    }

    @Test(arguments: [
        "https://unknown.example", "boats", "/v1", StandardAPI.boats + "#a", StandardAPI.boats + "/more", "boats-api",
        "https://BOATS.example/v1",
    ])
    func `an unknown resource is refused everywhere`(_ resource: String) async throws {
        let asked = StandardAPI.request.adding(["resource": resource])
        var browser = try await Browser.standard(at: site)
        #expect(try await browser.openStandard(asked).carried["error"] == "invalid_target")
        #expect(try await site.post("/op/par", asked).errorCode == "invalid_target")
        let device: FormParameters = ["client_id": "sailor", "resource": resource]
        #expect(try await site.post("/op/device_authorization", device).errorCode == "invalid_target")
        let form: FormParameters = ["grant_type": "client_credentials", "client_id": "robot", "resource": resource]
        #expect(try await site.post("/op/token", form).errorCode == "invalid_target")
    }

    @Test func `a request names a bounded number of resources`() async throws {
        var asked = StandardAPI.request
        for _ in 0..<8 { asked.append("resource", StandardAPI.boats) }
        #expect(try await site.post("/op/par", asked).status == .created)
        asked.append("resource", StandardAPI.boats)
        #expect(try await site.post("/op/par", asked).errorCode == "invalid_target")
    }

    @Test func `a client gets a token for itself at one API`() async throws {
        let form: FormParameters = ["grant_type": "client_credentials", "client_id": "robot"]
        let one = try await claims(try await site.post("/op/token", form.adding(["resource": StandardAPI.boats])), site)
        #expect((one["aud"], one["scope"]?.string) == (.string(StandardAPI.boats), "boats.read"))
        let plain = try await claims(
            try await site.post("/op/token", form.adding(["resource": StandardAPI.plain])), site)
        #expect((plain["aud"], plain["scope"]) == (.string(StandardAPI.plain), nil))
    }

    @Test func `a device gets a token for the API that it named`() async throws {
        let codes = try await site.post(
            "/op/device_authorization", ["client_id": "sailor", "resource": StandardAPI.boats]
        ).object()
        let device = try #require(codes["device_code"]?.string)
        let userCode = try #require(codes["user_code"]?.string)
        let row = try #require(try await site.platform.standardProvider.devices.pending(userCode))
        #expect((row.rights.resources, row.rights.scopes) == ([StandardAPI.boats], ["boats.read", "boats.sail"]))
        var browser = try await Browser.standard(at: site)
        let asked = try await browser.get("/op/device?user_code=\(row.userCode)")
        let confirmation = try await browser.submit(asked, ["user_code": row.userCode])
        let picker = try await browser.submit(confirmation, ["continue": "1"])
        let consent = try await browser.submit(picker, ["username": "ana.silva@\(Site.domain)"])
        _ = try await browser.submit(consent, ["answer": "accept"])
        let form: FormParameters = [
            "grant_type": "urn:ietf:params:oauth:grant-type:device_code", "client_id": "sailor", "device_code": device,
        ]
        #expect(try await claims(try await site.post("/op/token", form), site)["aud"] == .string(StandardAPI.boats))
    }

    @Test func `only the API that a token names may introspect it`() async throws {
        let answer = try await site.tokensOfSailor(["resource": StandardSampleClient.apiURI])
        let token = try #require(try answer.object()["access_token"]?.string)
        let members = try await site.post("/op/introspect", .asking(token)).object()
        #expect((members["active"], members["aud"]) == (.boolean(true), .string(StandardSampleClient.apiURI)))
        let other = try await site.tokensOfSailor(["resource": StandardAPI.boats])
        let foreign = try #require(try other.object()["access_token"]?.string)
        #expect(try await site.post("/op/introspect", .asking(foreign)).object() == ["active": .boolean(false)])
    }

    @Test func `a person agrees to an API once, and to its name`() async throws {
        var browser = try await Browser.standard(at: site)
        let asked = StandardAPI.request.adding(["resource": StandardAPI.plain])
        let page = try await browser.openStandard(asked)
        #expect(page.asksForConsent && page.text.contains("plain.example"))
        #expect(try await browser.submit(page, ["answer": "accept"]).carried["code"] != nil)
        #expect(try await browser.openStandard(asked).carried["code"] != nil)
    }
}
