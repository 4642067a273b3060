// SPDX-License-Identifier: Apache-2.0

/// All problems of a settings file.
public struct SettingsError: Error, Sendable, Hashable {
    /// The file.
    public let file: String
    /// The problem of the whole file; `nil` if it is a readable property list.
    public let problem: String?
    /// The problems of individual keys.
    public let problems: [SettingsProblem]

    /// Creates an error for a whole file, or for keys.
    public init(file: String, problem: String? = nil, problems: [SettingsProblem] = []) {
        self.file = file
        self.problem = problem
        self.problems = problems
    }
}

extension SettingsError: CustomStringConvertible {
    /// The file and all problems, one per line.
    public var description: String {
        if let problem { return "\(file): \(problem)" }
        return
            (["\(file) has \(problems.count == 1 ? "a problem" : "\(problems.count) problems"):"]
            + problems.map { "  \($0)" }).joined(separator: "\n")
    }
}

/// One problem in a settings file.
public struct SettingsProblem: Sendable, Hashable, CustomStringConvertible {
    /// The key with the invalid value.
    public let key: String
    /// The problem and the solution, without any part of a secret.
    public let message: String

    /// The key and the message.
    public var description: String { "\(key): \(message)" }
}
