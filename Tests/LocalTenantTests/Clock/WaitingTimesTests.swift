// SPDX-License-Identifier: Apache-2.0
@testable import LocalTenant
@testable import TenantAuthorization
@testable import TenantDirectory
@testable import TenantFixtures

@Suite struct WaitingTimesTests {
    /// A table, its column with the end of a wait, and the length of the wait.
    static let waits: [(String, String, TimeInterval)] = [
        ("person", "lockedUntil", 60), ("customer", "lockedUntil", 60), ("userCodeGuess", "endsAt", 900),
        ("oneTimeCodeEffort", "endsAt", 3600),
    ]
    private static let noon = Date(timeIntervalSince1970: 1_767_268_800)
    /// How the clock is moved at noon, and by how much.
    private static let changes: [(HTTPRequest.Method, String, String, TimeInterval)] = [
        (.post, "clock/advance", #"{"seconds":-7200}"#, -7200), (.post, "clock/advance", #"{"seconds":-1}"#, -1),
        (.put, "clock", #"{"now":"2026-01-01T11:00:00Z"}"#, -3600),
        (.put, "clock", #"{"now":"2025-01-01T12:00:00Z","frozen":true}"#, -365 * 86_400),
        (.delete, "clock", "{}", -12 * 3600), (.post, "clock/advance", #"{"seconds":1}"#, 1),
        (.put, "clock", #"{"frozen":true}"#, 0),
    ]

    @Test(arguments: waits) func `setting the clock back prolongs no wait`(
        _ table: String, _ column: String, _ length: TimeInterval
    ) async throws {
        let site = try Site()
        for (method, path, json, moved) in Self.changes {
            // The end of a wait, in seconds after noon; the owner made those that are longer than the tenant's own.
            let ends: [TimeInterval] = [length, length / 2, 0.5, -3, length + 1, 10 * 365 * 86_400]
            for end in ends {
                let isShortened = moved < 0 && end <= length && moved + length < end
                _ = try await site.control(.put, "clock", #"{"now":"2026-01-01T12:00:00Z"}"#)
                try await Self.fill(table, column, Self.noon + end, at: site)
                #expect(try await site.control(method, path, json).status == .ok)
                let kept = try await site.platform.context.database.read { database in
                    try Date.fetchOne(database, sql: "SELECT \(column) FROM \(table) WHERE \(column) NOT NULL")
                }
                #expect(kept == Self.noon + (isShortened ? moved + length : end), "\(path) \(json) \(end)")
            }
        }
    }

    /// Columns of these names that end no wait, and why.
    static let others = [
        // A customer stays signed in until then, and does not wait for it.
        "customerSession.endsAt"
    ]

    @Test func `each column with the end of a wait is shortened, or is known to be another`() async throws {
        let columns = try await Site().platform.context.database.read {
            try String.fetchAll(
                $0,
                sql: """
                    SELECT tables.name || '.' || columns.name
                    FROM sqlite_master AS tables, pragma_table_info(tables.name) AS columns
                    WHERE tables.type = 'table' AND columns.name IN ('lockedUntil', 'endsAt')
                    """)
        }
        #expect(columns.sorted() == (Self.others + Self.waits.map { "\($0.0).\($0.1)" }).sorted())
        #expect(WaitingTimes.columns.map { "\($0.0).\($0.1) \($0.2)" } == Self.waits.map { "\($0.0).\($0.1) \($0.2)" })
    }

    private static func fill(_ table: String, _ column: String, _ end: Date, at site: Site) async throws {
        try await site.platform.context.database.write { database in
            switch table {
            case "userCodeGuess":
                try database.execute(sql: "INSERT OR REPLACE INTO userCodeGuess VALUES ('a', 10, ?)", arguments: [end])
            case "oneTimeCodeEffort":
                try database.execute(
                    sql: """
                        INSERT OR REPLACE INTO oneTimeCodeEffort (holder, attempts, sent, endsAt) VALUES ('a', 1, 1, ?)
                        """, arguments: [end])
            default:
                try database.execute(sql: "UPDATE \(table) SET \(column) = ?", arguments: [end])
                try #require(database.changesCount > 0)
            }
        }
    }

    @Test func `a lock of a minute ends on time after the clock was set back`() async throws {
        let site = try Site()
        let person = try await site.person("ana.silva")
        let judge = site.platform.context.passwords
        for _ in 1...10 {
            await #expect(throws: PasswordRefusal.wrong) { try await judge.check("wrong", of: person) }
        }
        _ = try await site.control(.post, "clock/advance", #"{"seconds":-86400}"#)
        await #expect(throws: PasswordRefusal.locked) { try await judge.check("watchword", of: person) }
        site.clock.advance(by: .seconds(60))
        try await judge.check("watchword", of: person)
    }
}
