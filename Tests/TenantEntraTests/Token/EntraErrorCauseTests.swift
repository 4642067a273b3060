// SPDX-License-Identifier: Apache-2.0
@testable import TenantDirectory
@testable import TenantEntra
@testable import TenantFixtures

@Suite struct EntraErrorCauseTests {
    struct Cause: Sendable, CustomTestStringConvertible {
        let number: Int
        let place: String
        let error: String?
        let provoke: Site.Attempt

        init(_ number: Int, _ place: String, _ error: String? = nil, _ provoke: @escaping Site.Attempt) {
            (self.number, self.place, self.error, self.provoke) = (number, place, error, provoke)
        }

        var testDescription: String { "\(number) \(place)" }
    }

    @Test(arguments: accounts + factors + policies + consents)
    func `a number is reached by its real cause`(_ cause: Cause) async throws {
        let site = try Site(asksForConsent: Self.consents.contains { $0.number == cause.number })
        let answer = try await cause.provoke(site)
        #expect(answer.errorNumber == cause.number, "\(answer.text) \(answer.location ?? "")")
        guard let error = cause.error else { return }
        let said = answer.carried["error"]
        let written = answer.location == nil ? try answer.object()["error"]?.string : nil
        #expect(said ?? written == error)
    }

    private static func signIn(
        as name: String = "ana.silva", password: String = "watchword",
        _ change: @escaping @Sendable (inout DirectoryPerson) -> Void = { _ in }
    ) -> Site.Attempt {
        { site in
            try await site.change(name, change)
            var browser = Browser(site)
            return try await browser.signIn(as: name, password: password)
        }
    }

    private static func refresh(as name: String = "ana.silva", _ change: @escaping Site.Change) -> Site.Attempt {
        { site in
            let token = try await site.refreshToken(as: name)
            try await change(site)
            return try await site.token(.refreshing(token))
        }
    }

    private static func silent(as name: String = "ana.silva", _ change: @escaping Site.Change) -> Site.Attempt {
        { site in
            var browser = try await Browser.signedIn(at: site, as: name)
            try await change(site)
            return try await browser.open(.goodRequest.with("prompt", "none"))
        }
    }

    private static func policy(_ controls: ConditionalAccessGrantControls.Control...) -> Site.Change {
        { try await $0.add(ConditionalAccessPolicy.sample(controls)) }
    }

    private static func frequency(
        _ type: ConditionalAccessSessionControls.SignInFrequency.AuthenticationType
    ) -> Site.Change {
        { site in
            try await site.add(
                ConditionalAccessPolicy.sample(
                    frequency: ConditionalAccessSessionControls.SignInFrequency(seconds: 60, authenticationType: type)))
            site.clock.advance(by: .seconds(61))
        }
    }

    static let accounts: [Cause] = [
        Cause(50020, "page") { site in
            try await site.addOtherDirectory()
            var browser = Browser(site)
            return try await browser.submit(try await browser.open(.goodRequest), ["username": "mia@other.example"])
        },
        Cause(50034, "page") { site in
            var browser = Browser(site)
            return try await browser.submit(try await browser.open(.goodRequest), ["username": "nobody@\(Site.domain)"])
        },
        Cause(50053, "page", nil, signIn { $0.lockedUntil = .distantFuture }),
        Cause(50056, "page", nil, signIn { $0.passwordHash = "" }),
        Cause(50057, "page", nil, signIn { $0.accountEnabled = false }),
        Cause(
            50057, "refresh", "invalid_grant",
            refresh { try await $0.change("ana.silva") { $0.accountEnabled = false } }),
        Cause(
            50058, "silent", "login_required",
            silent { try await $0.change("ana.silva") { $0.accountEnabled = false } }),
        Cause(50126, "page", nil, signIn(password: "wrong")),
        Cause(
            50173, "refresh", "invalid_grant",
            refresh { try await $0.change("ana.silva") { $0.signInSessionsValidFrom = .distantFuture } }),
        Cause(
            50105, "silent", "interaction_required",
            silent { try await $0.change(app: Site.clientID) { $0.appRoleAssignmentRequired = true } }),
        Cause(
            50105, "refresh", "interaction_required",
            refresh { try await $0.change(app: Site.clientID) { $0.appRoleAssignmentRequired = true } }),
    ]

    static let factors: [Cause] = [
        Cause(50072, "silent", "interaction_required", silent(policy(.mfa))),
        Cause(50079, "refresh", "interaction_required", refresh(policy(.mfa))),
        Cause(
            50076, "refresh", "invalid_grant",
            refresh { try await $0.change("ana.silva") { $0.secondFactorPhone = "+44 7700 900123" } }),
        Cause(
            50076, "silent", "interaction_required",
            silent { try await $0.change("ana.silva") { $0.secondFactorPhone = "+44 7700 900123" } }),
        Cause(50078, "refresh", "interaction_required", refresh(as: Site.careful, frequency(.secondaryAuthentication))),
        Cause(50078, "silent", "interaction_required", silent(as: Site.careful, frequency(.secondaryAuthentication))),
    ]

    static let policies: [Cause] = [
        Cause(53000, "refresh", "interaction_required", refresh(policy(.compliantDevice))),
        Cause(53001, "silent", "interaction_required", silent(policy(.domainJoinedDevice))),
        Cause(53002, "silent", "interaction_required", silent(policy(.approvedApplication))),
        Cause(53003, "refresh", "interaction_required", refresh(policy(.block))),
        Cause(50142, "refresh", "interaction_required", refresh(policy(.passwordChange))),
        Cause(
            50158, "refresh", "interaction_required",
            refresh {
                try await $0.add(
                    ConditionalAccessPolicy.sample().with {
                        $0.grantControls = ConditionalAccessGrantControls(
                            builtInControls: [], customAuthenticationFactors: ["RequireDuo"])
                    })
            }),
        Cause(70043, "refresh", "invalid_grant", refresh(frequency(.primaryAndSecondaryAuthentication))),
        Cause(70044, "silent", "interaction_required", silent(frequency(.primaryAndSecondaryAuthentication))),
    ]

    static let consents: [Cause] = [
        Cause(65001, "silent", "consent_required", silent { _ in }),
        Cause(65004, "redirect", "access_denied") { site in
            var browser = try await Browser.signedIn(at: site)
            return try await browser.submit(try await browser.open(.goodRequest), ["answer": "cancel"])
        },
        Cause(90094, "redirect", "access_denied") { site in
            var browser = try await Browser.signedIn(at: site)
            let page = try await browser.open(.goodRequest.with("scope", "openid Directory.Read.All"))
            return try await browser.submit(page, ["answer": "cancel"])
        },
    ]
}
