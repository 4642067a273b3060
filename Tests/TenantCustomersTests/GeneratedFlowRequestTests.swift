// SPDX-License-Identifier: Apache-2.0
@testable import TenantFixtures

/// Generated requests never cause a server error at a user flow.
@Suite struct GeneratedFlowRequestTests {
    @Test(arguments: 100..<106) func `no request ends in an error of the server`(_ seed: UInt64) async throws {
        let site = try Site()
        var generator = RequestGenerator(seed: seed, material: try await material(site))
        var statuses: Set<Int> = []
        for number in 0..<250 {
            let request = generator.next()
            let answer = try await site.send(
                request.method, request.path, fields: request.fields, body: request.body, to: request.authority)
            #expect(answer.status.code < 500, "request \(number): \(request.method) \(request.path.prefix(300))")
            statuses.insert(answer.status.code)
            if let location = answer.location { #expect(location.hasPrefix("http://localhost")) }
        }
        #expect(statuses.isSuperset(of: [200, 302, 400, 403, 405]), "the requests are too much alike")
    }

    private func material(_ site: Site) async throws -> RequestGenerator.Material {
        var browser = Browser(site)
        let page = try await browser.open(flow: Site.susi)
        let form = page.form.fields.with("email", "ines.kallio@mailbox.example")
        let details = try await browser.verify("new@example.com", from: try await browser.press("sign-up", on: page))
        let token = try await site.flowTokens()["refresh_token"]?.string ?? ""
        let buttons = ["forgot", "sign-up", "send", "verify", "change", "finish", "cancel"]
        let query = "/\(Site.customersDomain)/oauth2/v2.0"
        return RequestGenerator.Material(
            cookies: browser.cookieField(for: "/") ?? "", bearer: "",
            forms: [
                ("\(Site.susi)/authorize", .flowRequest), ("\(Site.reset)/authorize", .flowRequest),
                ("/\(query)/authorize", .flowRequest.with("p", "B2C_1_susi")),
                (page.form.action, details.form.fields.with("do", "finish").with("displayName", "A")),
                ("\(Site.susi)/token", .flowRedeeming(try await site.flowCode())),
                ("\(query)/token?p=b2c_1_susi", .flowRefreshing(token).with("p", "B2C_1_susi")),
                ("\(Site.susi)/logout", ["post_logout_redirect_uri": "http://localhost", "state": "1"]),
                ("/tfp/\(Site.customersID)/B2C_1_susi/v2.0/.well-known/openid-configuration", ["p": "B2C_1_susi"]),
            ] + buttons.map { (page.form.action, form.with("do", $0).with("code", "123456")) })
    }
}
