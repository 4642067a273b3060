// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantAdministration
@testable import TenantAuthorization
@testable import TenantDirectory
@testable import TenantFixtures

/// What the Azure CLI asks at a sign-in.
@Suite struct AzureTests {
    let site: Site

    init() throws { site = try Site(asksForConsent: true) }

    /// A token as the Azure CLI gets one, without any page about permissions.
    private func token(_ resource: String = "https://management.core.windows.net/") async throws -> String {
        let request = FormParameters.goodRequest.with("client_id", RegisteredApp.azureCLIID)
            .with("scope", "openid profile offline_access \(resource)/.default")
        return try #require(try await site.tokens(for: request)["access_token"]?.string)
    }

    private func get(_ path: String, token: String?) async throws -> Answer {
        var fields = HTTPFields()
        fields[.authorization] = token.map { "Bearer \($0)" }
        return try await site.send(.get, path, fields: fields)
    }

    static let names = [
        "https://management.core.windows.net/", "https://management.azure.com", RegisteredApp.resourceManagerID,
    ]

    @Test(arguments: names)
    func `a person has a directory and no subscription`(_ resource: String) async throws {
        let token = try await token(resource)
        let tenants = try await get("/tenants?api-version=2022-12-01", token: token).object()["value"]?.array
        #expect((tenants?.count, tenants?.first?.object?["tenantId"]) == (1, .string(Site.tenantID)))
        #expect(tenants?.first?.object?["defaultDomain"] == .string(Site.domain))
        let subscriptions = try await get("/subscriptions?api-version=2022-12-01", token: token)
        #expect(try (subscriptions.status, subscriptions.object()["value"]) == (.ok, .array([])))
        let none = try await get("/subscriptions/x?api-version=2022-12-01", token: token)
        #expect(none.status == .notFound && none.text.contains("SubscriptionNotFound"))
    }

    @Test func `a cloud consists of the tenant's public addresses`() async throws {
        let cloud = try await get("/metadata/endpoints?api-version=2022-09-01", token: nil).object()
        let base = JSONValue.string("http://\(Site.authority)")
        #expect(cloud["resourceManager"] == base && cloud["microsoftGraphResourceId"] == base)
        #expect(cloud["authentication"]?.object?["loginEndpoint"] == base)
        let audience = try #require(cloud["authentication"]?.object?["audiences"]?.array?.first?.string)
        #expect(try await get("/subscriptions?api-version=2022-12-01", token: token(audience)).status == .ok)
        #expect(cloud["suffixes"] == .object([:]) && cloud["name"] == .string("Tessera"))
    }

    @Test func `a request without a good token or a version is refused`() async throws {
        let path = "/subscriptions?api-version=2022-12-01"
        let missing = try await get(path, token: nil)
        #expect(missing.status == .unauthorized && missing.text.contains("AuthenticationFailed"))
        #expect(missing["WWW-Authenticate"]?.hasPrefix("Bearer authorization_uri=") == true)
        var other = GraphClaims.person("b42f7609-ea53-47c8-b315-8ab13e34f58e", scopes: "user_impersonation")
        other.aud = "api://tasks"
        for wrong in [try site.token(other), "x.y.z"] {
            let answer = try await get(path, token: wrong)
            #expect(answer.status == .unauthorized && answer.text.contains("InvalidAuthenticationToken"))
        }
        let version = try await get("/subscriptions", token: try await token())
        #expect(version.status == .badRequest && version.text.contains("MissingApiVersionParameter"))
    }

    /// `az rest` takes the token for an address by its host, and Graph and Azure Resource Manager have one host here.
    @Test(arguments: names + ["https://graph.microsoft.com/"])
    func `the Azure CLI reads Graph and Azure with the token of either`(_ resource: String) async throws {
        let token = try await token(resource)
        #expect(try await site.graph("/users", token: token).status == .ok)
        #expect(try await site.graph("/me", token: token).status == .ok)
        #expect(try await get("/subscriptions?api-version=2022-12-01", token: token).status == .ok)
    }

    @Test func `apps that come with the tenant are in no file, and a file may register the CLI itself`() async throws {
        let platform = try IdentityPlatform.plain()
        let file = #"{"version":1,"directories":[{"displayName":"Heron","domain":"heron.example"}]}"#
        _ = try await platform.content.take(Data(file.utf8))
        #expect(try await platform.context.database.app(RegisteredApp.azureCLIID)?.isBuiltIn == true)
        #expect(try await !String(decoding: platform.content.file(), as: UTF8.self).contains("Azure"))
        let own = #"{"appId":"\#(RegisteredApp.azureCLIID)","directory":"heron.example","displayName":"My CLI"}"#
        _ = try await platform.content.take(Data(#"{"version":1,"apps":[\#(own)]}"#.utf8))
        #expect(try await platform.context.database.app(RegisteredApp.azureCLIID)?.displayName == "My CLI")
        #expect(try await String(decoding: platform.content.file(), as: UTF8.self).contains("My CLI"))
        let fixed = own.replacing(RegisteredApp.azureCLIID, with: RegisteredApp.resourceManagerID)
        await #expect(throws: TenantFileError.self) {
            try await platform.content.take(Data(#"{"version":1,"apps":[\#(fixed)]}"#.utf8))
        }
    }
}
