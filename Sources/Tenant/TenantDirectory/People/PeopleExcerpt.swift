// SPDX-License-Identifier: Apache-2.0
package import GRDB

/// The people that a page offers: up to a limit, from directories of any size.
package struct PeopleExcerpt: Sendable {
    /// The most people on one page.
    package static let limit = 100

    /// By display name.
    package let people: [DirectoryPerson]
    /// The number of people that did not fit on the page.
    package let othersCount: Int

    /// Reads the first people of directories by display name.
    ///
    /// - Parameters:
    ///   - tenants: The directories.
    ///   - condition: The condition on the people, if there is one.
    ///   - database: The database.
    /// - Throws: An error of the database.
    init(of tenants: [Tenant], where condition: PeopleCondition?, in database: Database) throws {
        var (found, count) = ([DirectoryPerson](), 0)
        for tenant in tenants {
            let query = PeopleQuery(tenant.id, condition: condition, order: [PeopleOrder(.displayName)])
            found += try query.page(limit: Self.limit, in: database)?.people ?? []
            count += try query.count(in: database)
        }
        let keyed = found.map { (key: FoldedText.sortable(FoldedText.comparable($0.displayName)), person: $0) }
        // One directory comes sorted; people with equal names keep the order of their directories.
        let sorted =
            tenants.count == 1
            ? keyed
            : keyed.enumerated().sorted {
                ($0.element.key, $0.offset) < ($1.element.key, $1.offset)
            }.map(\.element)
        people = sorted.prefix(Self.limit).map(\.person)
        othersCount = count - people.count
    }
}

extension TenantDatabase {
    /// The people for a page of some directories.
    ///
    /// - Parameters:
    ///   - text: The beginning of words of display names, or of user names; if nobody fits, the page offers everybody.
    ///   - condition: A condition on all people of the page.
    ///   - tenants: The directories.
    /// - Returns: The people.
    /// - Throws: An error of the database.
    package func excerpt(
        matching text: String = "", where condition: PeopleCondition? = nil, of tenants: [Tenant]
    ) async throws -> PeopleExcerpt {
        let named = PeopleCondition.any([
            .property("displayName", .hasWords, text), .property("userPrincipalName", .startsWith, text),
        ])
        return try await queue.read { database in
            if !FoldedText.words(of: FoldedText.comparable(text)).isEmpty {
                let found = try PeopleExcerpt(
                    of: tenants, where: condition.map { .all([named, $0]) } ?? named, in: database)
                if !found.people.isEmpty { return found }
            }
            return try PeopleExcerpt(of: tenants, where: condition, in: database)
        }
    }
}
