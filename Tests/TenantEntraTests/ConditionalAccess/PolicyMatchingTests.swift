// SPDX-License-Identifier: Apache-2.0
@testable import TenantDirectory
@testable import TenantEntra
@testable import TenantFixtures

@Suite struct PolicyMatchingTests {
    private typealias Policy = ConditionalAccessPolicy

    private static func signIn(
        groups: Set<String> = ["g"], apps: Set<String> = ["client", "api"],
        type: ConditionalAccessConditions.ClientAppType = .browser, contexts: Set<String> = [],
        userType: UserType = .member, secondFactor: Bool = false
    ) -> JudgedSignIn {
        var person = DirectoryPerson(
            id: "p", tenantID: Site.tenantID, displayName: "P", givenName: nil, surname: nil, userPrincipalName: "p@x",
            mail: nil, jobTitle: nil, department: nil, officeLocation: nil, mobilePhone: nil, businessPhones: [],
            preferredLanguage: nil, managerID: nil)
        person.userType = userType
        let now = Date(timeIntervalSince1970: 1_767_225_600)
        return JudgedSignIn(
            person: person, groupIDs: groups, applicationIDs: apps, clientAppType: type, contexts: contexts,
            authenticatedAt: now, secondFactorAt: secondFactor ? now : nil, now: now)
    }

    static let users: [(include: [String], exclude: [String], includeGroups: [String], excludeGroups: [String], Bool)] =
        [
            (["All"], [], [], [], true), (["p"], [], [], [], true), (["q"], [], [], [], false), ([], [], [], [], false),
            ([], [], ["g"], [], true), ([], [], ["h"], [], false), (["All"], ["p"], [], [], false),
            (["All"], [], [], ["g"], false), (["p"], [], [], ["h"], true), (["None"], [], [], [], false),
            (["GuestsOrExternalUsers"], [], [], [], false),
        ]

    @Test(arguments: users.indices) func `people are in or out`(_ row: Int) {
        let (include, exclude, includeGroups, excludeGroups, isIn) = Self.users[row]
        var conditions = ConditionalAccessConditions()
        conditions.users = ConditionalAccessConditions.Users(
            includeUsers: include, excludeUsers: exclude, includeGroups: includeGroups, excludeGroups: excludeGroups)
        #expect(conditions.match(Self.signIn()) == isIn)
    }

    @Test func `guests are guests`() {
        var conditions = ConditionalAccessConditions()
        conditions.users.includeUsers = ["GuestsOrExternalUsers"]
        #expect(conditions.match(Self.signIn(userType: .guest)))
    }

    static let applications: [(include: [String], exclude: [String], Bool)] = [
        (["All"], [], true), (["api"], [], true), (["client"], [], true), (["other"], [], false), ([], [], false),
        (["All"], ["api"], true), (["All"], ["api", "client"], false), (["api"], ["api"], false), (["None"], [], false),
    ]

    @Test(arguments: applications.indices) func `apps are in or out`(_ row: Int) {
        let (include, exclude, isIn) = Self.applications[row]
        var conditions = ConditionalAccessConditions()
        conditions.applications = ConditionalAccessConditions.Applications(
            includeApplications: include, excludeApplications: exclude)
        #expect(conditions.match(Self.signIn()) == isIn)
    }

    @Test func `a policy for one kind of app leaves the others alone`() {
        var conditions = ConditionalAccessConditions()
        conditions.clientAppTypes = [.mobileAppsAndDesktopClients, .other]
        #expect(!conditions.match(Self.signIn()) && conditions.match(Self.signIn(type: .other)))
        #expect(conditions.match(Self.signIn(type: .mobileAppsAndDesktopClients)))
    }

    static let demands:
        [([ConditionalAccessGrantControls.Control], ConditionalAccessGrantControls.Operator, AccessDemand?)] = [
            ([.mfa], .any, .secondFactor(isExpired: false)),
            ([.mfa, .compliantDevice], .any, .secondFactor(isExpired: false)),
            ([.mfa, .compliantDevice], .all, .compliantDevice), ([.block, .mfa], .any, .block), ([], .any, nil),
            ([.compliantDevice, .domainJoinedDevice], .any, .domainJoinedDevice),
            ([.passwordChange, .mfa], .all, .passwordChange),
        ]

    @Test(arguments: demands.indices) func `of several controls the right one is required`(_ row: Int) {
        let (controls, `operator`, demand) = Self.demands[row]
        #expect(Policy.sample(controls, operator: `operator`).unmetDemand(of: Self.signIn()) == demand)
    }

    @Test func `one of several is enough`() {
        #expect(Policy.sample([.mfa, .compliantDevice]).unmetDemand(of: Self.signIn(secondFactor: true)) == nil)
        let both = Policy.sample([.mfa, .compliantDevice], operator: .all)
        #expect(both.unmetDemand(of: Self.signIn(secondFactor: true)) == .compliantDevice)
    }

    @Test func `a policy without conditions applies to all users and apps`() throws {
        let json = #"{"id":"1","tenantID":"t","conditions":{},"grantControls":{"builtInControls":["mfa"]}}"#
        let policy = try JSONDecoder().decode(Policy.self, from: Data(json.utf8))
        #expect(policy.state == .enabled && policy.conditions.match(Self.signIn()))
        #expect(policy.unmetDemand(of: Self.signIn()) == .secondFactor(isExpired: false))
    }

    @Test(arguments: [ConditionalAccessPolicy.State.disabled, .reporting])
    func `only an enabled policy counts`(_ state: ConditionalAccessPolicy.State) async throws {
        let site = try Site()
        try await site.add(Policy.sample([.block]).with { $0.state = state })
        #expect(try await site.open(.goodRequest).carried["code"] != nil)
    }
}
