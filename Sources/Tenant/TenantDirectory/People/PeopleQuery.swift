// SPDX-License-Identifier: Apache-2.0
package import SQLiteRecords

/// A list of people, which SQLite reads page by page from the index of people, in its order by default.
///
/// Without an order, a page costs as much as its people, in a directory of any size; with one, as much as all matches.
/// With `and`, it costs at most as much as the matches of the rarest part.
package struct PeopleQuery: Sendable {
    package enum Scope: Sendable, Hashable {
        case directory
        case reports(of: String)
        case members(of: String)
    }

    package let tenantID: String
    package let scope: Scope
    package let condition: PeopleCondition?
    /// Without an order, people without a condition come by display name.
    package let order: [PeopleOrder]
    private let budget: QueryBudget?

    package init(
        _ tenantID: String, scope: Scope = .directory, condition: PeopleCondition? = nil, order: [PeopleOrder] = [],
        within budget: QueryBudget? = nil
    ) {
        (self.tenantID, self.scope, self.condition, self.order) = (tenantID, scope, condition, order)
        self.budget = budget
    }

    /// `nil` for a position in another list; throws ``ResultCode/interrupt`` once the budget is spent.
    package func page(after position: PeoplePosition? = nil, limit: Int, in database: Database) throws -> PeoplePage? {
        guard let number = try numberForWords(in: database) else { return PeoplePage(people: [], next: nil) }
        var search = IndexSearch(self, numberForWords: number, choices: position?.choices ?? [], database)
        return try database.spend(budget) { try search.page(after: position, limit: limit) }
    }

    /// Only a condition with words needs the number; `nil` if the directory has no people.
    private func numberForWords(in database: Database) throws -> Int64? {
        condition?.hasWords == true ? try PeopleIndex.number(ofDirectory: tenantID, in: database) : 0
    }

    /// Whether a page is a few adjacent rows of one index: switching threads would take longer than reading them.
    func isRun(after position: PeoplePosition?, limit: Int) -> Bool {
        guard scope == .directory, position == nil, limit <= Self.longestRun else { return false }
        guard let condition else { return order.count <= 1 && !order.contains(where: \.isDescending) }
        guard order.isEmpty else { return false }
        // A prefix is one range of the index.
        if isPrefix { return true }
        // The directory's number does not matter here.
        guard case .ranges(_, let ranges) = PeopleSelection(condition, of: tenantID, in: 0) else { return false }
        return ranges.ranges.count == 1
    }

    private static let longestRun = 25

    var isPrefix: Bool {
        guard case .property(let name, .startsWith, _) = condition else { return false }
        return IndexColumn.compared(name, .startsWith) != nil
    }

    /// Counting stops at the limit; throws ``ResultCode/interrupt`` once the budget is spent.
    package func count(upTo limit: Int = .max, in database: Database) throws -> Int {
        guard let number = try numberForWords(in: database) else { return 0 }
        var search = IndexSearch(self, numberForWords: number, choices: [], database)
        // Counting a whole directory reads only its index, which is fast.
        return try database.spend(condition == nil ? nil : budget) { try search.count(upTo: limit) }
    }
}

/// A condition on people's properties, by Microsoft Graph's names; texts are compared in folded form.
///
/// `and` and `or` hold lists, so that a long condition stays flat and cannot exhaust the stack.
package indirect enum PeopleCondition: Sendable, Hashable {
    case property(String, Comparison, String)
    case all([PeopleCondition])
    case any([PeopleCondition])
    case not(PeopleCondition)

    package enum Comparison: Sendable, Hashable {
        case equals, atLeast, atMost, startsWith, endsWith
        /// Each word of the text begins a word of the property; for the display name only.
        case hasWords
    }

    package var properties: Set<String> {
        switch self {
        case .property(let name, _, _): [name]
        case .all(let conditions), .any(let conditions):
            conditions.reduce(into: []) { $0.formUnion($1.properties) }
        case .not(let condition): condition.properties
        }
    }

    var hasWords: Bool {
        switch self {
        case .property(_, let comparison, _): comparison == .hasWords
        case .all(let conditions), .any(let conditions): conditions.contains(where: \.hasWords)
        case .not(let condition): condition.hasWords
        }
    }
}

package struct PeoplePosition: Sendable, Hashable, Codable {
    /// The choices among parts of the index, which later pages repeat.
    var choices: [Int] = []
    var branch = 0
    var values: [String?]
    var number: Int64

    private enum CodingKeys: String, CodingKey {
        case choices = "c"
        case branch = "b"
        case values = "v"
        case number = "n"
    }
}

package struct PeoplePage: Sendable {
    package let people: [DirectoryPerson]
    /// The position after the last person; `nil` on the last page.
    package let next: PeoplePosition?
}

package struct PeopleOrder: Sendable, Hashable {
    package enum Key: String, Sendable {
        case displayName, userPrincipalName
    }

    package let key: Key
    package let isDescending: Bool

    package init(_ key: Key, isDescending: Bool = false) { (self.key, self.isDescending) = (key, isDescending) }

    var column: IndexColumn {
        IndexColumn(name: key == .displayName ? "sortName" : "sortUserPrincipalName", form: .sortable)
    }
}
