// SPDX-License-Identifier: Apache-2.0
import JSONWebSignatures
import SQLiteRecords
import SignInTesting

@testable import LocalTenant
@testable import TenantAuthorization
@testable import TenantDirectory
@testable import TenantFixtures

extension TokenErrorNumberTests {
    private static let unknown = "1.A" + String(repeating: "a", count: 43)

    static let grants: [TokenErrorRow] = [
        TokenErrorRow(70000, "invalid_grant", "nobody gave the code out") { try await $0.token(.redeeming(unknown)) },
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
        TokenErrorRow(7_000_215, "invalid_client", "the secret is wrong") {
            try await $0.token(.nightlyReport.with("client_secret", "wrong"))
        },
        TokenErrorRow(7_000_218, "invalid_client", "the secret is missing") {
            try await $0.token(.nightlyReport.without("client_secret"))
        },
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
        TokenErrorRow(70018, "bad_verification_code", "nobody gave the device code out") {
            try await $0.token(.polling(unknown))
        },
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
