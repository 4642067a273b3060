// SPDX-License-Identifier: Apache-2.0

import CommandArguments
import JSONWebSignatures
import PortableFoundation

/// The sources of settings, in this order: arguments, environment, file.
struct SettingSources {
    static let prefix = "TESSERA_TASKS"
    static let configFlag = "--config"
    static let configVariable = prefix + "_CONFIG"

    struct Found {
        /// `nil` for a value of another type.
        let value: SettingValue?
        let place: String
        var isArgument = false
    }

    private let flags: CommandLineFlags
    private let environment: [String: String]
    private var file: ConfigurationFile?

    init(_ arguments: [String], _ environment: [String: String], problems: inout [SettingProblem]) {
        (flags, self.environment) = (CommandLineFlags(arguments), environment)
        problems += flags.problems
        if let path = flags.config ?? environment[Self.configVariable] {
            do {
                let file = try ConfigurationFile(path)
                self.file = file
                problems += file.values.keys.sorted().compactMap { name in
                    Setting.hint(for: name, as: \.name).map { SettingProblem(name, path, "unknown setting" + $0) }
                }
            } catch {
                let place = flags.config == nil ? Self.configVariable : Self.configFlag
                problems.append(SettingProblem("config", place, error.description))
            }
        }
        let variables = environment.keys.filter { $0.hasPrefix(Self.prefix + "_") && $0 != Self.configVariable }
        problems += variables.sorted().compactMap { name in
            Setting.hint(for: name, as: \.variable).map { SettingProblem(name, nil, "unknown variable" + $0) }
        }
    }

    func value(of setting: Setting, for provider: String?) -> Found? {
        let flag = Setting.filled(setting.flag, with: provider)
        if let texts = flags.values[flag] {
            return Found(value: SettingValue(ofFlag: texts, setting.kind), place: flag, isArgument: true)
        }
        let variable = Setting.filled(setting.variable, with: provider?.uppercased().replacing("-", with: "_"))
        if let text = environment[variable] {
            return Found(value: SettingValue(ofVariable: text, setting.kind), place: variable)
        }
        let name = Setting.filled(setting.name, with: provider)
        guard let file, let json = file.values[name], ![.null, .object([:])].contains(json) else { return nil }
        return Found(value: SettingValue(of: json, setting.kind), place: "\(name) in \(file.path)")
    }
}

struct CommandLineFlags {
    /// By flag; empty for a flag without a value.
    private(set) var values: [String: [String]] = [:]
    private(set) var config: String?
    private(set) var problems: [SettingProblem] = []

    static func askForHelp(_ arguments: [String]) -> Bool {
        arguments.dropFirst().contains { ["--help", "-h"].contains($0) }
    }

    init(_ arguments: [String]) {
        var rest = arguments.dropFirst()[...]
        var open: String?
        while let argument = rest.popFirst() {
            guard argument.hasPrefix("--") else {
                // The items of a list may be separate arguments.
                if let open { add(argument, to: open) } else { refuse(argument, "is not a flag; use --NAME VALUE") }
                continue
            }
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            open = nil
            if parts[0] == SettingSources.configFlag {
                config = parts.count == 2 ? parts[1] : rest.popFirst()
                if config == nil { refuse(argument, "needs a file path") }
            } else if let hint = Setting.hint(for: parts[0], as: \.flag, or: [SettingSources.configFlag, "--help"]) {
                refuse(parts[0], "unknown flag" + hint)
                // The value of an unknown flag is not a second problem.
                while parts.count == 1, let next = rest.first, !next.hasPrefix("--") { rest = rest.dropFirst() }
            } else {
                values[parts[0], default: []] += []
                if parts.count == 2 { add(parts[1], to: parts[0]) } else { open = parts[0] }
            }
        }
    }

    private mutating func add(_ value: String, to flag: String) {
        values[flag, default: []] += value.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }

    private mutating func refuse(_ argument: String, _ text: String) {
        problems.append(SettingProblem(argument, nil, text, ofArguments: true))
    }
}

extension Setting {
    static func filled(_ name: String, with provider: String?) -> String {
        provider.map { name.replacing(placeholder, with: $0) } ?? name
    }

    /// A remedy for an unknown name, such as `; did you mean 'X'?`; `nil` for a known one.
    ///
    /// `spelling` gives the names of settings in this source, where `others` are valid too.
    static func hint(
        for name: String, as spelling: (Setting) -> String, or others: [String] = []
    ) -> String? {
        let known = all.map(spelling)
        guard !known.contains(where: { fits(name, $0) }) else { return nil }
        return NameSuggestion.nearest(to: name, among: known + others).map { "; did you mean '\($0)'?" }
            ?? "; remove it"
    }

    /// The placeholder matches any text.
    private static func fits(_ name: String, _ pattern: String) -> Bool {
        guard let place = pattern.firstRange(of: placeholder) else { return name == pattern }
        return name.hasPrefix(pattern[..<place.lowerBound]) && name.hasSuffix(pattern[place.upperBound...])
            && name.count > pattern.count - placeholder.count
    }
}
