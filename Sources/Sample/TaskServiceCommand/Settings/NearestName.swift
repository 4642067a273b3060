// SPDX-License-Identifier: Apache-2.0

/// The name that a mistyped one was probably meant to be.
enum NearestName {
    /// The end of a sentence: `; did you mean 'X'?`, or another remedy if no name is near.
    static func hint(_ name: String, among names: [String], or remedy: String = "; leave it out") -> String {
        let near = names.map { ($0, distance(name, $0)) }.min { $0.1 < $1.1 }
        guard let (nearest, distance) = near, distance <= max(2, name.count / 3) else { return remedy }
        return "; did you mean '\(nearest)'?"
    }

    /// The number of characters to insert, remove or replace (Levenshtein); names are short.
    static func distance(_ left: String, _ right: String) -> Int {
        let (left, right) = (Array(left.prefix(100)), Array(right.prefix(100)))
        var row = Array(0...right.count)
        for (i, character) in left.enumerated() {
            var corner = row[0]
            row[0] = i + 1
            for (j, other) in right.enumerated() {
                let replaced = corner + (character == other ? 0 : 1)
                corner = row[j + 1]
                row[j + 1] = min(replaced, row[j] + 1, row[j + 1] + 1)
            }
        }
        return row[right.count]
    }
}

/// A name of a setting with a provider's name in it.
struct NamePattern {
    private let before: String
    private let after: String?

    /// Creates a pattern from a name that may hold the placeholder.
    init(_ name: String, separator: String) {
        guard let range = name.firstRange(of: separator + Setting.placeholder + separator) else {
            (before, after) = (name, nil)
            return
        }
        before = name[..<range.lowerBound] + separator
        after = separator + name[range.upperBound...]
    }

    /// Whether a name fits, with any text for the placeholder.
    func matches(_ name: String) -> Bool {
        guard let after else { return name == before }
        return name.hasPrefix(before) && name.hasSuffix(after) && name.count > before.count + after.count
    }
}
