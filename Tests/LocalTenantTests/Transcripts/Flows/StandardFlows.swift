// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantFixtures

extension TranscriptFlow {
    static let standard = [
        Flow("standard-discovery", "Metadata and keys, RFC 8414 and RFC 7517.") { stage in
            _ = try await stage.site.send(.get, "/op/.well-known/openid-configuration")
            _ = try await stage.site.send(.get, "/op/jwks")
        },
        Flow("standard-code", "Code with a proof key; the answer names its issuer (RFC 9207).") { stage in
            let answer = try await stage.browser.signInStandard()
            let code = try #require(answer.carried["code"])
            let tokens = try await stage.site.post("/op/token", .standardRedeeming(code)).object()
            _ = try await stage.site.userInfo(tokens["access_token"]?.string ?? "")
            _ = try await stage.site.post("/op/token", .standardRedeeming(code))
            _ = try await stage.site.userInfo(tokens["access_token"]?.string ?? "")
        },
        Flow("standard-pushed-request", "A request is pushed, and opened by its name once (RFC 9126).") { stage in
            try await stage.browser.joinStandard("ana.silva")
            let pushed = try await stage.site.post("/op/par", .standardRequest).object()
            let reference: FormParameters = [
                "client_id": StandardSampleClient.nativeID, "request_uri": pushed["request_uri"]?.string ?? "",
            ]
            _ = try await stage.browser.agreeStandard(reference)
            _ = try await stage.browser.openStandard(reference)
        },
        Flow("standard-dpop", "Tokens that are bound to a key, with a nonce of the provider (RFC 9449).") { stage in
            let site = stage.site
            let maker = try ProofMaker(site, key: JSONWebPrivateKey(jsonData: SampleServiceKey.json.utf8))
            try await stage.browser.joinStandard("ana.silva")
            let request = FormParameters.standardRequest.with("client_id", StandardSampleClient.boundID)
            let first = try await site.post("/op/par", request, fields: try proof(maker, 1, at: "/op/par"))
            let nonce = first["DPoP-Nonce"]
            let pushed = try await site.post("/op/par", request, fields: try proof(maker, 2, at: "/op/par", nonce))
            let answer = try await stage.browser.agreeStandard([
                "client_id": StandardSampleClient.boundID,
                "request_uri": try pushed.object()["request_uri"]?.string ?? "",
            ])
            let form = FormParameters.standardRedeeming(try #require(answer.carried["code"]))
                .with("client_id", StandardSampleClient.boundID)
            let tokens = try await site.post("/op/token", form, fields: try proof(maker, 3, at: "/op/token", nonce))
            let access = try #require(try tokens.object()["access_token"]?.string)
            _ = try await site.userInfo(access)
            var fields = try proof(maker, 4, "GET", at: "/op/userinfo", nonce, accessToken: access)
            fields[.authorization] = "DPoP \(access)"
            _ = try await site.send(.get, "/op/userinfo", fields: fields)
        },
        Flow("standard-refusals", "The standard provider says no: by redirect, on a page, to tokens.") { stage in
            _ = try await stage.browser.openStandard(.standardRequest.with("prompt", "none"))
            _ = try await stage.browser.openStandard(.standardRequest.without("code_challenge"))
            _ = try await stage.browser.openStandard(.standardRequest.with("redirect_uri", "https://e.example/"))
            _ = try await stage.browser.openStandard(.standardRequest.with("client_id", "nobody"))
            _ = try await stage.site.post("/op/token", .standardRedeeming("made-up"))
            _ = try await stage.site.post("/op/token", .webRedeeming("made-up").with("client_secret", "wrong"))
            _ = try await stage.site.post("/op/token", .standardRedeeming("made-up").with("grant_type", "magic"))
            _ = try await stage.site.userInfo("made-up")
        },
        Flow("standard-logout", "The app sends somebody to leave; another app is told behind the scenes.") { stage in
            try await stage.browser.joinStandard("ana.silva")
            let token = try await stage.prepare { stage in
                let answer = try await stage.browser.agreeStandard(.webRequest)
                let form = FormParameters.webRedeeming(try #require(answer.carried["code"]))
                return try await stage.site.post("/op/token", form).object()["id_token"]?.string ?? ""
            }
            _ = try await stage.browser.get(
                "/op/logout?id_token_hint=\(token)&state=state-1"
                    + "&post_logout_redirect_uri=http%3A%2F%2F127.0.0.1%3A8080%2Fsigned-out")
            _ = try await stage.browser.openStandard(.webRequest.with("prompt", "none"))
        },
    ]

    private static func proof(
        _ maker: ProofMaker, _ number: Int, _ method: String = "POST", at path: String, _ nonce: String? = nil,
        accessToken: String? = nil
    ) throws -> HTTPFields {
        var claims = maker.claims(method, at: path, nonce: nonce, accessToken: accessToken)
        claims["jti"] = .string("proof-\(number)")
        return try ProofMaker.field(try maker.sign(claims))
    }
}
