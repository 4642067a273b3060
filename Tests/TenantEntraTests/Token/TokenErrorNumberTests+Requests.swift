// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantAuthorization
@testable import TenantDirectory
@testable import TenantFixtures

extension TokenErrorNumberTests {
    static let requests: [TokenErrorRow] = [
        TokenErrorRow(900_023, "invalid_request", "the directory has no possible name") {
            try await $0.token(.password, at: "/nobody/oauth2/v2.0/token")
        },
        TokenErrorRow(90002, "invalid_request", "nobody has the directory's name") {
            try await $0.token(.password, at: "/nobody.example/oauth2/v2.0/token")
        },
        TokenErrorRow(50059, "invalid_request", "an app alone names no directory") { site in
            try await site.changeApp(SampleApp.nightlyReportID) { $0.signInAudience = .organizations }
            return try await site.token(.nightlyReport, at: "/organizations/oauth2/v2.0/token")
        },
        TokenErrorRow(50194, "invalid_request", "the app is for one directory only") {
            try await $0.token(.nightlyReport, at: "/common/oauth2/v2.0/token")
        },
        TokenErrorRow(9_002_332, "invalid_request", "the app is for work accounts only") {
            try await $0.token(.nightlyReport, at: "/consumers/oauth2/v2.0/token")
        },
        .request(70003, "unsupported_grant_type", "the grant is unknown", ["grant_type": "magic"]),
        TokenErrorRow(9_010_010, "invalid_target", "the request names another resource than the scope") {
            try await $0.token(.nightlyReport.with("resource", "api://tasks"))
        },
        TokenErrorRow(901_002, "invalid_request", "the grant knows no resource") {
            try await $0.token(.password.with("resource", "https://graph.microsoft.com"))
        },
        TokenErrorRow(9_002_313, "invalid_request", "a parameter that nobody knows stands twice") {
            try await $0.token(.password.adding("x-client-SKU", "a").adding("x-client-SKU", "a"))
        },
        TokenErrorRow(9_002_313, "invalid_grant", "the form of the code is judged before client and secret") {
            try await $0.token(.redeeming("made-up").with("client_id", "nobody").with("client_secret", "wrong"))
        },
        TokenErrorRow(9_002_313, "invalid_grant", "the form of a refresh token too") {
            try await $0.token(.refreshing("made-up").with("client_id", "nobody"))
        },
        TokenErrorRow(70018, "bad_verification_code", "and a device code that is none") {
            try await $0.token(.polling(String(repeating: "é", count: 10_000)).with("client_id", "nobody"))
        },
        .request(9_000_410, "invalid_request", "the claims are no JSON", .nightlyReport.with("claims", "{")),
        TokenErrorRow(28002, "invalid_request", "the scope has a character that none has") {
            try await $0.token(.nightlyReport.with("scope", "https://graph.microsoft.com/\\.default"))
        },
        TokenErrorRow(28003, "invalid_request", "the scope is empty") {
            try await $0.token(.redeeming(try await $0.code()).with("scope", ""))
        },
        TokenErrorRow(70011, "invalid_scope", ".default stands beside a permission") {
            try await $0.token(.password.with("scope", "https://graph.microsoft.com/.default User.Read"))
        },
        TokenErrorRow(90102, "invalid_request", "the redirect URI is none") {
            try await $0.token(.redeeming(try await $0.code()).with("redirect_uri", "signed in"))
        },
    ]

    static let assertions: [TokenErrorRow] = [
        .onBehalf(900_144, "invalid_request", "the use is missing") { $1.without("requested_token_use") },
        .onBehalf(90023, "invalid_request", "the use is unknown") { $1.with("requested_token_use", "saml") },
        .onBehalf(7_000_218, "invalid_client", "the API proves nothing") { $1.without("client_secret") },
        .onBehalf(50013, "invalid_grant", "nobody signed the assertion") { $1.with("assertion", "a.b.c") },
        .onBehalf(50013, "invalid_grant", "the assertion names another issuer") { site, form in
            let request =
                #"{"person":"ana.silva@aldervale.example","api":"api://tasks","scope":"Tasks.ReadWrite","#
                + #""broken":"wrongIssuer"}"#
            return form.with("assertion", try await site.control(.post, "tokens", request).object()["token"]?.string)
        },
        .onBehalf(500_131, "invalid_grant", "the assertion is for another API") { site, form in
            form.with("assertion", try await site.graphToken())
        },
        .onBehalf(500_133, "invalid_grant", "the assertion is over") { site, form in
            site.clock.advance(by: .seconds(5400))
            return form
        },
        .onBehalf(240_002, "invalid_grant", "the assertion is an ID token") { site, form in
            form.with("assertion", try await site.tokens()["id_token"]?.string)
        },
        .onBehalf(7_000_114, "invalid_grant", "the assertion is an app's own token") { site, form in
            let token = try await site.token(.nightlyReport.with("scope", "api://tasks/.default")).object()
            return form.with("assertion", token["access_token"]?.string)
        },
        .onBehalf(65001, "invalid_grant", "nobody agreed", suberror: "consent_required") {
            $1.with("scope", "https://graph.microsoft.com/User.Read.All")
        },
    ]

    private static let unknown = "1.A" + String(repeating: "a", count: 43)

    static let grants: [TokenErrorRow] = [
        .request(70000, "invalid_grant", "nobody gave the code out", .redeeming(unknown)),
        TokenErrorRow(54005, "invalid_grant", "the code was redeemed") { site in
            let form = FormParameters.redeeming(try await site.code())
            _ = try await site.token(form)
            return try await site.token(form)
        },
        TokenErrorRow(70008, "invalid_grant", "the code is too old") { site in
            let form = FormParameters.redeeming(try await site.code())
            site.clock.advance(by: .seconds(3600))
            return try await site.token(form)
        },
        TokenErrorRow(501_481, "invalid_grant", "the verifier is another") { site in
            try await site.token(.redeeming(try await site.code()).with("code_verifier", unknown))
        },
        TokenErrorRow(700_005, "invalid_grant", "the code is another directory's") { site in
            try await site.addOtherDirectory()
            return try await site.token(
                .redeeming(try await site.code()), at: "/\(Site.otherTenantID)/oauth2/v2.0/token")
        },
        TokenErrorRow(700_084, "invalid_grant", "a page's day is over") { site in
            try await site.addSinglePageApp()
            let tokens = try await site.redeemPageCode(from: Site.pageOrigin).object()
            site.clock.advance(by: .seconds(86_400))
            let form = FormParameters.refreshing(tokens["refresh_token"]?.string ?? "")
            return try await site.token(form.with("client_id", Site.pageID), from: Site.pageOrigin)
        },
        .request(7_000_215, "invalid_client", "the secret is wrong", .nightlyReport.with("client_secret", "wrong")),
        .request(7_000_218, "invalid_client", "the secret is missing", .nightlyReport.without("client_secret")),
        TokenErrorRow(530_035, "interaction_required", "no app may ask for passwords", suberror: "message_only") {
            site in
            try await site.platform.context.database.write { database in
                guard var tenant = try Tenant.fetchOne(database, key: Site.tenantID) else { return }
                tenant.isSecurityDefaultsEnabled = true
                try tenant.update(database)
            }
            return try await site.token(.password)
        },
        TokenErrorRow(70016, "authorization_pending", "nobody typed the device's code") { site in
            try await site.token(.polling(try await site.deviceCodes().device))
        },
        .request(70018, "bad_verification_code", "nobody gave the device code out", .polling(unknown)),
        TokenErrorRow(70020, "expired_token", "the device code is too old") { site in
            let codes = try await site.deviceCodes()
            site.clock.advance(by: .seconds(900))
            return try await site.token(.polling(codes.device))
        },
        TokenErrorRow(900_561, "invalid_request", "the request is no POST") { try await $0.send(.get, Site.tokenPath) },
        TokenErrorRow(50049, "invalid_instance", "the host is unknown") { site in
            let query: FormParameters = [
                "api-version": "1.1", "authorization_endpoint": "https://evil.example/common/oauth2/v2.0/authorize",
            ]
            return try await site.send(.get, "/common/discovery/instance?\(query.encoded)")
        },
    ]
}
