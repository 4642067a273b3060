// SPDX-License-Identifier: Apache-2.0
import SQLiteRecords

/// The people that a page offers: up to a limit, from directories of any size.
package struct PeopleExcerpt: Sendable {
    package static let limit = 100

    /// By display name.
    package let people: [DirectoryPerson]
    /// How many people are not on the page, such as `52` or `over 10000`; `nil` if all are.
    package let others: String?

    /// Counting stops at this number, so that a page of a large directory costs no more than one of a small directory.
    private static let mostCounted = 10_000
    fileprivate static let mostWords = 8

    init(of tenants: [Tenant], where condition: PeopleCondition?, in database: Database) throws {
        var (found, count) = ([DirectoryPerson](), 0)
        for tenant in tenants {
            let query = PeopleQuery(tenant.id, condition: condition)
            found += try query.page(limit: Self.limit, in: database)?.people ?? []
            count += try query.count(upTo: Self.mostCounted + Self.limit + 1, in: database)
        }
        let keyed = found.map { (key: FoldedText.sortable(FoldedText.comparable($0.displayName)), person: $0) }
        // People with equal names keep their order.
        let sorted = keyed.enumerated().sorted { ($0.element.key, $0.offset) < ($1.element.key, $1.offset) }
            .map(\.element)
        people = sorted.prefix(Self.limit).map(\.person)
        let rest = count - people.count
        others = rest > Self.mostCounted ? "over \(Self.mostCounted)" : rest > 0 ? String(rest) : nil
    }
}

extension TenantDatabase {
    /// `text` begins words of display names, or user names; without a match, the page offers all people.
    package func excerpt(matching text: String = "", of tenants: [Tenant]) async throws -> PeopleExcerpt {
        let words = FoldedText.words(of: FoldedText.comparable(text)).prefix(PeopleExcerpt.mostWords)
        let named = PeopleCondition.any([
            .property("displayName", .hasWords, words.joined(separator: " ")),
            .property("userPrincipalName", .startsWith, text),
        ])
        return try await read { database in
            if !words.isEmpty {
                let found = try PeopleExcerpt(of: tenants, where: named, in: database)
                if !found.people.isEmpty { return found }
            }
            return try PeopleExcerpt(of: tenants, where: nil, in: database)
        }
    }
}
