// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantFixtures

extension TranscriptFlow {
    static let signIns = [
        Flow("entra-code-public", "A native app signs somebody in with a code and a proof key.") { stage in
            let answer = try await stage.browser.signIn(.goodRequest.with("client_info", "1"))
            let form = FormParameters.redeeming(try #require(answer.carried["code"]))
            _ = try await stage.site.token(form.with("client_info", "1"))
        },
        Flow("entra-code-web", "A web app with a secret gets its code by form_post; the person consents.") { stage in
            try await stage.join()
            let answer = try await stage.browser.agree(to: web.with("response_mode", "form_post"))
            _ = try await stage.site.token(redeemingWeb(try #require(answer.form.fields["code"])))
        },
        Flow("entra-hybrid", "A web app gets an ID token beside its code, and for it.") { stage in
            try await stage.join()
            let request = web.with("response_type", "code id_token").with("response_mode", "form_post")
            let answer = try await stage.browser.agree(to: request)
            _ = try await stage.site.token(redeemingWeb(try #require(answer.form.fields["code"])))
        },
        Flow("entra-implicit", "A web app gets its tokens from the authorization endpoint, in the fragment.") { stage in
            try await stage.join()
            _ = try await stage.browser.agree(
                to: web.with("response_type", "id_token token").with("scope", "openid profile User.Read"))
        },
        Flow("entra-single-page", "A page redeems its code itself: the browser asks first, then it may.") { stage in
            try await stage.join()
            let request = FormParameters.goodRequest.with("client_id", SampleApp.singlePageID)
                .with("redirect_uri", page).with("scope", "openid profile offline_access User.Read")
            let answer = try await stage.browser.agree(to: request)
            let form = FormParameters.redeeming(try #require(answer.carried["code"]))
                .with("client_id", SampleApp.singlePageID).with("redirect_uri", page)
            _ = try await stage.site.send(
                .options, Site.tokenPath, fields: [.origin: page, .accessControlRequestMethod: "POST"])
            let tokens = try await stage.site.token(form, from: page).object()
            let refresh = FormParameters.refreshing(tokens["refresh_token"]?.string ?? "")
                .with("client_id", SampleApp.singlePageID)
            _ = try await stage.site.token(refresh, from: page)
            _ = try await stage.site.token(refresh)
        },
        Flow("entra-quick-start-2016", "The QuickStart app of 2016: nothing that protects, an empty secret.") { stage in
            try await stage.join()
            let scope = "openid offline_access https://graph.microsoft.com/User.Read"
            let answer = try await stage.browser.agree(to: .old(scope: scope), at: "common")
            let form = FormParameters.redeeming(try #require(answer.carried["code"])).without("code_verifier")
                .with("redirect_uri", "urn:ietf:wg:oauth:2.0:oob").with("client_secret", "")
            let boundary = "----------------------------nxoauth2client"
            let parts = form.pairs.map { pair in
                "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(pair.name)\"\r\n\r\n\(pair.value)\r\n"
            }
            _ = try await stage.site.send(
                .post, "//common/oauth2/v2.0/token",
                fields: [.contentType: "multipart/form-data; boundary=\(boundary)"],
                body: .init("\(parts.joined())--\(boundary)--\r\n".utf8))
        },
    ]

    private static let page = "http://localhost:3000"

    static let web: FormParameters = [
        "client_id": SampleApp.webID, "redirect_uri": "http://localhost:5000/signin-oidc", "response_type": "code",
        "scope": "openid profile offline_access User.Read", "state": "state-1", "nonce": "nonce-1",
    ]

    static func redeemingWeb(_ code: String) -> FormParameters {
        [
            "grant_type": "authorization_code", "client_id": SampleApp.webID, "client_secret": SampleApp.webSecret,
            "code": code, "redirect_uri": "http://localhost:5000/signin-oidc",
        ]
    }
}
