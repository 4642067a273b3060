// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantAuthorization
@testable import TenantDirectory
@testable import TenantFixtures

@Suite struct TokenVersionTests {
    @Test(arguments: [
        ("AzureADMyOrg", "{}", 1), ("AzureADMultipleOrgs", "{}", 1), ("AzureADandPersonalMicrosoftAccount", "{}", 2),
        ("PersonalMicrosoftAccount", "{}", 2), ("AzureADMyOrg", #"{"requestedAccessTokenVersion":null}"#, 1),
        ("AzureADMyOrg", #"{"requestedAccessTokenVersion":1}"#, 1),
        ("AzureADMyOrg", #"{"requestedAccessTokenVersion":2}"#, 2),
        ("AzureADandPersonalMicrosoftAccount", #"{"requestedAccessTokenVersion":1}"#, 1),
    ])
    func `an old registration keeps its version`(audience: String, api: String, version: Int) async throws {
        let site = try Site()
        let id = "0b8e1f4c-5a3d-4c1f-8a55-2d7c9e6f3b10"
        let answer = try await site.administer(
            .post, "/apps",
            """
            {"appId": "\(id)", "directory": "\(Site.domain)", "displayName": "Tides", "signInAudience": "\(audience)",
             "api": \(api)}
            """)
        #expect(answer.status == .created)
        #expect(try await site.platform.context.database.app(id)?.accessTokenVersion == version)
        let written = try await site.administer(.get, "/apps/\(id)").object()
        #expect(written["api"]?.object?["requestedAccessTokenVersion"] == JSONValue.number("\(version)"))
    }
}
