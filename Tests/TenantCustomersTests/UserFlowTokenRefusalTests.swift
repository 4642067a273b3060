// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantAuthorization
@testable import TenantCustomers
@testable import TenantDirectory
@testable import TenantFixtures

@Suite struct UserFlowTokenRefusalTests: SiteSuite {
    let site: Site

    static let codes = [
        Spoiled("no grant type", 90083, "invalid_request") { $0.without("grant_type") },
        Spoiled("unknown grant type", 90086, "unsupported_grant_type") { $0.with("grant_type", "password") },
        Spoiled("no client", 90083, "invalid_request") { $0.without("client_id") },
        Spoiled("unknown client", 90018, "unauthorized_client") { $0.with("client_id", Site.clientID) },
        Spoiled("secret of a public client", 90084, "invalid_request") { $0.with("client_secret", "s3cret") },
        Spoiled("no code", 90083, "invalid_request") { $0.with("code", "") },
        Spoiled("made-up code", 90090, "invalid_grant") { $0.with("code", "eyJraWQiOiJjcGltY29yZV8wOTI1MjAxNSJ9....") },
        Spoiled("other client's code", 90090, "invalid_grant") { $0.with("client_id", SampleApp.taskWidgetID) },
        Spoiled("no redirect URI", 90083, "invalid_request") { $0.without("redirect_uri") },
        Spoiled("other redirect URI", 90090, "invalid_grant") { $0.with("redirect_uri", "http://localhost:1") },
        Spoiled("no verifier", 90183, "invalid_grant") { $0.without("code_verifier") },
        Spoiled("short verifier", 90183, "invalid_grant") { $0.with("code_verifier", "a") },
        Spoiled("other verifier", 90182, "invalid_grant") {
            $0.with("code_verifier", String(repeating: "a", count: 43))
        },
        Spoiled("scope that was not granted", 90082, "invalid_grant") {
            $0.with("scope", "openid \(SampleApp.customerTasksURI)/Tasks.ReadWrite")
        },
        Spoiled("two codes", 90122, "invalid_request") { $0.adding("code", "2") },
    ]

    @Test(arguments: codes) func `a code is refused`(_ row: Spoiled) async throws {
        let form = FormParameters.flowRedeeming(try await site.flowCode())
        let answer = try await site.post("\(Site.susi)/token", row.spoil(form))
        let reply = try answer.object()
        #expect(answer.status == .badRequest)
        #expect(Set(reply.keys) == ["error", "error_description"])
        #expect(reply["error"]?.string == row.error)
        #expect(answer.flowErrorNumber == row.number)
        #expect(reply["error_description"]?.string?.contains("\r\nCorrelation ID: ") == true)
    }

    @Test func `a code is good once, for ten minutes`() async throws {
        let (first, second) = (try await site.flowCode(), try await site.flowCode())
        let third = try await site.flowCode()
        #expect(try await site.post("\(Site.susi)/token", .flowRedeeming(first)).status == .ok)
        #expect(try await site.post("\(Site.susi)/token", .flowRedeeming(first)).flowErrorNumber == 90129)
        site.clock.advance(by: .seconds(599))
        #expect(try await site.post("\(Site.susi)/token", .flowRedeeming(third)).status == .ok)
        site.clock.advance(by: .seconds(1))
        let late = try await site.post("\(Site.susi)/token", .flowRedeeming(second))
        #expect(
            late.text.contains(
                "Current time: 1767226200, Grant issued time: 1767225600, Grant expiration time: 1767226200"))
    }

    @Test func `a verifier for a code without a challenge is refused`() async throws {
        let request = FormParameters.flowRequest.without("code_challenge").without("code_challenge_method")
        let form = FormParameters.flowRedeeming(try await site.flowCode(for: request))
        let proving = form.with("code_verifier", String(repeating: "a", count: 43))
        #expect(try await site.post("\(Site.susi)/token", proving).flowErrorNumber == 90182)
        let plain = FormParameters.flowRedeeming(try await site.flowCode(for: request)).without("code_verifier")
        #expect(try await site.post("\(Site.susi)/token", plain).status == .ok)
    }

    @Test func `grants are bound to their flow`() async throws {
        let text = "Actual Value : B2C_1_susi and Expected Value : B2C_1_reset"
        let code = try await site.post("\(Site.reset)/token", .flowRedeeming(try await site.flowCode()))
        #expect(code.flowErrorNumber == 90088 && code.text.contains(text))
        let token = try await site.flowTokens()["refresh_token"]?.string ?? ""
        let refresh = try await site.post("\(Site.reset)/token", .flowRefreshing(token))
        #expect(refresh.flowErrorNumber == 90088 && refresh.text.contains(text))
        #expect(try await site.post("\(Site.susi)/token", .flowRefreshing(token)).status == .ok)
    }

    static let refreshes = [
        Spoiled("no token", 90083, "invalid_request") { $0.without("refresh_token") },
        Spoiled("made-up token", 90090, "invalid_grant") { $0.with("refresh_token", "made-up") },
        Spoiled("other client", 90090, "invalid_grant") { $0.with("client_id", SampleApp.taskWidgetID) },
        Spoiled("more scope", 90082, "invalid_grant") { $0.with("scope", "openid profile") },
    ]

    @Test(arguments: refreshes) func `a refresh token is refused`(_ row: Spoiled) async throws {
        let token = try await site.flowTokens()["refresh_token"]?.string ?? ""
        let answer = try await site.post("\(Site.susi)/token", row.spoil(.flowRefreshing(token)))
        #expect(try (answer.flowErrorNumber, answer.object()["error"]?.string) == (row.number, row.error))
    }

    @Test func `another client can use neither a code nor a refresh token, nor use them up`() async throws {
        let code = FormParameters.flowRedeeming(try await site.flowCode())
        let token = FormParameters.flowRefreshing(try await site.flowTokens()["refresh_token"]?.string ?? "")
        for form in [code, token] {
            let other = try await site.post("\(Site.susi)/token", form.with("client_id", SampleApp.taskWidgetID))
            #expect(other.text.contains("issued to another client"), "\(other.text)")
            #expect(try await site.post("\(Site.susi)/token", form).status == .ok)
        }
    }

    @Test func `codes and refresh tokens are not interchangeable`() async throws {
        let code = try await site.flowCode()
        #expect(try await site.post("\(Site.susi)/token", .flowRefreshing(code)).flowErrorNumber == 90090)
        let token = try await site.flowTokens()["refresh_token"]?.string ?? ""
        #expect(try await site.post("\(Site.susi)/token", .flowRedeeming(token)).flowErrorNumber == 90090)
    }

    @Test func `a removed customer gets no more tokens`() async throws {
        let token = try await site.flowTokens()["refresh_token"]?.string ?? ""
        _ = try await site.platform.context.database.write { try Customer.deleteAll($0) }
        #expect(try await site.post("\(Site.susi)/token", .flowRefreshing(token)).flowErrorNumber == 90128)
    }

    @Test func `an app with a secret must prove it`() async throws {
        let id = "6d0c8f1e-4b7a-4c7e-9d42-0a3f5b2e9c81"
        var app = RegisteredApp(
            id: id, tenantID: Site.customersID, displayName: "Shop", redirectURIs: ["http://localhost"],
            identifierURI: nil, scopes: [], accessTokenVersion: 2, consentedScopes: [])
        app.passwordCredentials = [PasswordCredential(secret: "right")]
        try await site.add(app)
        let request = FormParameters.flowRequest.with("client_id", id).with("scope", "openid \(id)")
        for (secret, number) in [(nil, 90079), ("", 90079), ("wrong", 90081), ("right", nil)] {
            let code = try await site.flowCode(for: request)
            let answer = try await site.post(
                "\(Site.susi)/token",
                .flowRedeeming(code).with("client_id", id).with("client_secret", secret))
            #expect(answer.flowErrorNumber == number)
            #expect((answer.status == .ok) == (number == nil))
        }
        let form = FormParameters.flowRedeeming(try await site.flowCode(for: request)).without("client_id")
        let basic = "Basic \(Data("\(id):right".utf8).base64EncodedString())"
        let inTwoWays = form.with("client_secret", "right")
        #expect(
            try await site.post("\(Site.susi)/token", inTwoWays, fields: [.authorization: basic]).flowErrorNumber
                == 90122)
        #expect(try await site.post("\(Site.susi)/token", form, fields: [.authorization: basic]).status == .ok)
    }

    @Test func `a body that is not a form gets a JSON error`() async throws {
        let answer = try await site.send(
            .post, "\(Site.susi)/token", fields: [.contentType: "application/json"], body: Data("{}".utf8))
        #expect(answer.status == .unsupportedMediaType && answer.flowErrorNumber == 90122)
    }
}
