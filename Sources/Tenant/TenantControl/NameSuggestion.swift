// SPDX-License-Identifier: Apache-2.0

/// Says which name somebody may have meant.
package enum NameSuggestion {
    /// How a sentence about an unknown name goes on: with the nearest name, or with all there are.
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

    /// How many letters must be added, dropped or changed to make one text of the other; long ones are cut.
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
