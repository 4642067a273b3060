// SPDX-License-Identifier: Apache-2.0

package enum NameSuggestion {
    /// The number of a word's letters that are compared, which bounds the work.
    private static let maximumLength = 100

    /// Returns the most similar name; `nil` if more than a third of the word's letters differ.
    ///
    /// In a word of up to five letters, one may differ. Upper and lower case are the same.
    package static func nearest(to word: String, among names: [String]) -> String? {
        let letters = Array(word.prefix(maximumLength).lowercased())
        let distances = names.map { (name: $0, distance: editDistance(letters, Array($0.lowercased()))) }
        guard let nearest = distances.min(by: { $0.distance < $1.distance }) else { return nil }
        return nearest.distance <= max(1, letters.count / 3) ? nearest.name : nil
    }

    /// The optimal string alignment distance, with the last three rows of its table.
    private static func editDistance(_ first: [Character], _ second: [Character]) -> Int {
        var rowBeforePrevious: [Int] = []
        var previousRow = Array(0...second.count)
        for (row, letter) in first.enumerated() {
            var currentRow = [row + 1]
            for (column, otherLetter) in second.enumerated() {
                let replacing = previousRow[column] + (letter == otherLetter ? 0 : 1)
                var distance = min(replacing, previousRow[column + 1] + 1, currentRow[column] + 1)
                if row > 0, column > 0, letter == second[column - 1], first[row - 1] == otherLetter {
                    distance = min(distance, rowBeforePrevious[column - 1] + 1)
                }
                currentRow.append(distance)
            }
            rowBeforePrevious = previousRow
            previousRow = currentRow
        }
        return previousRow[second.count]
    }
}
