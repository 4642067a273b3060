// SPDX-License-Identifier: Apache-2.0
import HTTPMessages
import JSONWebSignatures
import OAuthMessages
import Testing

@testable import TenantDirectory
@testable import TenantFixtures

@Suite struct ClientSecretTests {
    private func site() async throws -> (Site, RegisteredApp) {
        let site = try Site()
        var app = RegisteredApp.sample()
        app.passwordCredentials = [PasswordCredential(secret: "old"), PasswordCredential(secret: "new")]
        try await site.add(app)
        return (site, app)
    }

    static let secrets: [(String?, Int?)] = [
        ("old", nil), ("new", nil), (nil, 7_000_218), ("", 7_000_218), ("wrong", 7_000_215), ("ol", 7_000_215),
    ]

    @Test(arguments: secrets) func `a code is redeemed with the secret`(secret: String?, number: Int?) async throws {
        let (site, app) = try await site()
        let request = FormParameters.goodRequest.with("client_id", app.id).with("scope", "openid User.Read")
        let form = FormParameters.redeeming(try await site.code(for: request)).with("client_id", app.id)
        let answer = try await site.token(form.with("client_secret", secret))
        #expect(answer.errorNumber == number)
        #expect(answer.status == (number == nil ? .ok : .unauthorized))
        #expect(try await site.token(form.with("client_secret", "new")).status == (number == nil ? .badRequest : .ok))
    }

    @Test(arguments: secrets) func `so is a refresh token`(secret: String?, number: Int?) async throws {
        let (site, app) = try await site()
        let request = FormParameters.goodRequest.with("client_id", app.id).with(
            "scope", "openid offline_access User.Read")
        let code = FormParameters.redeeming(try await site.code(for: request)).with("client_id", app.id)
        let tokens = try await site.token(code.with("client_secret", "new")).object()
        #expect(try await site.claims(of: tokens["access_token"])["appidacr"]?.string == "1")
        let form = FormParameters.refreshing(try #require(tokens["refresh_token"]?.string))
            .with("client_id", app.id).with("client_secret", secret)
        #expect(try await site.token(form).errorNumber == number)
    }

    @Test func `a public app may send an empty one`() async throws {
        let site = try Site()
        let form = FormParameters.redeeming(try await site.code()).with("client_secret", "")
        let tokens = try await site.token(form).object()
        #expect(try await site.claims(of: tokens["access_token"])["appidacr"]?.string == "0")
    }
}
