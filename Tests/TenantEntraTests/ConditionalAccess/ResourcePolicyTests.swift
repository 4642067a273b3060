// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantDirectory
@testable import TenantEntra
@testable import TenantFixtures

@Suite struct ResourcePolicyTests {
    /// A token request that began before the policy existed.
    struct Way: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var app = Site.clientID
        var api = RegisteredApp.graphID
        let form: @Sendable (Site) async throws -> FormParameters
    }

    static let ways: [Way] = [
        Way(testDescription: "a code") { .redeeming(try await $0.code()) },
        Way(testDescription: "a refresh token") { .refreshing(try await $0.refreshToken()) },
        Way(testDescription: "a refresh token that asks for another API", api: SampleApp.tasksID) {
            .refreshing(try await $0.refreshToken())
                .with("scope", "\(SampleApp.tasksURI)/\(SampleApp.tasksScope)")
        },
        Way(testDescription: "a device code") { site in
            let codes = try await site.deviceCodes()
            var browser = try await Browser.signedIn(at: site)
            #expect(try await browser.approve(codes.user).text.contains("You have signed in"))
            return .polling(codes.device)
        },
        Way(testDescription: "an API on behalf of its caller", app: SampleApp.tasksID) {
            .onBehalf(try await $0.tasksToken())
        },
        Way(testDescription: "a password") { _ in .password },
    ]

    @Test(arguments: ways)
    func `a policy on the API stops a request for its tokens, and one on another does not`(_ way: Way) async throws {
        let others = [RegisteredApp.graphID, SampleApp.tasksID, RegisteredApp.resourceManagerID]
            .filter { $0 != way.api && $0 != way.app }
        for (applications, number) in [([way.api], 53003), ([way.app], 53003), (others, nil)] {
            let site = try Site()
            let form = try await way.form(site)
            try await site.add(
                ConditionalAccessPolicy.sample([.block]).with {
                    $0.conditions.applications = ConditionalAccessConditions.Applications(
                        includeApplications: applications)
                })
            let answer = try await site.token(form)
            #expect(answer.errorNumber == number, "\(applications): \(answer.text)")
            #expect((answer.status == .ok) == (number == nil))
        }
    }

    @Test(arguments: [(RegisteredApp.graphID, 53003), (Site.clientID, 53003), (SampleApp.tasksID, nil)])
    func `the sign-in page obeys the policy of the requested API`(_ application: String, _ number: Int?) async throws {
        let site = try Site()
        try await site.add(
            ConditionalAccessPolicy.sample([.block]).with {
                $0.conditions.applications = ConditionalAccessConditions.Applications(
                    includeApplications: [application])
            })
        let answer = try await site.open(.goodRequest.with("prompt", "none"))
        #expect(answer.errorNumber == number)
        #expect((answer.carried["code"] != nil) == (number == nil))
    }
}
