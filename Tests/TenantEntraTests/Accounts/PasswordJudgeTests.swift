// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantAuthorization
@testable import TenantDirectory
@testable import TenantFixtures

@Suite struct PasswordJudgeTests: SiteSuite {
    let site: Site

    /// An account state, and the errors for the right and a wrong password.
    struct Fault: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let error: PasswordRefusal
        let wrongPasswordHears: PasswordRefusal
        let spoil: @Sendable (inout DirectoryPerson) -> Void
    }

    static let faults = [
        Fault(testDescription: "disabled", error: .disabled, wrongPasswordHears: .disabled) {
            $0.accountEnabled = false
        },
        Fault(testDescription: "without a password", error: .absent, wrongPasswordHears: .absent) {
            $0.passwordHash = ""
        },
        Fault(testDescription: "expired", error: .expired, wrongPasswordHears: .wrong) {
            $0.forceChangePasswordNextSignIn = true
        },
        Fault(testDescription: "locked", error: .locked, wrongPasswordHears: .locked) {
            $0.lockedUntil = .distantFuture
        },
    ]

    @Test(arguments: faults)
    func `an account that cannot be used is refused for its own reason`(_ fault: Fault) async throws {
        var person = try await site.person("ana.silva")
        fault.spoil(&person)
        try await site.replace(person)
        let judge = site.platform.context.passwords
        await #expect(throws: fault.error) { try await judge.check("watchword", of: person) }
        await #expect(throws: fault.wrongPasswordHears) { try await judge.check("wrong", of: person) }
    }

    /// A person with the usual password, hashed at a cost that allows a hundred checks.
    private func quickPerson(_ site: Site) async throws -> DirectoryPerson {
        var person = try await site.person("ana.silva")
        person.passwordHash = "$scrypt$ln=1,r=8,p=1$AAAAAAAAAAAAAAAAAAAAAA$5GO7xh2YH64U/HCiktRzsDW/Cfh5ST1PLQz/d1p40EY"
        try await site.replace(person)
        return person
    }

    @Test func `ten consecutive wrong passwords lock the account for a minute`() async throws {
        let person = try await quickPerson(site)
        let judge = site.platform.context.passwords
        for _ in 1...10 {
            await #expect(throws: PasswordRefusal.wrong) { try await judge.check("wrong", of: person) }
        }
        await #expect(throws: PasswordRefusal.locked) { try await judge.check("watchword", of: person) }
        site.clock.advance(by: .seconds(59))
        await #expect(throws: PasswordRefusal.locked) { try await judge.check("watchword", of: person) }
        site.clock.advance(by: .seconds(1))
        try await judge.check("watchword", of: person)
        #expect(try await site.person("ana.silva").lockedUntil == nil)
    }

    @Test(arguments: [
        (0, 0, true), (0, 10, true), (9.9, 10, true), (9.9, 9, false), (10, 10, true), (11, 10, false), (-1, 10, false),
        (-86_400, 86_400, false), (1, 0, false), (0, -1, false),
    ])
    func `a sign-in in the future is no recent one`(_ age: TimeInterval, _ limit: TimeInterval, _ isWithin: Bool) {
        #expect((Site.start - age).isWithin(limit, before: Site.start) == isWithin)
    }

    @Test func `concurrent wrong passwords are counted one by one`() async throws {
        let person = try await site.person("ana.silva")
        let judge = site.platform.context.passwords
        let errors = try await race(15) {
            await #expect(throws: PasswordRefusal.self) { try await judge.check("wrong", of: person) }
        }
        #expect(errors.count { $0 == .wrong } == 10 && errors.count { $0 == .locked } == 5)
    }

    @Test func `the right password makes the wrong ones before it count for nothing`() async throws {
        let person = try await quickPerson(site)
        let judge = site.platform.context.passwords
        for _ in 1...2 {
            for _ in 1...9 { try? await judge.check("wrong", of: person) }
            #expect(try await site.person("ana.silva").failedAttempts == 9)
            try await judge.check("watchword", of: person)
            #expect(try await site.person("ana.silva").failedAttempts == 0)
        }
    }

    @Test func `a user's own password replaces the directory's`() async throws {
        var person = try await site.person("ana.silva")
        person.passwordHash = "$scrypt$ln=1,r=8,p=1$AAAAAAAAAAAAAAAAAAAAAA$MN+KdCsct3f2DGHVyw2IHrY5QnlTx84cyvN7Za0jM3A"
        try await site.replace(person)
        let judge = site.platform.context.passwords
        try await judge.check("my own", of: person)
        await #expect(throws: PasswordRefusal.wrong) { try await judge.check("watchword", of: person) }
    }

    @Test func `each concurrent wrong password counts`() async throws {
        let person = try await quickPerson(site)
        let judge = site.platform.context.passwords
        _ = try await race(9) { try? await judge.check("wrong", of: person) }
        #expect(try await site.person("ana.silva").failedAttempts == 9)
    }
}
