// SPDX-License-Identifier: Apache-2.0
/// Everything that is wrong with a settings file.
public struct SettingsError: Error, Sendable, Hashable {
    /// The file.
    public let file: String
    /// What is wrong with the file as a whole; `nil` if it could be read.
    public let problem: String?
    /// What is wrong with single keys.
    public let problems: [SettingsProblem]

    init(file: String, problem: String) {
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
    /// The file and every problem, a line each.
    public var description: String {
        if let problem { return "\(file): \(problem)" }
        return
            (["\(file) has \(problems.count == 1 ? "a problem" : "\(problems.count) problems"):"]
            + problems.map { "  \($0)" }).joined(separator: "\n")
    }
}
