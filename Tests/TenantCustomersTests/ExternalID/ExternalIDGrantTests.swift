// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantAuthorization
@testable import TenantCustomers
@testable import TenantDirectory
@testable import TenantFixtures

@Suite struct ExternalIDGrantTests: SiteSuite {
    let site: Site
    private static let readerID = "1f0e3c55-2b7a-4f13-9d0c-6a51b8e7c402"
    private let customerID = "3c5f1a72-6d0e-4b89-9a14-e27b8f60d135"

    private var forItself: FormParameters {
        [
            "grant_type": "client_credentials", "client_id": Site.shopAppID,
            "scope": "\(SampleApp.customerTasksURI)/.default",
        ]
    }

    @Test func `an app requests its own token with its secret`() async throws {
        try await site.addShopApp { $0.passwordCredentials = [PasswordCredential(secret: Site.shopSecret)] }
        let answer = try await site.post(Site.externalToken, forItself.with("client_secret", Site.shopSecret))
        #expect(answer.status == .ok, "\(answer.text)")
        #expect(Set(try answer.object().keys) == ["token_type", "expires_in", "ext_expires_in", "access_token"])
        let claims = try await site.externalIDClaims(of: try answer.object()["access_token"])
        #expect(
            Set(claims.keys) == [
                "aio", "aud", "azp", "azpacr", "exp", "iat", "iss", "nbf", "oid", "rh", "sub", "tid", "uti", "ver",
                "xms_ftd",
            ])
        #expect(claims["azpacr"]?.string == "1" && claims["tid"]?.string == Site.customersID)
        #expect(claims["iss"]?.string == "http://\(Site.authority)/\(Site.customersID)/v2.0")
        #expect(try await site.post(Site.externalToken, forItself).errorNumber == 7_000_218)
    }

    @Test func `an app proves itself by an assertion`() async throws {
        try await site.addExternalApp { $0.keyCredentials = [try AppKey.shared.get().credential] }
        let assertion = try AppKey.shared.get().assertion([
            "iss": .string(Site.shopAppID), "sub": .string(Site.shopAppID),
            "aud": .string("http://\(Site.authority)\(Site.externalToken)"),
        ])
        let proof = { (form: FormParameters) in
            form.with("client_assertion", assertion).with("client_assertion_type", FormParameters.assertionType)
        }
        let own = try await site.post(Site.externalToken, proof(forItself))
        #expect(try await site.externalIDClaims(of: try own.object()["access_token"])["azpacr"]?.string == "2")
        let code = try await site.flowCode(
            for: Site.externalRequest.with("scope", "openid \(Site.tasksRead)"), at: Site.external)
        let form = FormParameters.flowRedeeming(code).with("client_id", Site.shopAppID)
        let redeemed = try await site.post(Site.externalToken, proof(form))
        #expect(try await site.externalIDClaims(of: try redeemed.object()["access_token"])["azpacr"]?.string == "2")
    }

    /// An API with a secret that calls the task list, and a client of it.
    private func tokenForAPI() async throws -> String {
        try await site.addExternalApp {
            $0 = RegisteredApp(
                id: $0.id, tenantID: $0.tenantID, displayName: $0.displayName, redirectURIs: [],
                identifierURI: "api://shop", scopes: ["Orders.Read"], accessTokenVersion: 2,
                consentedScopes: $0.consentedScopes)
            $0.passwordCredentials = [PasswordCredential(secret: Site.shopSecret)]
        }
        try await site.add(
            RegisteredApp(
                id: Self.readerID, tenantID: Site.customersID, displayName: "Reader",
                redirectURIs: ["http://localhost"], identifierURI: nil, scopes: [], accessTokenVersion: 2,
                consentedScopes: ["\(Site.shopAppID)/Orders.Read"]))
        try await site.change("SignUpAndSignIn") { $0.clientIDs.append(Self.readerID) }
        let request = Site.externalRequest.with("client_id", Self.readerID)
            .with("scope", "openid profile api://shop/Orders.Read")
        let tokens = try await site.flowTokens(for: request, at: Site.external)
        return try #require(tokens["access_token"]?.string)
    }

    private func onBehalf(_ token: String) -> FormParameters {
        FormParameters.onBehalf(token).with("client_id", Site.shopAppID).with("client_secret", Site.shopSecret)
            .with("scope", "openid profile \(Site.tasksRead)")
    }

    @Test func `an API gets a token of another API on behalf of a customer`() async throws {
        let answer = try await site.post(Site.externalToken, onBehalf(try await tokenForAPI()))
        #expect(answer.status == .ok, "\(answer.text)")
        let claims = try await site.externalIDClaims(of: try answer.object()["access_token"])
        #expect(claims["oid"]?.string == customerID && claims["aud"]?.string == SampleApp.customerTasksID)
        #expect(claims["scp"]?.string == "Tasks.Read" && claims["azp"]?.string == Site.shopAppID)
        #expect(try await site.externalIDClaims(of: try answer.object()["id_token"])["oid"]?.string == customerID)
    }

    @Test(arguments: [true, false])
    func `an API's refresh token is valid, with or without its own flow`(hasFlow: Bool) async throws {
        let token = try await tokenForAPI()
        try await site.change("SignUpAndSignIn") { flow in
            if !hasFlow { flow.clientIDs.removeAll { $0 == Site.shopAppID } }
        }
        let form = onBehalf(token).with("scope", "openid offline_access \(Site.tasksRead)")
        let answer = try await site.post(Site.externalToken, form)
        let refreshed = try await site.refreshExternal(answer, secret: Site.shopSecret)
        #expect(refreshed.status == .ok, "\(refreshed.text)")
    }

    @Test func `without a person or consent an API gets no token`() async throws {
        let form = onBehalf(try await tokenForAPI())
        let more = try await site.post(
            Site.externalToken, form.with("scope", "\(SampleApp.customerTasksURI)/\(SampleApp.tasksScope)"))
        #expect(try (more.errorNumber, more.object()["error"]?.string) == (65001, "invalid_grant"))
        #expect(try await site.post(Site.externalToken, form.with("client_secret", nil)).errorNumber == 7_000_218)
        #expect(try await site.post(Site.externalToken, form.with("assertion", "x")).errorNumber == 50013)
        _ = try await site.platform.context.database.write { try Customer.deleteAll($0) }
        #expect(try await site.post(Site.externalToken, form).errorNumber == 70000)
    }

    @Test(arguments: ["password", "urn:ietf:params:oauth:grant-type:device_code", "device_code"])
    func `a grant that customers do not have is unsupported`(_ type: String) async throws {
        let form: FormParameters = [
            "grant_type": type, "client_id": SampleApp.customerPortalID,
            "device_code": String(repeating: "a", count: 64), "username": "a", "password": "b",
        ]
        let answer = try await site.post(Site.externalToken, form)
        #expect(try (answer.errorNumber, answer.object()["error"]?.string) == (70003, "unsupported_grant_type"))
    }

    @Test func `a device flow is rejected as unsupported`() async throws {
        let form: FormParameters = ["client_id": SampleApp.customerPortalID, "scope": "openid"]
        let answer = try await site.post("\(Site.external)/devicecode", form)
        #expect(answer.errorNumber == 70003 && answer.status == .badRequest)
    }
}
