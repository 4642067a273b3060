// SPDX-License-Identifier: Apache-2.0
/// All problems of a settings file.
package struct SettingsError: Error, Sendable, Hashable {
    /// The file.
    package let file: String
    /// The problem of the file as a whole; `nil` if it is a readable property list.
    package let problem: String?
    /// The problems of single keys.
    package let problems: [SettingsProblem]

    /// Creates the problem of a file as a whole.
    package init(file: String, problem: String) {
        self.file = file
        self.problem = problem
        problems = []
    }

    init(file: String, problems: [SettingsProblem]) {
        self.file = file
        problem = nil
        self.problems = problems
    }
}

extension SettingsError: CustomStringConvertible {
    /// The file and all problems, one on each line.
    package var description: String {
        if let problem { return "\(file): \(problem)" }
        return
            (["\(file) has \(problems.count == 1 ? "a problem" : "\(problems.count) problems"):"]
            + problems.map { "  \($0)" }).joined(separator: "\n")
    }
}
