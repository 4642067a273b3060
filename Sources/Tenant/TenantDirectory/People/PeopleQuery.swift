// SPDX-License-Identifier: Apache-2.0
package import SQLiteRecords

/// A list of people, which SQLite reads page by page from the index of people.
///
/// Without an order, people with a condition come in the order of the parts of the index that hold them; a page then
/// costs as much as its people, in a directory of any size. With an order, it costs as much as all matches, and with
/// `and`, at most as much as the matches of its rarest part.
package struct PeopleQuery: Sendable {
    /// The people to choose from.
    package enum Scope: Sendable, Hashable {
        /// The people of a directory.
        case directory
        /// The people with this manager.
        case reports(of: String)
        /// The members of this group.
        case members(of: String)
    }

    package let tenantID: String
    package let scope: Scope
    package let condition: PeopleCondition?
    /// The order; without one, people without a condition come by display name.
    package let order: [PeopleOrder]

    package init(
        _ tenantID: String, scope: Scope = .directory, condition: PeopleCondition? = nil, order: [PeopleOrder] = []
    ) {
        (self.tenantID, self.scope, self.condition, self.order) = (tenantID, scope, condition, order)
    }

    /// A page of the list.
    ///
    /// - Parameters:
    ///   - position: The place behind the page before; `nil` for the first page.
    ///   - limit: The most people of the page.
    ///   - database: The database.
    /// - Returns: The page; `nil` for a position of another list.
    /// - Throws: An error of the database.
    package func page(after position: PeoplePosition? = nil, limit: Int, in database: Database) throws -> PeoplePage? {
        guard let number = try PeopleIndex.number(ofDirectory: tenantID, in: database) else {
            return PeoplePage(people: [], next: nil)
        }
        var search = IndexSearch(self, in: number, choices: position?.choices ?? [], database)
        return try search.page(after: position, limit: limit)
    }

    /// Whether a page needs several statements, which must see the same people.
    ///
    /// Behind a position, one statement reads the people with the same value, and others read the rest.
    func needsSnapshot(after position: PeoplePosition?) -> Bool { position != nil || (condition?.count ?? 0) > 1 }

    /// The number of people on all pages.
    ///
    /// - Parameters:
    ///   - limit: Where the counting ends.
    ///   - database: The database.
    /// - Returns: The number, or the limit if there are as many or more.
    /// - Throws: An error of the database.
    package func count(upTo limit: Int = .max, in database: Database) throws -> Int {
        guard let number = try PeopleIndex.number(ofDirectory: tenantID, in: database) else { return 0 }
        var search = IndexSearch(self, in: number, choices: [], database)
        return try search.count(upTo: limit)
    }
}
