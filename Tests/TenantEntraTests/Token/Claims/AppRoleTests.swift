// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantDirectory
@testable import TenantFixtures

@Suite struct AppRoleTests: SiteSuite {
    let site: Site

    private static let roles = [
        AppRole(value: "Task.Approve", displayName: "Approver"), AppRole(value: "Task.Audit", displayName: "Auditor"),
        AppRole(value: "Task.Robot", displayName: "Robot", allowedMemberTypes: [.application]),
    ]
    private static let ana = "b42f7609-ea53-47c8-b315-8ab13e34f58e"

    private func assign(_ assignments: AppRoleAssignment..., in apps: [String]) async throws {
        for id in apps {
            try await site.change(app: id) {
                $0.appRoles = Self.roles
                $0.appRoleAssignments = assignments
            }
        }
    }

    @Test func `people have roles by themselves and by their groups, in tokens of both kinds`() async throws {
        try await assign(
            AppRoleAssignment(principalID: Self.ana, role: "Task.Audit"),
            AppRoleAssignment(principalID: Site.engineering, role: "Task.Approve"),
            AppRoleAssignment(principalID: Self.ana, role: "Task.Robot"),
            AppRoleAssignment(principalID: Self.ana, role: "No.Such"), AppRoleAssignment(principalID: Self.ana),
            in: [Site.clientID, SampleApp.tasksID])
        let request = FormParameters.goodRequest.with("scope", "openid api://tasks/Tasks.ReadWrite")
        let cases: [(String, [String])] = [
            ("ana.silva", ["Task.Approve", "Task.Audit"]), ("anand.krishnan", ["Task.Approve"]), ("ana.silva2", []),
        ]
        for (name, roles) in cases {
            let reply = try await site.tokens(for: request, as: name)
            for token in ["id_token", "access_token"] {
                let claims = try await site.claims(of: reply[token])
                #expect(claims["roles"] == (roles.isEmpty ? nil : .array(roles.map(JSONValue.string))), "\(name)")
            }
        }
    }

    @Test func `an app has the roles for apps that it was given`() async throws {
        let app = SampleApp.nightlyReportID
        try await assign(
            AppRoleAssignment(principalID: app, role: "Task.Robot"),
            AppRoleAssignment(principalID: app, role: "Task.Audit"), in: [SampleApp.tasksID])
        let answer = try await site.token(.nightlyReport.with("scope", "api://tasks/.default"))
        #expect(
            try await site.claims(of: try answer.object()["access_token"])["roles"] == .array([.string("Task.Robot")]))
    }

    @Test func `where an assignment is required, it decides who gets in`() async throws {
        try await assign(AppRoleAssignment(principalID: Site.engineering), in: [Site.clientID])
        let refresh = FormParameters.refreshing(try await site.refreshToken(as: "ana.silva2"))
        try await site.change(app: Site.clientID) { $0.appRoleAssignmentRequired = true }
        #expect(try await site.tokens()["access_token"] != nil)
        let later = try await site.token(refresh)
        #expect(try (later.errorNumber, later.object()["error"]?.string) == (50105, "interaction_required"))
        var browser = try await Browser.signedIn(at: site, as: "ana.silva2")
        let silent = try await browser.open(.goodRequest.with("prompt", "none"))
        #expect((silent.carried["error"], silent.errorNumber) == ("interaction_required", 50105))
        let page = try await browser.open(.goodRequest)
        #expect((page.status, page.errorNumber) == (.forbidden, 50105))
        #expect(page.text.contains("Use another account"))
        #expect(try await browser.submit(page, ["back": "1"]).text.contains("<h1>Sign in</h1>"))
        #expect(try await browser.submit(page, ["cancel": "1"]).carried["error"] == "access_denied")
        #expect(try await browser.submit(page, [:]).carried["code"] == nil)
    }

    @Test func `an API can be only for apps that were assigned to it`() async throws {
        try await assign(in: [SampleApp.tasksID])
        try await site.change(app: SampleApp.tasksID) { $0.appRoleAssignmentRequired = true }
        let form = FormParameters.nightlyReport.with("scope", "api://tasks/.default")
        #expect(try await site.token(form).errorNumber == 501_051)
        try await assign(AppRoleAssignment(principalID: SampleApp.nightlyReportID), in: [SampleApp.tasksID])
        #expect(try await site.token(form).status == .ok)
    }
}
