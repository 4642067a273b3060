// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantAuthorization
@testable import TenantDirectory
@testable import TenantFixtures

@Suite struct ScopeSpellingTests {
    @Test(arguments: ["User.Read", "https://graph.microsoft.com/User.Read", "\(RegisteredApp.graphID)/User.Read"])
    func `a permission of Graph has each of its names`(_ name: String) async throws {
        let site = try Site()
        let id = "0b8e1f4c-5a3d-4c1f-8a55-2d7c9e6f3b10"
        let answer = try await site.administer(
            .post, "/apps",
            """
            {"appId": "\(id)", "directory": "\(Site.domain)", "displayName": "Tides",
             "consentedScopes": ["openid", "\(name)", "api://tasks/Tasks.ReadWrite"]}
            """)
        #expect(answer.status == .created, "\(answer.text)")
        let kept = try await site.platform.context.database.app(id)?.consentedScopes
        #expect(kept == ["openid", "\(RegisteredApp.graphID)/User.Read", "\(SampleApp.tasksID)/Tasks.ReadWrite"])
    }

    @Test func `an API that there is not is named`() async throws {
        let answer = try await Site().administer(
            .post, "/apps",
            """
            {"appId": "0b8e1f4c-5a3d-4c1f-8a55-2d7c9e6f3b10", "directory": "\(Site.domain)", "displayName": "Tides",
             "consentedScopes": ["api://nobody/Read"]}
            """)
        #expect(answer.status == .conflict && answer.text.contains("No app has the client id or URI api://nobody"))
    }
}
