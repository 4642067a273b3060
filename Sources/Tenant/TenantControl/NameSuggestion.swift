// SPDX-License-Identifier: Apache-2.0

/// Suggests a known name for a mistyped one.
package enum NameSuggestion {
    /// The end of a sentence about an unknown name: the nearest known name, or all known names.
    package static func sentence(for name: String, in known: [String]) -> String {
        let names = Set(known).sorted()
        let ranked = names.map { (name: $0, distance: distance(name.lowercased(), $0.lowercased())) }
        if let best = ranked.min(by: { $0.distance < $1.distance }), best.distance <= 3,
            best.distance < best.name.count
        {
            return "; did you mean '\(best.name)'?"
        }
        return names.isEmpty ? "; take it away." : "; there is \(names.map { "'\($0)'" }.joined(separator: ", "))."
    }

    /// The edit distance: letters to add, remove or change; only the first 40 letters of each text count.
    static func distance(_ left: String, _ right: String) -> Int {
        let (left, right) = (Array(left.prefix(40)), Array(right.prefix(40)))
        var row = Array(0...right.count)
        for (index, letter) in left.enumerated() {
            var next = [index + 1]
            for (place, other) in right.enumerated() {
                next.append(min(row[place + 1] + 1, next[place] + 1, row[place] + (letter == other ? 0 : 1)))
            }
            row = next
        }
        return row[right.count]
    }
}
