// SPDX-License-Identifier: Apache-2.0
import SQLiteRecords

struct IndexSearch {
    private let query: PeopleQuery
    private let directory: SQL
    private let selection: PeopleSelection
    private let database: Database
    /// The choices among several plans: those of the previous page, then those of this search.
    private var choices: [Int]
    private var nextChoice = 0

    /// Starts with the choices of the previous page; only a condition with words needs the directory's number.
    init(_ query: PeopleQuery, numberForWords number: Int64, choices: [Int], _ database: Database) {
        (self.query, self.database, self.choices) = (query, database, choices)
        // A separate statement would take longer.
        directory = "(SELECT number FROM personDirectory WHERE tenantID = \(query.tenantID))"
        selection = query.condition.map { PeopleSelection($0, of: query.tenantID, in: number) } ?? .everybody
    }

    mutating func page(after position: PeoplePosition?, limit: Int) throws -> PeoplePage? {
        guard let plan = try plan() else { return try sortedPage(after: position, limit: limit, from: nil) }
        guard query.order.isEmpty else { return try sortedPage(after: position, limit: limit, from: plan) }
        guard position.map({ plan.branches.indices.contains($0.branch) && $0.values.count == 1 }) ?? true else {
            return nil
        }
        var (found, last) = ([DirectoryPerson](), PeoplePosition?.none)
        for index in plan.branches.indices.dropFirst(position?.branch ?? 0) {
            let start = position.flatMap { $0.branch == index ? $0 : nil }
            for part in parts(of: plan.branches[index], after: start) {
                // Clients choose the column, so the cache holds two texts per column; other conditions have too many.
                let isKept = query.isPrefix && position == nil
                try read(part, index, of: plan, limit, isKept: isKept, into: &found, &last)
                if found.count > limit { return page(consume found, last, limit) }
            }
        }
        return page(consume found, last, limit)
    }

    private func page(_ people: consuming [DirectoryPerson], _ last: PeoplePosition?, _ limit: Int) -> PeoplePage {
        guard people.count > limit else { return PeoplePage(people: people, next: nil) }
        people.removeLast(people.count - limit)
        return PeoplePage(people: people, next: last)
    }

    mutating func count(upTo limit: Int) throws -> Int {
        guard let plan = try plan() else {
            let (source, scope) = scopeSource
            return try number(
                "SELECT count(*) FROM (SELECT 1 FROM \(source) WHERE \(scope) AND \(selection.check) LIMIT \(limit))")
        }
        return try plan.branches.indices.reduce(0) { sum, index in
            try parts(of: plan.branches[index], after: nil).reduce(sum) { sum, part in
                try sum
                    + number(
                        """
                        SELECT count(*) FROM
                        (SELECT 1 FROM \(part.source) WHERE \(conditions(part, index, of: plan)) LIMIT \(limit - sum))
                        """)
            }
        }
    }

    /// Not cached, because the statement depends on the request's filter.
    private func number(_ sql: SQL) throws -> Int { try Int.fetchOne(database, sql.cached(false)) ?? 0 }
}

extension IndexSearch {
    private struct Part {
        let source: SQL
        /// SQLite finds it by the index.
        let condition: SQL
        var key: SQL?
        let order: SQL
    }

    /// `nil` if the whole scope must be read.
    private mutating func plan() throws -> IndexPlan? {
        guard query.scope == .directory else { return nil }
        var search = self
        let plan = try IndexPlan.plan(selection) { plans in try search.choose(among: plans) }
        self = search
        return plan
    }

    private mutating func choose(among plans: [IndexPlan]) throws -> Int {
        defer { nextChoice += 1 }
        if choices.indices.contains(nextChoice) { return min(max(0, choices[nextChoice]), plans.count - 1) }
        var choice = 0
        // Each round counts further: the smallest plan decides the cost of counting.
        for bound in [16, 256, 4096] {
            let sizes = try plans.map { try size(of: $0, upTo: bound) }
            choice = sizes.indices.min { sizes[$0] < sizes[$1] } ?? 0
            if sizes[choice] < bound { break }
        }
        choices.append(choice)
        return choice
    }

    private func size(of plan: IndexPlan, upTo bound: Int) throws -> Int {
        var size = 0
        for part in plan.branches.flatMap({ parts(of: $0, after: nil) }) where size < bound {
            size += try number(
                "SELECT count(*) FROM (SELECT 1 FROM \(part.source) WHERE \(part.condition) LIMIT \(bound - size))")
        }
        return size
    }

    private func parts(of branch: PeopleSelection, after position: PeoplePosition?) -> [Part] {
        switch branch {
        case .ranges(let column, let ranges):
            guard let position, let last = position.values.first else {
                return ranges.ranges.map { part(column, $0) }
            }
            let same = part(column, IndexRanges.range(equalTo: last), after: position.number)
            return (ranges.contains(last) ? [same] : []) + ranges.after(last).ranges.map { part(column, $0) }
        case .tokens(let tokens, _):
            let match = tokens.map { "\"\($0)\"*" }.joined(separator: " ")
            return [
                Part(
                    source: "personWord CROSS JOIN personSearch AS s ON s.number = personWord.rowid",
                    condition: """
                        personWord MATCH \(match) AND personWord.rowid > \(position?.number ?? 0)
                        AND s.directory = \(directory)
                        """, order: "personWord.rowid")
            ]
        case .people(let people, _):
            // The plus sign keeps SQLite from reading the whole directory.
            let condition: SQL = """
                s.id IN (\(people)) AND s.number > \(position?.number ?? 0) AND +s.directory = \(directory)
                """
            return [Part(source: "personSearch AS s", condition: condition, order: "s.number")]
        case .all, .any: return []
        }
    }

    private func part(_ column: IndexColumn, _ range: Range<IndexCut>, after number: Int64? = nil) -> Part {
        var condition: SQL = "s.directory = \(directory) AND \(IndexRanges.check(range, of: column))"
        if let number { condition.append(" AND s.number > \(number)") }
        let key: SQL = "s.\(sql: column.name)"
        return Part(
            source: "personSearch AS s INDEXED BY \(sql: column.index)", condition: condition, key: key,
            order: "\(key), s.number")
    }

    /// The part's condition, the selection's, and that no earlier branch contains the row.
    private func conditions(_ part: Part, _ index: Int, of plan: IndexPlan) -> SQL {
        let own: [SQL] = plan.isExact ? [part.condition] : [part.condition, selection.check]
        let others = plan.branches[..<index].map { "(\($0.check)) IS NOT 1" as SQL }
        return (own + others).joined(separator: " AND ")
    }

    /// Adds the people of a part, and one more, which shows that another page follows.
    private func read(
        _ part: Part, _ index: Int, of plan: IndexPlan, _ limit: Int, isKept: Bool,
        into people: inout [DirectoryPerson], _ last: inout PeoplePosition?
    ) throws {
        let statement: SQL = """
            SELECT \(DirectoryPerson.columnList), s.number, \(part.key ?? "NULL")
            FROM \(part.source) CROSS JOIN person ON person.id = s.id
            WHERE \(conditions(part, index, of: plan))
            ORDER BY \(part.order) LIMIT \(limit + 1 - people.count)
            """
        try database.rows(statement.cached(isKept)) { row in
            people.append(try DirectoryPerson(row: row))
            guard people.count == limit else { return }
            let count = DirectoryPerson.columnCount
            last = try PeoplePosition(
                choices: choices, branch: index, values: [row[count + 1]], number: row[count])
        }
    }
}

extension IndexSearch {
    private var scopeSource: (source: SQL, condition: SQL) {
        switch query.scope {
        case .directory:
            let column = order[0].column
            return (
                "personSearch AS s INDEXED BY \(sql: column.index)", "s.directory = \(directory)"
            )
        case .reports(let id):
            return (
                "person AS report CROSS JOIN personSearch AS s ON s.id = report.id",
                "report.managerID = \(id) AND s.directory = \(directory)"
            )
        case .members(let id):
            return (
                "groupMember AS member CROSS JOIN personSearch AS s ON s.id = member.personID",
                "member.groupID = \(id) AND s.directory = \(directory)"
            )
        }
    }

    private var order: [PeopleOrder] { query.order.isEmpty ? [PeopleOrder(.displayName)] : query.order }

    private func sortedPage(after position: PeoplePosition?, limit: Int, from plan: IndexPlan?) throws -> PeoplePage? {
        var (source, condition) = scopeSource
        if let plan {
            let numbers = plan.branches.flatMap { parts(of: $0, after: nil) }
                .map { "SELECT s.number FROM \($0.source) WHERE \($0.condition)" as SQL }
            guard !numbers.isEmpty else { return PeoplePage(people: [], next: nil) }
            source = """
                (\(numbers.joined(separator: " UNION "))) AS found
                CROSS JOIN personSearch AS s ON s.number = found.number
                """
        }
        let keys = order.map { "s.\(sql: $0.column.name)" as SQL }
        if let position {
            guard let further = further(position) else { return nil }
            condition = "\(condition) AND \(further)"
        }
        let terms = zip(keys, order).map { "\($0)\(sql: $1.isDescending ? " DESC" : "")" as SQL } + ["s.number"]
        let statement: SQL = """
            SELECT \(DirectoryPerson.columnList), s.number, \(keys.joined(separator: ", "))
            FROM \(source) CROSS JOIN person ON person.id = s.id
            WHERE \(condition) AND \(selection.check)
            ORDER BY \(terms.joined(separator: ", ")) LIMIT \(limit + 1)
            """
        var (people, last) = ([DirectoryPerson](), PeoplePosition?.none)
        try database.rows(statement.cached(query.condition == nil)) { row in
            people.append(try DirectoryPerson(row: row))
            guard people.count == limit else { return }
            let count = DirectoryPerson.columnCount
            let values: [String?] = try order.indices.map { try row[count + 1 + $0] }
            last = PeoplePosition(choices: choices, values: values, number: try row[count])
        }
        return page(consume people, last, limit)
    }

    /// `nil` for a position in another list.
    private func further(_ position: PeoplePosition) -> SQL? {
        let values = position.values.compactMap(\.self)
        guard values.count == order.count, values.count == position.values.count else { return nil }
        var (same, further) = ([SQL](), [SQL]())
        for (term, value) in zip(order, values) {
            let name: SQL = "s.\(sql: term.column.name)"
            further.append(
                (same + ["\(name) \(sql: term.isDescending ? "<" : ">") \(value)"]).joined(separator: " AND "))
            same.append("\(name) = \(value)")
        }
        further.append((same + ["s.number > \(position.number)"]).joined(separator: " AND "))
        // The first term alone tells SQLite where to start in the index.
        let first: SQL = "s.\(sql: order[0].column.name) \(sql: order[0].isDescending ? "<=" : ">=") \(values[0])"
        return "\(first) AND (\(further.joined(separator: " OR ")))"
    }
}
