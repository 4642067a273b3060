// SPDX-License-Identifier: Apache-2.0
import SQLiteRecords

/// A position between two entries of an index, in which empty values come before all texts.
enum IndexCut: Hashable, Comparable {
    case start
    /// Before this text, in byte order; after it, if `isAfter`.
    case text(String, isAfter: Bool)
    case end

    static let firstText = IndexCut.text("", isAfter: false)

    /// Bytes in the order of the cuts: no text contains a null character.
    private var key: [UInt8] {
        switch self {
        case .start: []
        case .text(let text, let isAfter): [1] + text.utf8 + (isAfter ? [0] : [])
        case .end: [2]
        }
    }

    static func < (first: IndexCut, second: IndexCut) -> Bool { first.key.lexicographicallyPrecedes(second.key) }
}

struct IndexRanges: Hashable {
    /// Sorted and disjoint; SQLite finds each by one search.
    let ranges: [Range<IndexCut>]

    init(_ ranges: [Range<IndexCut>]) {
        self.ranges = ranges.flatMap { range in
            range.lowerBound < .firstText && .firstText < range.upperBound
                ? [range.lowerBound ..< .firstText, .firstText..<range.upperBound] : [range]
        }
        .filter { !$0.isEmpty }
    }

    init(_ comparison: PeopleCondition.Comparison, _ text: String) {
        let equal = Self.range(equalTo: text)
        let range =
            switch comparison {
            case .equals: equal
            case .atLeast: equal.lowerBound ..< .end
            case .atMost: .firstText..<equal.upperBound
            case .startsWith, .endsWith, .hasWords:
                equal.lowerBound..<(Self.successor(of: text).map { IndexCut.text($0, isAfter: false) } ?? .end)
            }
        self.init([range])
    }

    static func range(equalTo value: String?) -> Range<IndexCut> {
        value.map { .text($0, isAfter: false) ..< .text($0, isAfter: true) } ?? .start ..< .firstText
    }

    static func check(_ range: Range<IndexCut>, of column: IndexColumn) -> SQL {
        let name = "s.\(column.name)"
        if range.upperBound == .firstText { return "\(sql: name) IS NULL" }
        var checks: [SQL] = []
        if case .text(let text, let isAfter) = range.lowerBound {
            if range == Self.range(equalTo: text) { return "\(sql: name) = \(text)" }
            checks.append("\(sql: name) \(sql: isAfter ? ">" : ">=") \(text)")
        }
        if case .text(let text, let isAfter) = range.upperBound {
            checks.append("\(sql: name) \(sql: isAfter ? "<=" : "<") \(text)")
        }
        return "(\(checks.joined(separator: " AND ")))"
    }

    var complement: IndexRanges {
        var (rest, start) = ([Range<IndexCut>](), IndexCut.start)
        for range in ranges {
            if start < range.lowerBound { rest.append(start..<range.lowerBound) }
            start = range.upperBound
        }
        return IndexRanges(rest + [start ..< .end])
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

    func contains(_ value: String?) -> Bool {
        let cut = Self.range(equalTo: value).lowerBound
        return ranges.contains { $0.contains(cut) }
    }

    func after(_ value: String?) -> IndexRanges {
        let rest = IndexRanges([Self.range(equalTo: value).upperBound ..< .end])
        return complement.union(rest.complement).complement
    }

    private static func successor(of text: String) -> String? {
        var scalars = Array(text.unicodeScalars)
        while let last = scalars.popLast() {
            // U+D800 to U+DFFF are not scalars.
            let next = last.value == 0xD7FF ? 0xE000 : last.value + 1
            guard let scalar = Unicode.Scalar(next) else { continue }
            return String(String.UnicodeScalarView(scalars + [scalar]))
        }
        return nil
    }
}
