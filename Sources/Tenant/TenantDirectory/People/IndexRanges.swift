// SPDX-License-Identifier: Apache-2.0
import SQLiteRecords

/// A place between two entries of an index, in which empty values come before all texts.
enum IndexCut: Hashable, Comparable {
    case start
    /// Before all texts that begin at this one, in the order of their bytes; after it, if `isAfter`.
    case text(String, isAfter: Bool)
    case end

    /// The cut between the empty values and the texts.
    static let firstText = IndexCut.text("", isAfter: false)

    static func < (first: IndexCut, second: IndexCut) -> Bool {
        switch (first, second) {
        case (.text(let one, let isAfterOne), .text(let other, let isAfterOther)):
            if one.utf8.elementsEqual(other.utf8) { return !isAfterOne && isAfterOther }
            return one.utf8.lexicographicallyPrecedes(other.utf8)
        case (.start, .start), (.end, _), (.text, .start): return false
        case (.start, _), (.text, .end): return true
        }
    }
}

/// A part of an index that SQLite finds by one search.
enum IndexPart: Hashable {
    case empty
    case equal(String)
    case texts(Range<IndexCut>)

    /// The part with one value.
    init(equalTo value: String?) { self = value.map(IndexPart.equal) ?? .empty }

    /// The SQL that is true for the rows `s` of the part.
    func check(_ column: IndexColumn) -> SQL {
        let name = "s.\(column.name)"
        switch self {
        case .empty: return "\(sql: name) IS NULL"
        case .equal(let text): return "\(sql: name) = \(text)"
        case .texts(let range):
            var checks: [SQL] = []
            if case .text(let text, let isAfter) = range.lowerBound {
                checks.append("\(sql: name) \(sql: isAfter ? ">" : ">=") \(text)")
            }
            if case .text(let text, let isAfter) = range.upperBound {
                checks.append("\(sql: name) \(sql: isAfter ? "<=" : "<") \(text)")
            }
            return "(\(checks.joined(separator: " AND ")))"
        }
    }
}

/// The ranges of an index that a condition on its column selects.
struct IndexRanges: Hashable {
    /// In the order of the index, without common entries.
    let ranges: [Range<IndexCut>]

    static let everything = IndexRanges([IndexCut.start..<IndexCut.end])

    init(_ ranges: [Range<IndexCut>]) { self.ranges = ranges }

    /// The ranges of a comparison with a folded text.
    init(_ comparison: PeopleCondition.Comparison, _ text: String) {
        let before = IndexCut.text(text, isAfter: false)
        let after = IndexCut.text(text, isAfter: true)
        switch comparison {
        case .equals: ranges = [before..<after]
        case .atLeast: ranges = [before..<IndexCut.end]
        case .atMost: ranges = [IndexCut.firstText..<after]
        case .startsWith, .endsWith, .hasWords:
            ranges = [before..<(Self.successor(of: text).map { IndexCut.text($0, isAfter: false) } ?? .end)]
        }
    }

    /// The entries that these ranges leave out.
    var complement: IndexRanges {
        var (rest, start) = ([Range<IndexCut>](), IndexCut.start)
        for range in ranges {
            if start < range.lowerBound { rest.append(start..<range.lowerBound) }
            start = range.upperBound
        }
        if start < .end { rest.append(start..<IndexCut.end) }
        return IndexRanges(rest)
    }

    func union(_ other: IndexRanges) -> IndexRanges {
        var merged: [Range<IndexCut>] = []
        for range in (ranges + other.ranges).sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = merged.last, range.lowerBound <= last.upperBound {
                merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                merged.append(range)
            }
        }
        return IndexRanges(merged)
    }

    /// The ranges as SQLite finds them, in the order of the index.
    var parts: [IndexPart] {
        ranges.flatMap { range -> [IndexPart] in
            if range.lowerBound == .start {
                return [.empty] + IndexRanges([IndexCut.firstText..<max(.firstText, range.upperBound)]).parts
            }
            if case .text(let text, isAfter: false) = range.lowerBound,
                range.upperBound == .text(text, isAfter: true)
            {
                return [.equal(text)]
            }
            return range.isEmpty ? [] : [.texts(range)]
        }
    }

    /// Whether an index entry is in the ranges.
    func contains(_ value: String?) -> Bool {
        let cut = value.map { IndexCut.text($0, isAfter: false) } ?? .start
        return ranges.contains { $0.contains(cut) }
    }

    /// The ranges behind all entries with a value.
    func after(_ value: String?) -> IndexRanges {
        let cut = value.map { IndexCut.text($0, isAfter: true) } ?? .firstText
        return intersection(IndexRanges([cut..<IndexCut.end]))
    }

    func intersection(_ other: IndexRanges) -> IndexRanges { complement.union(other.complement).complement }

    /// The first text that no longer begins with a text; `nil` if every later text does.
    private static func successor(of text: String) -> String? {
        var scalars = Array(text.unicodeScalars)
        while let last = scalars.popLast() {
            // There are no scalars between U+D7FF and U+E000.
            let next = last.value == 0xD7FF ? 0xE000 : last.value + 1
            guard let scalar = Unicode.Scalar(next) else { continue }
            return String(String.UnicodeScalarView(scalars + [scalar]))
        }
        return nil
    }
}
