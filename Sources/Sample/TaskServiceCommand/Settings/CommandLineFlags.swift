// SPDX-License-Identifier: Apache-2.0

/// The flags of settings, with those arguments taken out that are none.
struct CommandLineFlags {
    /// The values by their flags; a flag alone has none.
    private(set) var values: [String: [String]] = [:]
    /// The file with settings.
    private(set) var config: String?
    /// Arguments that mean nothing here.
    private(set) var problems: [SettingProblem] = []

    /// Whether the arguments ask for the help.
    static func askForHelp(_ arguments: [String]) -> Bool {
        arguments.dropFirst().contains { ["--help", "-h"].contains($0) }
    }

    init(_ arguments: [String]) {
        var rest = arguments.dropFirst()[...]
        var open: String?
        while let argument = rest.popFirst() {
            guard argument.hasPrefix("--") else {
                // Lists may stand with blanks between.
                if let open { add(argument, to: open) } else { refuse(argument, "is not a flag; use --NAME VALUE") }
                continue
            }
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            open = nil
            if parts[0] == SettingSources.configFlag {
                config = parts.count == 2 ? parts[1] : rest.popFirst()
                if config == nil { refuse(argument, "needs a file path") }
            } else if Setting.all.contains(where: { NamePattern($0.flag, separator: "-").matches(parts[0]) }) {
                values[parts[0], default: []] += []
                if parts.count == 2 { add(parts[1], to: parts[0]) } else { open = parts[0] }
            } else {
                let flags = Setting.all.map(\.flag) + [SettingSources.configFlag, "--help"]
                refuse(parts[0], "unknown flag" + NearestName.hint(parts[0], among: flags))
                // A value of an unknown flag is not a second problem.
                while parts.count == 1, let next = rest.first, !next.hasPrefix("--") { rest = rest.dropFirst() }
            }
        }
    }

    /// Adds what commas separate.
    private mutating func add(_ value: String, to flag: String) {
        values[flag, default: []] += value.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }

    private mutating func refuse(_ argument: String, _ text: String) {
        problems.append(SettingProblem(argument, nil, text, ofArguments: true))
    }

    /// The flag of a setting.
    static func flag(of setting: Setting, at key: [String]) -> String {
        guard let index = setting.components.firstIndex(of: Setting.placeholder) else { return setting.flag }
        return setting.flag.replacing("-\(Setting.placeholder)-", with: "-\(key[index].lowercased())-")
    }
}
