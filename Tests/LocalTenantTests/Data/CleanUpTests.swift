// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantAuthorization
@testable import TenantControl
@testable import TenantDirectory
@testable import TenantEntra
@testable import TenantFixtures
@testable import TenantStandard

/// Rows that have ended are deleted when the next one is stored, in each table, and no sooner.
@Suite struct CleanUpTests {
    /// A table, the seconds for which a row is kept, and a request that stores one.
    struct Kept: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let seconds: TimeInterval
        let store: @Sendable (Site, Int) async throws -> Void

        init(_ table: String, _ seconds: TimeInterval, _ store: @escaping @Sendable (Site, Int) async throws -> Void) {
            (testDescription, self.seconds, self.store) = (table, seconds, store)
        }
    }

    private static let day: TimeInterval = 86_400

    static let tables: [Kept] = [
        // Codes and tokens are kept for a day after their end, so that a late client hears why they are refused.
        Kept("authorizationCode", 600 + day) { site, _ in _ = try await site.code() },
        Kept("refreshToken", 91 * day) { site, _ in _ = try await site.refreshToken() },
        Kept("userFlowGrant", 600 + day) { site, _ in _ = try await site.flowCode() },
        Kept("standardCode", 60 + day) { site, _ in _ = try await site.standardCode() },
        Kept("standardAccessToken", 600 + day) { site, _ in _ = try await site.standardTokens() },
        Kept("standardRefreshToken", 91 * day) { site, _ in _ = try await site.standardTokens() },
        Kept("standardGrant", 91 * day) { site, _ in _ = try await site.standardCode() },
        Kept("deviceCode", 900 + 300) { site, _ in _ = try await site.deviceCodes() },
        Kept("standardDeviceCode", 900 + 900) { site, _ in
            let form: FormParameters = ["client_id": StandardSampleClient.nativeID, "scope": "openid"]
            _ = try await site.post("/op/device_authorization", form)
        },
        Kept("browserSession", day) { site, _ in _ = try await Browser.signedIn(at: site) },
        Kept("sessionClient", day) { site, _ in _ = try await site.code() },
        Kept("customerSession", day) { site, _ in _ = try await site.flowCode() },
        Kept("standardSession", day) { site, _ in _ = try await Browser.standard(at: site) },
        Kept("standardInteraction", 3600) { site, _ in
            var browser = Browser(site)
            _ = try await browser.openStandard()
        },
        Kept("standardPushedRequest", 60) { site, _ in _ = try await site.post("/op/par", .standardRequest) },
        Kept("standardUsedIdentifier", 300) { site, number in
            let identifiers = site.platform.standardProvider.usedIdentifiers
            _ = try await identifiers.take("\(number)", of: "a", until: site.clock.now + 300)
        },
        Kept("oneTimeSignIn", 300) { site, _ in
            _ = try await site.control(.post, "sign-ins", #"{"person":"ana.silva@aldervale.example"}"#)
        },
        Kept("oneTimeCode", 600) { site, number in
            _ = try await site.platform.context.codes.make(for: "\(number)", of: "\(number)", now: site.clock.now)
        },
        Kept("oneTimeCodeEffort", 3600) { site, number in
            _ = try await site.platform.context.codes.make(for: "\(number)", of: "\(number)", now: site.clock.now)
        },
        Kept("userCodeGuess", 900) { site, number in
            try await site.platform.context.guesses.count("\(number)", now: site.clock.now)
        },
    ]

    private func rows(of table: String, at site: Site) async throws -> Set<Int> {
        Set(
            try await site.platform.context.database.read {
                try Int.fetchAll($0, sql: "SELECT rowid FROM \"\(table)\"")
            })
    }

    @Test(arguments: tables) func `a row is deleted after its time, with the next row`(_ table: Kept) async throws {
        let (site, name) = (try Site(), table.testDescription)
        let before = try await rows(of: name, at: site)
        try await table.store(site, 0)
        let first = try await rows(of: name, at: site).subtracting(before)
        try #require(!first.isEmpty)
        site.clock.advance(by: .seconds(table.seconds - 1))
        try await table.store(site, 1)
        #expect(try await rows(of: name, at: site).isSuperset(of: first))
        site.clock.advance(by: .seconds(2))
        try await table.store(site, 2)
        let left = try await rows(of: name, at: site)
        #expect(left.isDisjoint(with: first))
        #expect(left.subtracting(before).count >= 2, "the two later ones stay")
    }

    @Test func `each table whose rows end has a row here`() async throws {
        let ending = try await Site().platform.context.database.read {
            try String.fetchAll(
                $0,
                sql: """
                    SELECT name FROM sqlite_master WHERE type = 'table' AND (
                        sql LIKE '%"expiresAt"%' OR sql LIKE '%"endsAt"%' OR sql LIKE '%"authenticatedAt"%'
                        OR sql LIKE '%"signedInAt"%')
                    """)
        }
        #expect(Set(ending) == Set(Self.tables.map(\.testDescription)))
    }
}
