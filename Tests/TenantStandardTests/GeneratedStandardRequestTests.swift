// SPDX-License-Identifier: Apache-2.0
@testable import TenantFixtures
@testable import TenantStandard

/// Generated requests never cause a server error at the standard provider.
///
/// The generator is seeded, so failures are reproducible.
@Suite struct GeneratedStandardRequestTests {
    @Test(arguments: 100..<106) func `no request ends in an error of the server`(_ seed: UInt64) async throws {
        let site = try Site(transport: RecordingTransport(answering: .ok))
        let (material, proof) = try await material(site)
        var generator = RequestGenerator(seed: seed, material: material)
        var statuses: Set<Int> = []
        for number in 0..<500 {
            let request = generator.next()
            var fields = request.fields
            if number % 5 == 0 { fields.set("DPoP", to: String(proof.dropLast(number % 7))) }
            let answer = try await site.send(
                request.method, request.path, fields: fields, body: request.body, to: request.authority)
            #expect(answer.status.code < 500, "\(seed), \(number): \(request.method) \(request.path)")
            if let location = answer.location {
                let isKnown = [
                    "http://127.0.0.1:49152/callback", "http://127.0.0.1:8080/", "/op/logout", "/", "http://localhost",
                ].contains(where: location.hasPrefix)
                #expect(isKnown && !location.hasPrefix("//"), "\(seed), \(number): \(location)")
            }
            statuses.insert(answer.status.code)
        }
        #expect(statuses.count > 4)
    }

    private func material(_ site: Site) async throws -> (RequestGenerator.Material, String) {
        var browser = try await Browser.standard(at: site)
        let page = try await browser.openStandard()
        let login = try await browser.openStandard(.standardRequest.with("prompt", "select_account"))
        let signOut = try await browser.get("/op/logout")
        let tokens = try await site.standardTokens()
        let access = tokens["access_token"]?.string ?? ""
        let maker = try ProofMaker(site)
        let claims = #"{"id_token":{"acr":{"values":["a"]},"sub":{"value":"b"}},"userinfo":{"name":null}}"#
        let grant: FormParameters = ["grant_type": "client_credentials"]
        let forms: [(path: String, form: FormParameters)] = [
            ("/op/authorize", .standardRequest.with("claims", claims).with("max_age", "10")),
            ("/op/authorize", .webRequest.with("response_type", "code id_token").with("response_mode", "form_post")),
            ("/op/login", login.form.fields.with("username", "ana.silva@\(Site.domain)")),
            ("/op/consent", page.form.fields.with("answer", "accept")), ("/op/par", .standardRequest),
            ("/op/token", .standardRedeeming("code")), ("/op/token", .webRedeeming("code")),
            ("/op/token", .standardRefreshing(tokens["refresh_token"]?.string ?? "")),
            ("/op/token", try grant.asserting(SampleServiceKey.claims(site))),
            ("/op/userinfo", ["access_token": access]), ("/op/introspect", .asking(access)),
            ("/op/revoke", .asking(access)),
            ("/op/logout", ["id_token_hint": tokens["id_token"]?.string ?? "", "state": "a"]),
            ("/op/logout/confirm", signOut.form.fields.with("answer", "no")),
            ("/op/.well-known/openid-configuration", [:]), ("/op/jwks", [:]),
        ]
        let cookies = browser.cookieField(for: "/op/authorize") ?? ""
        return (
            RequestGenerator.Material(cookies: cookies, bearer: access, forms: forms),
            try maker.sign(maker.claims(at: "/op/token"))
        )
    }
}
