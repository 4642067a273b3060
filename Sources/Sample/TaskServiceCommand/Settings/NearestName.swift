// SPDX-License-Identifier: Apache-2.0

/// The name that a mistyped one was probably meant to be.
enum NearestName {
    /// The end of a sentence: `; did you mean 'X'?`, or another remedy if no name is near.
    static func hint(_ name: String, among names: [String], or remedy: String = "; remove it") -> String {
        // Characters to insert and to remove: one in place of another counts twice.
        let near = names.map { ($0, name.prefix(100).difference(from: $0).count) }.min { $0.1 < $1.1 }
        guard let (nearest, distance) = near, distance <= max(2, name.count / 2) else { return remedy }
        return "; did you mean '\(nearest)'?"
    }
}

/// A name of a setting with a provider's name in it.
struct NamePattern {
    private let before: String
    private let after: String?

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
