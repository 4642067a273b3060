// SPDX-License-Identifier: Apache-2.0
import SQLiteRecords

/// A condition in terms of the index, without `not` except for words.
indirect enum PeopleSelection {
    case ranges(IndexColumn, IndexRanges)
    /// Each token begins a token of the row; with `isMet` false, the opposite.
    case tokens([String], isMet: Bool)
    /// A query selects the row's person; with `isMet` false, the opposite.
    case people(SQL, isMet: Bool)
    case all([PeopleSelection])
    case any([PeopleSelection])

    static let everybody = PeopleSelection.all([])
    static let nobody = PeopleSelection.any([])

    init(_ condition: PeopleCondition, isMet: Bool = true, of tenantID: String, in directory: Int64) {
        switch condition {
        case .property("displayName", .hasWords, let text):
            // Unique and sorted: the same words make the same statement.
            let tokens = Set(PeopleIndex.tokens(of: FoldedText.comparable(text), in: directory)).sorted()
            self = tokens.isEmpty ? (isMet ? .everybody : .nobody) : .tokens(tokens, isMet: isMet)
        case .property(let name, let comparison, let text):
            if let column = IndexColumn.compared(name, comparison) {
                let ranges = IndexRanges(comparison, column.folded(text))
                self = .ranges(column, isMet ? ranges : ranges.complement)
            } else if let list = PeopleIndex.lists.first(where: { $0 == name }) {
                self = .people(PeopleIndex.people(of: tenantID, withElementOf: list, comparison, text), isMet: isMet)
            } else {
                self = isMet ? .nobody : .everybody
            }
        case .not(let condition): self.init(condition, isMet: !isMet, of: tenantID, in: directory)
        case .all(let conditions):
            let parts = conditions.map { PeopleSelection($0, isMet: isMet, of: tenantID, in: directory) }
            self = isMet ? .all(parts) : .any(parts)
        case .any(let conditions):
            let parts = conditions.map { PeopleSelection($0, isMet: isMet, of: tenantID, in: directory) }
            self = isMet ? .any(parts) : .all(parts)
        }
    }

    var check: SQL {
        switch self {
        case .ranges(let column, let ranges):
            Self.joined(ranges.ranges.map { IndexRanges.check($0, of: column) }, " OR ", empty: "0")
        case .tokens(let tokens, let isMet):
            Self.joined(
                tokens.map { "(instr(' ' || s.words, \(" " + $0)) > 0) = \(isMet)" }, isMet ? " AND " : " OR ",
                empty: "1")
        case .people(let query, let isMet): "s.id \(sql: isMet ? "" : "NOT ")IN (\(query))"
        case .all(let parts): Self.joined(parts.map(\.check), " AND ", empty: "1")
        case .any(let parts): Self.joined(parts.map(\.check), " OR ", empty: "0")
        }
    }

    private static func joined(_ checks: [SQL], _ word: String, empty: SQL) -> SQL {
        checks.isEmpty ? empty : "(\(checks.joined(separator: word)))"
    }
}

/// Parts of the index that together contain all people of a selection.
struct IndexPlan {
    let branches: [PeopleSelection]
    /// Whether the branches contain only people of the selection, so that no row needs a check.
    let isExact: Bool

    /// Has one branch per column.
    private init(unionOf plans: [IndexPlan]) {
        var (merged, places) = ([PeopleSelection](), [IndexColumn: Int]())
        for branch in plans.flatMap(\.branches) {
            guard case .ranges(let column, let ranges) = branch else {
                merged.append(branch)
                continue
            }
            if let place = places[column], case .ranges(_, let others) = merged[place] {
                merged[place] = .ranges(column, others.union(ranges))
            } else {
                places[column] = merged.count
                merged.append(branch)
            }
        }
        (branches, isExact) = (merged, plans.allSatisfy(\.isExact))
    }

    private init(_ branches: [PeopleSelection], isExact: Bool) { (self.branches, self.isExact) = (branches, isExact) }

    /// `nil` if the index has no part for the selection; `choose` selects one of several suitable plans.
    static func plan(_ selection: PeopleSelection, choose: ([IndexPlan]) throws -> Int) rethrows -> IndexPlan? {
        switch selection {
        case .ranges, .tokens(_, isMet: true), .people(_, isMet: true):
            return IndexPlan([selection], isExact: true)
        case .tokens, .people: return nil
        case .any(let parts):
            let plans = try parts.map { try plan($0, choose: choose) }
            return plans.contains { $0 == nil } ? nil : IndexPlan(unionOf: plans.compactMap(\.self))
        case .all(let parts):
            let plans = try parts.compactMap { try plan($0, choose: choose) }
            guard let first = plans.first else { return nil }
            if parts.count == 1 { return first }
            let chosen = plans.count == 1 ? first : plans[try choose(plans)]
            return IndexPlan(chosen.branches, isExact: false)
        }
    }
}
