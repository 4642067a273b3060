// SPDX-License-Identifier: Apache-2.0
import JSONWebSignatures
import SignInTesting

@testable import LocalTenant
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
        TokenErrorRow(70003, "unsupported_grant_type", "the grant is unknown") {
            try await $0.token(["grant_type": "magic"])
        },
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
        TokenErrorRow(9_000_410, "invalid_request", "the claims are no JSON") {
            try await $0.token(.nightlyReport.with("claims", "{"))
        },
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
}
