// SPDX-License-Identifier: Apache-2.0
import Foundation
import JSONWebSignatures
import SQLiteRecords
import SignInTesting
import Testing

@testable import TenantDirectory
@testable import TenantEntra
@testable import TenantFixtures

@Suite struct EntraErrorCauseTests {
    struct Cause: Sendable, CustomTestStringConvertible {
        let number: Int
        let place: String
        var error: String?
        let provoke: @Sendable (Site) async throws -> Answer

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
    ) -> @Sendable (Site) async throws -> Answer {
        { site in
            try await site.change(name, change)
            var browser = Browser(site)
            return try await browser.signIn(as: name, password: password)
        }
    }

    private static func refresh(
        as name: String = "ana.silva", _ change: @escaping @Sendable (Site) async throws -> Void
    ) -> @Sendable (Site) async throws -> Answer {
        { site in
            let token = try await site.refreshToken(as: name)
            try await change(site)
            return try await site.token(.refreshing(token))
        }
    }

    private static func silent(
        as name: String = "ana.silva", _ change: @escaping @Sendable (Site) async throws -> Void
    ) -> @Sendable (Site) async throws -> Answer {
        { site in
            var browser = try await Browser.signedIn(at: site, as: name)
            try await change(site)
            return try await browser.open(.goodRequest.with("prompt", "none"))
        }
    }

    private static func policy(
        _ controls: ConditionalAccessGrantControls.Control...
    ) -> @Sendable (Site) async throws -> Void {
        { try await $0.add(ConditionalAccessPolicy.sample(controls)) }
    }

    private static func frequency(
        _ type: ConditionalAccessSessionControls.SignInFrequency.AuthenticationType
    ) -> @Sendable (Site) async throws -> Void {
        { site in
            try await site.add(
                ConditionalAccessPolicy.sample(
                    frequency: ConditionalAccessSessionControls.SignInFrequency(seconds: 60, authenticationType: type)))
            site.clock.advance(by: .seconds(61))
        }
    }

    static let accounts: [Cause] = [
        Cause(
            number: 50020, place: "page",
            provoke: { site in
                try await site.addOtherDirectory()
                var browser = Browser(site)
                let page = try await browser.open(.goodRequest)
                return try await browser.submit(page, ["username": "mia@other.example"])
            }),
        Cause(
            number: 50034, place: "page",
            provoke: { site in
                var browser = Browser(site)
                let page = try await browser.open(.goodRequest)
                return try await browser.submit(page, ["username": "nobody@\(Site.domain)"])
            }),
        Cause(number: 50053, place: "page", provoke: signIn { $0.lockedUntil = .distantFuture }),
        Cause(number: 50056, place: "page", provoke: signIn { $0.passwordHash = "" }),
        Cause(number: 50057, place: "page", provoke: signIn { $0.accountEnabled = false }),
        Cause(
            number: 50057, place: "refresh", error: "invalid_grant",
            provoke: refresh { try await $0.change("ana.silva") { $0.accountEnabled = false } }),
        Cause(
            number: 50058, place: "silent", error: "login_required",
            provoke: silent { try await $0.change("ana.silva") { $0.accountEnabled = false } }),
        Cause(number: 50126, place: "page", provoke: signIn(password: "wrong")),
        Cause(
            number: 50173, place: "refresh", error: "invalid_grant",
            provoke: refresh { try await $0.change("ana.silva") { $0.signInSessionsValidFrom = .distantFuture } }),
        Cause(
            number: 50105, place: "silent", error: "interaction_required",
            provoke: silent { try await $0.change(app: Site.clientID) { $0.appRoleAssignmentRequired = true } }),
        Cause(
            number: 50105, place: "refresh", error: "interaction_required",
            provoke: refresh { try await $0.change(app: Site.clientID) { $0.appRoleAssignmentRequired = true } }),
    ]

    static let factors: [Cause] = [
        Cause(number: 50072, place: "silent", error: "interaction_required", provoke: silent(policy(.mfa))),
        Cause(number: 50079, place: "refresh", error: "interaction_required", provoke: refresh(policy(.mfa))),
        Cause(
            number: 50076, place: "refresh", error: "invalid_grant",
            provoke: refresh { try await $0.change("ana.silva") { $0.secondFactorPhone = "+44 7700 900123" } }),
        Cause(
            number: 50076, place: "silent", error: "interaction_required",
            provoke: silent { try await $0.change("ana.silva") { $0.secondFactorPhone = "+44 7700 900123" } }),
        Cause(
            number: 50078, place: "refresh", error: "interaction_required",
            provoke: refresh(as: Site.careful, frequency(.secondaryAuthentication))),
        Cause(
            number: 50078, place: "silent", error: "interaction_required",
            provoke: silent(as: Site.careful, frequency(.secondaryAuthentication))),
    ]

    static let policies: [Cause] = [
        Cause(
            number: 53000, place: "refresh", error: "interaction_required", provoke: refresh(policy(.compliantDevice))),
        Cause(
            number: 53001, place: "silent", error: "interaction_required", provoke: silent(policy(.domainJoinedDevice))),
        Cause(
            number: 53002, place: "silent", error: "interaction_required", provoke: silent(policy(.approvedApplication))
        ),
        Cause(number: 53003, place: "refresh", error: "interaction_required", provoke: refresh(policy(.block))),
        Cause(
            number: 50142, place: "refresh", error: "interaction_required", provoke: refresh(policy(.passwordChange))),
        Cause(
            number: 50158, place: "refresh", error: "interaction_required",
            provoke: refresh {
                try await $0.add(
                    ConditionalAccessPolicy.sample().with {
                        $0.grantControls = ConditionalAccessGrantControls(
                            builtInControls: [], customAuthenticationFactors: ["RequireDuo"])
                    })
            }),
        Cause(
            number: 70043, place: "refresh", error: "invalid_grant",
            provoke: refresh(frequency(.primaryAndSecondaryAuthentication))),
        Cause(
            number: 70044, place: "silent", error: "interaction_required",
            provoke: silent(frequency(.primaryAndSecondaryAuthentication))),
    ]

    static let consents: [Cause] = [
        Cause(
            number: 65001, place: "silent", error: "consent_required", provoke: silent { _ in }),
        Cause(
            number: 65004, place: "redirect", error: "access_denied",
            provoke: { site in
                var browser = try await Browser.signedIn(at: site)
                let page = try await browser.open(.goodRequest)
                return try await browser.submit(page, ["answer": "cancel"])
            }),
        Cause(
            number: 90094, place: "redirect", error: "access_denied",
            provoke: { site in
                var browser = try await Browser.signedIn(at: site)
                let page = try await browser.open(.goodRequest.with("scope", "openid Directory.Read.All"))
                return try await browser.submit(page, ["answer": "cancel"])
            }),
    ]
}
