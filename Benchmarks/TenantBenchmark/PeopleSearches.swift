// SPDX-License-Identifier: Apache-2.0
import CTesseraSQLite
import Foundation
import HTTPServing
import LocalTenant
import TenantAuthorization
import TenantDirectory

/// Searches of people by the beginning of their given name, beside the same query without the tenant's code.
struct PeopleSearches {
    private static let prefixes = ["a", "ana", "c", "d'a", "j", "jo", "l", "mei", "n", "o"]
    private static let rounds = 41
    private static let limit = 10
    /// As the tenant asks: one row more than a page has, which tells whether there is a next one.
    private static let query = """
        SELECT person.*, s.number, s.givenName FROM personSearch AS s INDEXED BY personSearchBy_givenName
        CROSS JOIN person ON person.id = s.id
        WHERE s.directory = 1 AND s.givenName >= ? AND s.givenName < ? ORDER BY s.givenName, s.number LIMIT 11
        """

    private let database: TenantDatabase
    private let bare: OpaquePointer

    /// Opens the data folder of a tenant twice.
    init(folder: URL) throws {
        database = try IdentityPlatform(TenantSettings(address: ServerAddress(port: 4400), dataFolder: folder)).context
            .database
        var (connection, statement): (OpaquePointer?, OpaquePointer?)
        sqlite3_open_v2(folder.appending(path: "tenant.sqlite").path, &connection, SQLITE_OPEN_READONLY, nil)
        guard sqlite3_prepare_v2(connection, Self.query, -1, &statement, nil) == SQLITE_OK, let statement else {
            throw CocoaError(.fileReadUnknown)
        }
        bare = statement
    }

    /// Prints the processor time of a search and of its bare query in microseconds, one line per round.
    func report() async throws {
        for round in 0..<Self.rounds {
            // Neither is always the first.
            let early = try await round % 2 == 0 ? searchTime() : bareTime()
            let late = try await round % 2 == 0 ? bareTime() : searchTime()
            print(round % 2 == 0 ? early : late, round % 2 == 0 ? late : early)
        }
    }

    private func searchTime() async throws -> Double {
        try await microseconds { text in
            let people = PeopleQuery(SampleApp.homeID, condition: .property("givenName", .startsWith, text))
            return try await database.page(of: people, limit: Self.limit)?.people.count ?? 0
        }
    }

    private func bareTime() async throws -> Double { try await microseconds { min(bareSearch($0), Self.limit) } }

    private func microseconds(_ search: (String) async throws -> Int) async throws -> Double {
        let repetitions = 20
        let start = clock()
        var found = 0
        for _ in 0..<repetitions {
            for text in Self.prefixes { found += try await search(text) }
        }
        // Otherwise the two do not find the same people.
        guard found == repetitions * Self.prefixes.count * Self.limit else { throw CocoaError(.fileReadCorruptFile) }
        return Double(clock() - start) / Double(CLOCKS_PER_SEC) * 1e6 / Double(repetitions * Self.prefixes.count)
    }

    /// Reads each column of each row, and returns the number of rows.
    private func bareSearch(_ text: String) -> Int {
        let copies = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        sqlite3_bind_text(bare, 1, text, -1, copies)
        sqlite3_bind_text(bare, 2, text + "\u{10FFFF}", -1, copies)
        defer { sqlite3_reset(bare) }
        var rows = 0
        while sqlite3_step(bare) == SQLITE_ROW {
            rows += 1
            for column in 0..<sqlite3_column_count(bare) { _ = sqlite3_column_text(bare, column) }
        }
        return rows
    }
}
