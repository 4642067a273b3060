// SPDX-License-Identifier: Apache-2.0
@testable import TenantFixtures

/// Generated requests never cause a server error.
///
/// The generator is seeded, so failures are reproducible.
@Suite struct GeneratedRequestTests {
    @Test(arguments: 0..<8) func `no request ends in an error of the server`(_ seed: UInt64) async throws {
        let site = try Site()
        var generator = RequestGenerator(seed: seed, material: try await material(site))
        var statuses: Set<Int> = []
        for number in 0..<400 {
            let request = generator.next()
            let answer = try await site.send(
                request.method, request.path, fields: request.fields, body: request.body,
                to: request.authority)
            #expect(answer.status.code < 500, "request \(number): \(request.method) \(request.path.prefix(300))")
            statuses.insert(answer.status.code)
            #expect(answer["X-Content-Type-Options"] == "nosniff")
            if let location = answer.location {
                let isOwn = location.wholeMatch(of: #/\/[a-z0-9\-]+\/oauth2\/v2\.0\/logout\?.*/#) != nil
                #expect(isOwn || location.hasPrefix("http://localhost"))
            }
        }
        #expect(statuses.isSuperset(of: [200, 302, 400, 401, 404, 421]), "the requests are too much alike")
    }

    private func material(_ site: Site) async throws -> RequestGenerator.Material {
        var browser = Browser(site)
        let page = try await browser.open(.goodRequest)
        let tokens = try await site.tokens()
        let form = page.form.fields.with("username", "ana.silva@aldervale.example")
        let codes = try await site.deviceCodes()
        let confirmation = try await browser.submit(try await browser.get("/devicelogin"), ["user_code": codes.user])
        var careful = browser
        let code = try await careful.signIn(as: Site.careful).form
        return RequestGenerator.Material(
            cookies: careful.cookieField(for: "/") ?? "",
            bearer: tokens["access_token"]?.string ?? "",
            forms: [
                ("/common/oauth2/v2.0/authorize", .goodRequest), (page.form.action, form),
                (page.form.action, form.adding("cancel", "1")), (page.form.action, form.adding("back", "1")),
                (code.action, code.fields.with("code", "000000")), (code.action, code.fields.with("resend", "1")),
                ("/devicelogin", confirmation.form.fields.with("continue", "1")),
                (page.form.action, form.with("user_code", codes.user)),
                (Site.deviceCodePath, .device), (Site.tokenPath, .polling(codes.device)),
                (Site.tokenPath, .nightlyReport),
                (
                    "/common/oauth2/v2.0/logout",
                    [
                        "client_id": Site.clientID, "post_logout_redirect_uri": Site.redirectURI, "state": "a",
                        "id_token_hint": tokens["id_token"]?.string ?? "",
                    ]
                ),
                (Site.tokenPath, .redeeming(try await site.code())),
                (Site.tokenPath, .refreshing(tokens["refresh_token"]?.string ?? "")),
                ("/v1.0/users", ["$filter": "startswith(givenName,'O''B')", "$top": "3", "$select": "id,mail"]),
            ])
    }
}

/// Valid requests to every endpoint, mutated in more than a hundred ways each, never cause a server error.
@Suite struct MutatedRequestTests {
    /// Requests per endpoint.
    static let count = 120

    @Test(arguments: MutatedEndpoint.all)
    func `no spoiled request ends in an error of the server`(_ endpoint: MutatedEndpoint) async throws {
        let site = try Site()
        let good = try await endpoint.good(site)
        for seed in 0..<UInt64(Self.count) {
            var mutator = RequestMutator(seed: seed)
            let sample = mutator.sample(of: good)
            let answer = try await site.send(sample.method, sample.path, fields: sample.fields, body: sample.body)
            #expect(
                answer.status.code < 500,
                """
                \(endpoint.name), seed \(seed): \(answer.status.code) for \(sample.method) \(sample.path.prefix(400)) \
                \(String(decoding: sample.body.prefix(600), as: UTF8.self))
                """)
        }
    }
}
