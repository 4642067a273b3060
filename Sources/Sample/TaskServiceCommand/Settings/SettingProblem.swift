// SPDX-License-Identifier: Apache-2.0

/// One thing that is wrong with the settings.
package struct SettingProblem: Sendable, Hashable, CustomStringConvertible {
    /// The setting; for an unknown one, its name as it was given.
    package let name: String
    /// The source of the value: a flag, a variable, the file; `nil` if it has none.
    package let place: String?
    package let text: String
    /// Whether the arguments cannot even be read.
    package var isOfArguments = false

    init(_ name: String, _ place: String? = nil, _ text: String, ofArguments: Bool = false) {
        (self.name, self.place, self.text, isOfArguments) = (name, place, text, ofArguments)
    }

    /// One line: name, place, text.
    package var description: String { "\(name)\(place.map { ", from \($0)" } ?? ""): \(text)" }
}

/// Everything that is wrong with the settings.
package struct ConfigurationError: Error, Sendable, CustomStringConvertible {
    package let problems: [SettingProblem]

    /// All problems, one line each.
    package var description: String {
        let count = problems.count == 1 ? "a setting is invalid" : "\(problems.count) settings are invalid"
        return ([count + ":"] + problems.map(\.description)).joined(separator: "\n  ")
    }
}
